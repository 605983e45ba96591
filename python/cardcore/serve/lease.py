"""How long a live room stays in memory: as long as anyone uses it.

Everyone who holds a live room holds a lease on it: connections from before their greeting until
they are closed, and commits until they are applied. A room that could be dropped while somebody
still holds it would be loaded a second time, and two copies would append to one log.
"""

from collections.abc import Callable

__all__ = ["Lease"]


class Lease:
    """Counts the users of something, and tells when the last one is gone.

    Parameters
    ----------
    expire
        Called when the last user is gone.

    Examples
    --------
    >>> lease = Lease(lambda: print("unused"))
    >>> lease.acquire(), lease.acquire(), lease.release()
    (None, None, None)
    >>> lease.release()
    unused
    """

    def __init__(self, expire: Callable[[], object]) -> None:
        self._expire = expire
        self._users = 0

    @property
    def users(self) -> int:
        """How many users there are."""
        return self._users

    def acquire(self) -> None:
        """Add a user."""
        self._users += 1

    def release(self) -> None:
        """Remove a user."""
        self._users -= 1
        if not self._users:
            self._expire()

"""What the server says no with: one code and one sentence for everything that can be wrong."""

from typing import Any, Literal, TypeAlias

__all__ = ["STATUS", "Code", "Refusal"]

#: The kinds of refusals.
Code: TypeAlias = Literal[
    "malformed", "unknown", "forbidden", "illegal", "stale", "too-large", "too-fast", "full", "kept"
]

#: The status of an HTTP answer by the code of its refusal.
STATUS: dict[str, int] = {
    "malformed": 400,
    "unknown": 404,
    "forbidden": 403,
    "illegal": 409,
    "stale": 409,
    "too-large": 413,
    "too-fast": 429,
    "full": 503,
    "kept": 503,
}


class Refusal(Exception):
    """Something that is not done, and why.

    Parameters
    ----------
    code
        Which kind of refusal it is.
    message
        The reason in words, for a person.
    """

    def __init__(self, code: Code, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message

    def to_dict(self) -> dict[str, Any]:
        """Give code and message as a message to a client has them.

        >>> Refusal("unknown", "there is no such room").to_dict()
        {'code': 'unknown', 'message': 'there is no such room'}
        """
        return {"code": self.code, "message": self.message}

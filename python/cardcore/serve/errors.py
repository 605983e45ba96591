"""What the server says no with: one code and one sentence for everything that can be wrong."""

from typing import Any, Literal, TypeAlias

__all__ = ["STATUS", "Code", "RequestError"]

#: The kinds of refusals.
Code: TypeAlias = Literal[
    "malformed",
    "not-found",
    "forbidden",
    "illegal",
    "stale",
    "too-large",
    "rate-limited",
    "full",
    "storage",
]

#: The status of an HTTP answer by the code of its refusal.
STATUS: dict[str, int] = {
    "malformed": 400,
    "not-found": 404,
    "forbidden": 403,
    "illegal": 409,
    "stale": 409,
    "too-large": 413,
    "rate-limited": 429,
    "full": 503,
    "storage": 503,
}


class RequestError(Exception):
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

        >>> RequestError("not-found", "there is no such room").to_dict()
        {'code': 'not-found', 'message': 'there is no such room'}
        """
        return {"code": self.code, "message": self.message}

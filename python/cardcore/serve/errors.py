"""Errors that clients are told about: a code for programs and a sentence for people."""

from typing import Any, Literal, TypeAlias

from cardcore.phrases import Phrase

__all__ = ["STATUS", "Code", "RequestError"]

#: The kinds of errors.
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
    "damaged",
    "internal",
]

#: The status of an HTTP response by the code of its error.
STATUS: dict[Code, int] = {
    "malformed": 400,
    "not-found": 404,
    "forbidden": 403,
    "illegal": 409,
    "stale": 409,
    "too-large": 413,
    "rate-limited": 429,
    "full": 503,
    "storage": 503,
    "damaged": 410,
    "internal": 500,
}

#: The most bytes that the reason of a closed WebSocket can have (RFC 6455, 5.5).
_LONGEST_REASON = 123


class RequestError(Exception):
    """A request that is not carried out, and why.

    Parameters
    ----------
    code
        The kind of error.
    message
        The reason, as a person reads it.
    """

    def __init__(self, code: Code, message: str) -> None:
        super().__init__(message)
        self.code: Code = code
        self.message = message

    @property
    def close_reason(self) -> str:
        """The message, cut to what fits into the frame that closes a WebSocket."""
        return self.message.encode()[:_LONGEST_REASON].decode(errors="ignore")

    def to_dict(self) -> dict[str, Any]:
        """Return code and message as clients receive them; the message can be translated.

        >>> RequestError("not-found", "There is no such room.").to_dict()
        {'code': 'not-found', 'message': 'There is no such room.'}
        """
        message = self.message
        return {
            "code": self.code,
            "message": message if isinstance(message, Phrase) else Phrase(message),
        }

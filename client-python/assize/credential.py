"""The credential of requests: an API key, or a token that its platform issues and renews."""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from .failures import ConfigurationError
from .steps import Act, Key, Steps

Token = str | Callable[[], str | Awaitable[str]]
"""A token, or a function that gives the present one. Only AsyncAssize takes a function that is awaited."""


@dataclass(frozen=True)
class Credential:
    """The credential of requests. Raises ConfigurationError for one that can't be sent."""

    token: Token = field(repr=False)
    advice: str = "Set the key, or ASSIZE_KEY: it has the form ak_ and 32 characters."

    def __post_init__(self) -> None:
        if isinstance(self.token, str):
            self._sendable(self.token)

    @property
    def is_renewed(self) -> bool:
        """Whether asking again may give another token."""
        return not isinstance(self.token, str)

    def present(self) -> Steps[Key]:
        """Returns the present key or token, without the line end of a file. Raises ConfigurationError."""
        if isinstance(self.token, str):
            return Key(self.token)
        try:
            given = yield Act(self.token)
        except Exception as error:
            raise ConfigurationError("The token could not be read.") from error
        return self._sendable(given.strip() if isinstance(given, str) else "")

    def _sendable(self, secret: str) -> Key:
        # An error of httpx about such a header would repeat the key.
        if re.fullmatch(r"[\x21-\x7e]+", secret) is None:
            raise ConfigurationError(self.advice)
        return Key(secret)

"""The settings of a client."""

import os
import uuid
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypedDict

from .connection import Connection
from .credential import Credential, Token
from .failures import ConfigurationError
from .judgement import CallDefaults
from .telemetry import Telemetry

ADVICE_ON_TOKENS = "Set the token to one that is not empty and has no spaces."


class OnUnavailable(TypedDict):
    """Actions that may run without a verdict while the service is out of reach. Their outcomes are reported later."""

    allow: Collection[str]


@dataclass(frozen=True, kw_only=True)
class Settings:
    """Everything but the HTTP client. A value of None comes from the environment, or has a default."""

    url: str | None = None
    """ASSIZE_URL, or http://127.0.0.1:8080."""
    key: str | None = None
    """For questions, tools, targets, usage and keys. ASSIZE_KEY. The scope `governance:evaluate` is enough to ask."""
    token: Token | None = None
    """A token of a trusted issuer, in place of the key. A function is called before each request.

    By default from the file that ASSIZE_TOKEN_FILE names, which is read before each request."""
    evidence_key: str | None = None
    """For approvals, outcomes, evidence, mandates and trust. ASSIZE_EVIDENCE_KEY, or the key or token."""
    agent_id: str | None = None
    user_id: str | None = None
    session_id: str | None = None
    mandate_id: str | None = None
    timeout: float = 10.0
    """In seconds, for each attempt."""
    max_retries: int = 2
    """Retries after the first attempt."""
    on_unavailable: OnUnavailable | None = None
    telemetry: Telemetry | None = None
    report_results: bool | None = None
    """False keeps the results of tools from the service."""
    own_session_id: str = field(default_factory=lambda: str(uuid.uuid4()))
    """The session of calls for which neither a session nor a mandate is named."""

    def __repr__(self) -> str:
        return "Settings(…)"

    def connections(self) -> tuple[Connection, Connection]:
        """Returns the connection for questions, and the one for everything else. Raises ConfigurationError.
        """
        asking = Connection(
            url=self.url or os.environ.get("ASSIZE_URL") or "http://127.0.0.1:8080",
            credential=self._credential(),
            timeout=self.timeout,
            max_retries=self.max_retries,
            telemetry=self.telemetry or Telemetry(),
        )
        evidence_key = self.evidence_key or os.environ.get("ASSIZE_EVIDENCE_KEY")
        credential = Credential(evidence_key) if evidence_key else asking.credential
        return asking, replace(asking, credential=credential)

    def _credential(self) -> Credential:
        if self.token is not None:
            if self.key is not None:
                raise ConfigurationError("Set the key or the token, not both.")
            return Credential(self.token, ADVICE_ON_TOKENS)
        if self.key:
            return Credential(self.key)
        key, file = os.environ.get("ASSIZE_KEY"), os.environ.get("ASSIZE_TOKEN_FILE")
        if not file:
            return Credential(key or "")
        if key:
            raise ConfigurationError("Set ASSIZE_KEY or ASSIZE_TOKEN_FILE, not both.")
        return Credential(Path(file).read_text, ADVICE_ON_TOKENS)

    def defaults(self) -> CallDefaults:
        """Returns the agent, the session and the mandate of the questions."""
        who = (self.agent_id, self.user_id, self.session_id, self.mandate_id)
        return CallDefaults(*who, self.report_results, self.own_session_id)

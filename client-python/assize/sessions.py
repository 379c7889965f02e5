"""Sessions: the service remembers where the values that an agent read came from, and keeps no text of them."""

from typing import Any, Generic, Literal, TypedDict, Unpack

from .catalogue import Noun
from .results import read_result
from .steps import Mode, Steps, endpoint

ResultSource = Literal["own", "content"]
Confidentiality = Literal["public", "internal", "confidential", "secret"]


class SessionResult(TypedDict):
    """The answer to a reported result."""

    session_id: str
    session_key: str
    evaluation_id: str
    number: int
    values: int
    incomplete: bool
    evidence_id: str
    expires_at: str


class SessionCall(TypedDict):
    """One call of a session."""

    evidence_id: str
    at: str
    action: str
    verdict: Literal["proceed", "escalate", "block"]
    held_for: Literal["beyond_plan", "new_party", "other"] | None
    targets: list[dict[str, Any]]
    mentions: list[dict[str, Any]]
    reasons: list[Any]
    result: dict[str, Any] | None


class Session(TypedDict):
    """A session, with its line of calls."""

    session_id: str
    session_key: str
    agent_id: str
    status: Literal["open", "ended"]
    opened_at: str
    expires_at: str
    ended_at: str | None
    results: int
    incomplete: bool
    confidentiality: Confidentiality | None
    has_content: bool
    mandate_id: str | None
    calls: list[SessionCall]


class SessionPage(TypedDict):
    """One page of sessions, without their calls."""

    items: list[dict[str, Any]]
    next_cursor: str | None


class SessionFilter(TypedDict, total=False):
    """Which sessions, and which page of them."""

    agent_id: str
    limit: int
    cursor: str


class Sessions(Noun[Mode], Generic[Mode]):
    """The sessions of the key's environment."""

    @endpoint
    def report(
        self,
        session_id: str,
        *,
        evaluation_id: str,
        result: object,
        tool: str | None = None,
        incomplete: bool = False,
    ) -> Steps[SessionResult]:
        """Reports the result of a call that this client did not run. A copy of at most 256 KB is sent.

        Raises ConflictError where its result was reported already.
        """
        read = read_result(result)
        body: dict[str, Any] = {"evaluation_id": evaluation_id, "result": read.result}
        if tool is not None:
            body["tool"] = tool
        if incomplete or read.incomplete:
            body["incomplete"] = True
        path = ("sessions", session_id, "results")
        reported: SessionResult = yield from self._ask("POST", *path, repeatable=False, body=body)
        return reported

    @endpoint
    def get(self, session_id: str, *, agent_id: str | None = None) -> Steps[Session]:
        """Returns one session; two agents may have sessions of the same id. Raises NotFoundError."""
        query = {"agent_id": agent_id}
        session: Session = yield from self._ask("GET", "sessions", session_id, repeatable=True, query=query)
        return session

    @endpoint
    def list(self, **query: Unpack[SessionFilter]) -> Steps[SessionPage]:
        """Returns one page, newest first."""
        page: SessionPage = yield from self._ask("GET", "sessions", repeatable=True, query=query)
        return page

    @endpoint
    def end(self, session_id: str, *, agent_id: str | None = None) -> Steps[Session]:
        """Ends a session: the service forgets its values."""
        body = {} if agent_id is None else {"agent_id": agent_id}
        path = ("sessions", session_id, "end")
        session: Session = yield from self._ask("POST", *path, repeatable=False, body=body)
        return session

"""Sessions: the service remembers where the values that an agent read came from, and keeps no text of them."""

from typing import Any, Generic, TypedDict, Unpack

from .catalogue import Noun
from .results import read_result
from .steps import Mode, Steps, endpoint
from .wire import RecordedResult, Session, SessionPage, SessionWithCalls


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
    ) -> Steps[RecordedResult]:
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
        reported: RecordedResult = yield from self._ask("POST", *path, repeatable=False, body=body)
        return reported

    @endpoint
    def get(self, session_id: str, *, agent_id: str | None = None) -> Steps[SessionWithCalls]:
        """Returns one session; two agents may have sessions of the same id. Raises NotFoundError."""
        query = {"agent_id": agent_id}
        session: SessionWithCalls = yield from self._ask("GET", "sessions", session_id, repeatable=True, query=query)
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

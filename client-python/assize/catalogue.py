"""Everything by which actions are judged: mandates, the catalogue of tools, and known targets."""

from typing import Any, Generic, Literal, TypedDict, Unpack

from .connection import ApiRequest, Connection, path_of
from .steps import Driver, Mode, Steps, Stepwise, endpoint
from .wire import (
    AddedTargets,
    ImportedTools,
    KnownTarget,
    Mandate,
    MandatePage,
    MandateTerms,
    MandateWidening,
    NewMandate,
    NewTarget,
    NewToolEntry,
    Planned,
    ReviewedTools,
    SuggestedTargets,
    SuggestedTools,
    TargetKind,
    TargetPage,
    Tool,
    ToolImport,
    ToolPage,
    ToolReview,
    WidenedMandate,
)


class MandateFilter(TypedDict, total=False):
    """Which mandates, and which page of them."""

    agent_id: str
    limit: int
    cursor: str


class ToolFilter(TypedDict, total=False):
    """Which entries, and which page of them. Without a status, all but removed ones."""

    status: Literal["proposed", "accepted", "rejected", "changed", "removed"]
    server: str
    limit: int
    cursor: str


class TargetFilter(TypedDict, total=False):
    """Which targets, and which page of them."""

    kind: TargetKind
    source: Literal["record", "approval"]
    agent_id: str
    limit: int
    cursor: str


class Noun(Stepwise[Mode], Generic[Mode]):
    """Provides methods that make one call of the API each.

    A POST is sent once: a second one could do it twice, or fail because it is done.
    """

    def __init__(self, driver: Driver, connection: Connection) -> None:
        super().__init__(driver)
        self._connection = connection

    def _ask(self, method: str, *path: str, repeatable: bool, **rest: Any) -> Steps[Any]:
        return (yield from self._connection.json(ApiRequest(method, path_of(*path), repeatable, **rest)))


class Mandates(Noun[Mode], Generic[Mode]):
    """Mandates say what a task is for, before the agent reads anything."""

    @endpoint
    def open(self, **mandate: Unpack[NewMandate]) -> Steps[Mandate]:
        """Opens a mandate. Anything that it does not say is derived from its task.

        `plan`: the plan of the task; True asks the service's planner. A model's is checked, a person's is believed.
        """
        opened: Mandate = yield from self._ask("POST", "mandates", repeatable=False, body=mandate)
        return opened

    @endpoint
    def plan(self, task: str, *, agent_id: str | None = None) -> Steps[Planned]:
        """Shows what the service's planner makes of a task. It opens nothing."""
        body = {"task": task} if agent_id is None else {"task": task, "agent_id": agent_id}
        planned: Planned = yield from self._ask("POST", "mandates", "plan", repeatable=False, body=body)
        return planned

    @endpoint
    def get(self, mandate_id: str) -> Steps[Mandate]:
        """Returns one mandate. Raises NotFoundError."""
        mandate: Mandate = yield from self._ask("GET", "mandates", mandate_id, repeatable=True)
        return mandate

    @endpoint
    def list(self, **query: Unpack[MandateFilter]) -> Steps[MandatePage]:
        """Returns one page, newest first."""
        page: MandatePage = yield from self._ask("GET", "mandates", repeatable=True, query=query)
        return page

    @endpoint
    def narrow(self, mandate_id: str, **terms: Unpack[MandateTerms]) -> Steps[Mandate]:
        """Allows less from now on; this needs no approval."""
        path = ("mandates", mandate_id, "narrow")
        mandate: Mandate = yield from self._ask("POST", *path, repeatable=False, body=terms)
        return mandate

    @endpoint
    def widen(self, mandate_id: str, **terms: Unpack[MandateWidening]) -> Steps[WidenedMandate]:
        """Asks for more: the first call is escalated, and a second one with its `approval_id` succeeds."""
        path = ("mandates", mandate_id, "widen")
        widened: WidenedMandate = yield from self._ask("POST", *path, repeatable=False, body=terms)
        return widened

    @endpoint
    def close(self, mandate_id: str) -> Steps[Mandate]:
        """Ends a mandate; ending it again changes nothing."""
        path = ("mandates", mandate_id, "close")
        mandate: Mandate = yield from self._ask("POST", *path, repeatable=False, body={})
        return mandate


class Tools(Noun[Mode], Generic[Mode]):
    """The catalogue says what each tool does, and which of its arguments name the recipients."""

    @endpoint
    def get(self, tool_id: str) -> Steps[Tool]:
        """Returns one entry. Raises NotFoundError."""
        tool: Tool = yield from self._ask("GET", "tools", tool_id, repeatable=True)
        return tool

    @endpoint
    def list(self, **query: Unpack[ToolFilter]) -> Steps[ToolPage]:
        """Returns one page, in the order in which they were first seen."""
        page: ToolPage = yield from self._ask("GET", "tools", repeatable=True, query=query)
        return page

    @endpoint
    def put(self, entry: NewToolEntry) -> Steps[Tool]:
        """Writes an entry by hand, accepted at once; it replaces one of the same name."""
        tool: Tool = yield from self._ask("PUT", "tools", repeatable=True, body={"entry": entry})
        return tool

    @endpoint
    def import_(self, **document: Unpack[ToolImport]) -> Steps[ImportedTools]:
        """Proposes entries for the tools of a document (`source`), or takes a ready-made catalogue (`ready`).
        """
        imported: ImportedTools = yield from self._ask(
            "POST", "tools", "import", repeatable=False, body=document
        )
        return imported

    @endpoint
    def review(self, **review: Unpack[ToolReview]) -> Steps[ReviewedTools]:
        """Accepts entries, as proposed or corrected, and rejects others."""
        reviewed: ReviewedTools = yield from self._ask(
            "POST", "tools", "review", repeatable=False, body=review
        )
        return reviewed

    @endpoint
    def remove(self, tool_id: str) -> Steps[Tool]:
        """Removes an entry; removing it again changes nothing."""
        tool: Tool = yield from self._ask("DELETE", "tools", tool_id, repeatable=True)
        return tool

    @endpoint
    def suggestions(self, *, since: str | None = None, until: str | None = None) -> Steps[SuggestedTools]:
        """Suggests entries for actions that are not in the catalogue. Times are ISO 8601; nothing is stored."""
        query = {"from": since, "to": until}
        suggested: SuggestedTools = yield from self._ask(
            "GET", "tools", "suggestions", repeatable=True, query=query
        )
        return suggested


class Targets(Noun[Mode], Generic[Mode]):
    """The targets that actions may reach without a question."""

    @endpoint
    def add(self, *targets: NewTarget) -> Steps[AddedTargets]:
        """Makes targets known; those already known stay as they are."""
        body = {"targets": [*targets]}
        added: AddedTargets = yield from self._ask("POST", "targets", repeatable=False, body=body)
        return added

    @endpoint
    def get(self, target_id: str) -> Steps[KnownTarget]:
        """Returns one target, even a removed one. Raises NotFoundError."""
        target: KnownTarget = yield from self._ask("GET", "targets", target_id, repeatable=True)
        return target

    @endpoint
    def list(self, **query: Unpack[TargetFilter]) -> Steps[TargetPage]:
        """Returns one page, newest first."""
        page: TargetPage = yield from self._ask("GET", "targets", repeatable=True, query=query)
        return page

    @endpoint
    def remove(self, target_id: str) -> Steps[KnownTarget]:
        """Removes a target; removing it again changes nothing."""
        target: KnownTarget = yield from self._ask("DELETE", "targets", target_id, repeatable=True)
        return target

    @endpoint
    def suggestions(self, *, since: str | None = None, until: str | None = None) -> Steps[SuggestedTargets]:
        """Suggests targets that actions reached and nothing makes known. Times are ISO 8601; nothing is stored."""
        query = {"from": since, "to": until}
        suggested: SuggestedTargets = yield from self._ask(
            "GET", "targets", "suggestions", repeatable=True, query=query
        )
        return suggested

"""Opens a mandate by a plan that a model makes before the agent reads anything."""

from collections.abc import Sequence
from typing import Any, Generic, Literal

from .catalogue import Mandates, Tools
from .connection import Connection
from .failures import ConfigurationError
from .judgement import CallDefaults
from .planning import Complete, listed_tool, plan_from, prompt_for, tool_of
from .steps import Act, Mode, Steps, Stepwise, endpoint
from .telemetry import PlanFailed, logger, tell
from .wire import PLAN_SCHEMA, Mandate


class Planned(Stepwise[Mode], Generic[Mode]):
    """The planning of both clients."""

    mandates: Mandates[Mode]
    tools: Tools[Mode]
    _defaults: CallDefaults
    _asking: Connection

    @endpoint
    def plan_with(
        self,
        task: str,
        *,
        complete: Complete | None = None,
        tools: Sequence[Any] | None = None,
        server: str | None = None,
        agent_id: str | None = None,
        model: str | None = None,
        on_plan_failed: Literal["words", "throw"] = "words",
    ) -> Steps[Mandate]:
        """Opens a mandate by a plan that a model makes before anything is read; use its id in `with_options`.

        `complete`: asks your model; by default the service's planner is asked. `tools`: definitions, a
        framework's tools, or functions; by default the accepted tools of the catalogue, which needs
        evidence:read. `server`: the name under which the catalogue knows them. Where there is no plan, the words
        of the task give the terms, unless `on_plan_failed` is "throw". Raises AssizeError without a mandate.
        """
        agent_id = agent_id or self._defaults.agent_id
        if agent_id is None:
            raise ConfigurationError("Name the agent of the mandate: set the agent_id.")
        try:
            plan: Any = True
            if complete is not None:
                plan = yield from self._planned(task, complete, tools, server, model)
            return (yield from Mandates.open.steps(self.mandates, agent_id=agent_id, task=task, plan=plan))
        except Exception as error:
            if on_plan_failed == "throw":
                raise
            failed = PlanFailed(agent_id, error)
        telemetry = self._asking.telemetry
        if telemetry.on_plan_failed is None:
            logger.warning("There is no plan, so the words of the task count: %s", failed.error)
        tell(telemetry.on_plan_failed, failed)
        return (yield from Mandates.open.steps(self.mandates, agent_id=agent_id, task=task))

    def _planned(
        self, task: str, complete: Complete, tools: Sequence[Any] | None, server: str | None, model: str | None
    ) -> Steps[Any]:
        if tools is None:
            listed = yield from self._accepted()
        else:
            listed = [tool_of(one, server) for one in tools]
        prompt = prompt_for(task, listed)
        answer = yield Act(lambda: complete(prompt, PLAN_SCHEMA))
        return plan_from(answer, prompt, model)

    def _accepted(self) -> Steps[list[dict[str, Any]]]:
        listed: list[dict[str, Any]] = []
        query: Any = {"status": "accepted"}
        while True:
            page = yield from Tools.list.steps(self.tools, **query)
            listed += [listed_tool(tool["entry"]) for tool in page["items"]]
            if page["next_cursor"] is None:
                return listed
            query["cursor"] = page["next_cursor"]

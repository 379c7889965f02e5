"""A function under `@guard`: the call that is judged, and the action that runs."""

import inspect
from collections.abc import Callable, Collection, Mapping
from typing import Any, TypedDict

from .arguments import ActionRefused, as_json, bound_arguments
from .corrections import applied, is_same
from .guard import Action
from .judgement import ToolCall


class GuardOptions(TypedDict, total=False):
    """How a guarded function is judged."""

    name: str
    """The name of the action; by default the name of the function."""
    server: str
    """The group of tools that it belongs to: the action is `server.name`."""
    description: str
    """What the action is for, in words."""
    agent_id: str
    user_id: str
    session_id: str
    mandate_id: str
    context: Mapping[str, Any] | Callable[[dict[str, Any]], Mapping[str, Any]]
    """More facts for the laws, such as the risk or the cost; a function gets the arguments by name."""
    arguments: Callable[[dict[str, Any]], object]
    """The value to show the laws instead of the arguments by name, if these can't be JSON."""
    ignore: Collection[str]
    """Parameters that the laws are not shown, such as a framework's own context. `self` and `cls` never are.
    """
    wait_seconds: float
    """How long to wait for a human. Without it, an escalation raises ApprovalRequired at once."""
    is_failure: Callable[[Any], bool]
    """Whether the returned value means that the action failed."""
    told: Callable[[Any, str], Any]
    """Adds to the returned value what a human changed in the call, for the model: gets the value and a sentence."""
    report_results: bool
    """False keeps the returned value from the service. Then it can't tell where later values came from."""


class Guarded:
    """A function with its options. Raises TypeError for one that can't be guarded."""

    def __init__(self, function: Callable[..., Any], options: GuardOptions) -> None:
        if not callable(function):
            raise TypeError(
                "Only a function can be guarded: put @guard below @classmethod, and give it a `name=`."
            )
        if inspect.isgeneratorfunction(function) or inspect.isasyncgenfunction(function):
            raise TypeError("A generator has not run when it returns, so it can't be guarded.")
        self._function = function
        self._options = options
        self._name = str(options.get("name") or getattr(function, "__name__", ""))
        if self._name == "":
            raise TypeError("The function has no name: give the action one with `name`.")
        self._signature = inspect.signature(function)
        first = next(iter(self._signature.parameters), None)
        own = {first} if first in ("self", "cls") else set()
        self._ignore = frozenset({*options.get("ignore", ()), *own})
        unknown = self._ignore - set(self._signature.parameters)
        if unknown:
            raise TypeError(f"The function has no parameter {', '.join(sorted(unknown))} to ignore.")

    def call_and_action(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[ToolCall, Action]:
        """Returns the call to judge and the action to run. Raises TypeError if the arguments don't fit the function."""
        options = self._options
        given = bound_arguments(self._signature, self._ignore, args, kwargs)
        context = options.get("context")
        show = options.get("arguments")
        call = ToolCall(
            name=self._name,
            server=options.get("server"),
            description=options.get("description"),
            agent_id=options.get("agent_id"),
            user_id=options.get("user_id"),
            session_id=options.get("session_id"),
            mandate_id=options.get("mandate_id"),
            context=context(given) if callable(context) else context,
            report_results=options.get("report_results"),
        )
        action = Action(
            run=lambda: self._function(*args, **kwargs),
            shown=lambda: given if show is None else show(given),
            wait_seconds=options.get("wait_seconds", 0),
            is_failure=options.get("is_failure"),
            # Nothing leads back from what was shown instead to the arguments themselves.
            corrected=self._corrected(args, kwargs) if show is None else None,
            told=options.get("told"),
        )
        return call, action

    def _corrected(
        self, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> Callable[[dict[str, Any]], Callable[[], Any]]:
        def corrected(wanted: dict[str, Any]) -> Callable[[], Any]:
            bound = self._signature.bind(*args, **kwargs)
            bound.apply_defaults()
            others = dict(wanted)
            rest: dict[str, Any] = {}
            rest_name = None
            for name, value in list(bound.arguments.items()):
                if name in self._ignore:
                    continue
                if self._signature.parameters[name].kind is inspect.Parameter.VAR_KEYWORD:
                    rest_name, rest = name, value
                elif name in others:
                    bound.arguments[name] = applied(value, others.pop(name))
                else:
                    del bound.arguments[name]
            if rest_name is not None:
                given = {
                    name: applied(rest[name], one) if name in rest else one for name, one in others.items()
                }
                bound.arguments[rest_name] = given
            return self._checked(bound, wanted)

        return corrected

    def _checked(self, bound: inspect.BoundArguments, wanted: dict[str, Any]) -> Callable[[], Any]:
        """Raises ActionRefused where the function would get anything but what was approved."""
        try:
            shown = as_json(bound_arguments(self._signature, self._ignore, bound.args, bound.kwargs))
        except TypeError as error:
            raise ActionRefused(
                f"The corrected arguments don't fit, so it was not carried out: {error}."
            ) from error
        if not is_same(shown, wanted):
            raise ActionRefused("The corrected arguments don't fit the function, so it was not carried out.")
        return lambda: self._function(*bound.args, **bound.kwargs)


def action_of(
    call: ToolCall,
    action: Callable[..., Any],
    wait_seconds: float,
    is_failure: Callable[[Any], bool] | None,
    told: Callable[[Any, str], Any] | None,
) -> Action:
    """The action of a call that is made by hand. One without a parameter can't get what a human corrected."""
    given = call.arguments
    takes = any(
        one.default is one.empty and one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD)
        for one in inspect.signature(action).parameters.values()
    )

    def corrected(wanted: dict[str, Any]) -> Callable[[], Any]:
        # Any other value than an object was judged as its member `input`.
        is_wrapped = given is not None and not isinstance(as_json(given), dict) and [*wanted] == ["input"]
        made = applied({} if given is None else given, wanted["input"] if is_wrapped else wanted)
        return lambda: action(made)

    return Action(
        run=(lambda: action(given)) if takes else action,
        shown=lambda: given,
        wait_seconds=wait_seconds,
        is_failure=is_failure,
        corrected=corrected if takes else None,
        told=told,
    )

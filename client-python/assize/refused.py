"""The refusals of actions that have a verdict, one class for each way that a caller goes on."""

from .arguments import ActionRefused
from .corrections import CorrectedCall, json_text
from .wire import Remedy


class ApprovalRequired(ActionRefused):
    """A human must approve it first. Later, from any process, the same call continues with `approval_id`."""

    def __init__(self, message: str, evidence_id: str | None, approval_id: str) -> None:
        super().__init__(message, evidence_id)
        self.approval_id = approval_id
        # A traceback shows it below the message, which is for the model.
        self.add_note(
            f"A person has to approve {approval_id}. Then make the same call again, in: "
            f"with use_approval({approval_id!r}): ..."
        )

    def __repr__(self) -> str:
        message = str(self)
        return f"ApprovalRequired({message!r}, approval_id={self.approval_id!r}, evidence_id={self.evidence_id!r})"


class ActionBlocked(ActionRefused):
    """A law forbids it, or a human rejected it. `remedies` say what would make each law pass."""

    def __init__(self, message: str, evidence_id: str | None, remedies: "tuple[Remedy, ...]" = ()) -> None:
        super().__init__(message, evidence_id)
        self.remedies = remedies


class ApprovalCorrected(ActionRefused):
    """A human approved it with changes, which this caller does not take.

    It runs if it is made again with `arguments`, under `approval_id`.
    """

    def __init__(self, corrected: CorrectedCall, approval_id: str) -> None:
        again = json_text(corrected.arguments)
        # No model repeats longer ones exactly.
        words = (
            f"Make the call again with exactly these arguments: {again}"
            if len(again) <= _MAX_CHARACTERS
            else "The approved arguments are too long to be repeated: do it in smaller parts."
        )
        super().__init__(f"It was not carried out yet. {words} {corrected.note}")
        self.arguments = corrected.arguments
        self.approval_id = approval_id


_MAX_CHARACTERS = 3_000

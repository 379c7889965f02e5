"""The shapes that go over the wire, as docs/openapi.json describes them.

generate_wire.py writes this file: change nothing here. A field that is `NotRequired` may be absent; times are ISO 8601
in UTC, unless a field says otherwise.
"""

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict


EvaluationContext: TypeAlias = dict[str, Any]


class EvaluationRequest(TypedDict):
    action: str
    """What the agent wants to do, such as email.send."""
    agent_id: NotRequired[str]
    """The agent that acts."""
    user_id: NotRequired[str]
    """The person on whose behalf it acts."""
    tenant_id: NotRequired[str]
    """The caller's own label; recorded, never used to select data."""
    idempotency_key: NotRequired[str]
    """The same key and body within 24 hours get the first answer again; a proceed is judged again if its
    agent has been halted since.
    """
    description: NotRequired[str]
    """What the action is for, in words."""
    context: NotRequired[EvaluationContext]


Verdict: TypeAlias = Literal["proceed", "escalate", "block"]


LawId: TypeAlias = Literal["audit_conservation", "bounded_autonomy", "budget_conservation", "evidence_gravity", "least_action_path", "monotonic_truth", "policy_adherence", "safety_dominance"]


class LawResult(TypedDict):
    law_id: LawId
    law_name: str
    result: Literal["pass", "warn", "fail"]
    reason: str
    details: dict[str, Any]
    duration_ms: float


class Remedy(TypedDict):
    law_id: LawId
    change: dict[str, Any]
    """Merge this into context; null removes a field."""
    note: str


class WouldBe(TypedDict):
    """Present where tools, targets and mandates are only observed: the verdict by them."""
    verdict: Verdict
    explanation: str


class Evaluation(TypedDict):
    """The verdict, whose evidence is on disk."""
    verdict: Verdict
    action: str
    explanation: str
    duration_ms: float
    """The time from request to verdict; the evidence is written after it."""
    evaluated_at: str
    evaluations: list[LawResult]
    remedies: list[Remedy]
    """For each law that did not pass, the smallest change that would make it pass."""
    basis: list[Literal["claims", "tool", "content", "targets", "mandate"]]
    """What the verdict rests on. claims alone: the service knows nothing of this action but what the
    caller says.
    """
    would_be: NotRequired[WouldBe]
    evidence_id: str
    escalation_id: NotRequired[str]
    """Present when the verdict is escalate."""
    approval_id: NotRequired[str]
    """The approval a human has to give; present when the verdict is escalate."""


class Fault(TypedDict):
    loc: list[str]
    msg: str
    type: str


class RefusedItem(TypedDict):
    status: int
    detail: list[Fault] | str


class EvaluatedBatch(TypedDict):
    """Each item as a single call would have answered it."""
    results: list[Evaluation | RefusedItem]
    """In the order of the request."""


class PolicyRule(TypedDict):
    id: str
    """Unique in its policy."""
    description: NotRequired[str]
    """The harm that the rule prevents."""
    when: str
    """A CEL expression that is true or false. It may use action, description, context, agent, user and
    facts, and the variables and lists of this policy.
    """
    effect: Literal["block", "escalate", "note"]
    message: NotRequired[str]
    """The message for the caller if the rule matches."""


class PolicyVariable(TypedDict):
    name: str
    """Unique in its policy."""
    expression: str
    """A CEL expression of any type. It may use everything that rules may, and the variables before it."""


PolicyLists: TypeAlias = dict[str, list[Any]]


class DraftPolicy(TypedDict):
    """A draft to try, instead of the policy of that name or in addition to all others."""
    name: NotRequired[str]
    """Lower-case letters, digits, dashes and underscores, at most 64."""
    description: NotRequired[str]
    """What the policy is for."""
    rules: list[PolicyRule]
    variables: NotRequired[list[PolicyVariable]]
    """Values that rules can use, as variables. and the name; each may use those before it."""
    lists: NotRequired[PolicyLists]


class SimulationRequest(TypedDict):
    action: str
    """What the agent wants to do, such as email.send."""
    agent_id: NotRequired[str]
    """The agent that acts."""
    user_id: NotRequired[str]
    """The person on whose behalf it acts."""
    tenant_id: NotRequired[str]
    """The caller's own label; recorded, never used to select data."""
    idempotency_key: NotRequired[str]
    """The same key and body within 24 hours get the first answer again; a proceed is judged again if its
    agent has been halted since.
    """
    description: NotRequired[str]
    """What the action is for, in words."""
    context: NotRequired[EvaluationContext]
    policy: NotRequired[DraftPolicy]


class Simulation(TypedDict):
    """The verdict it would be; nothing is recorded."""
    verdict: Verdict
    action: str
    explanation: str
    duration_ms: float
    """The time from request to verdict; the evidence is written after it."""
    evaluated_at: str
    evaluations: list[LawResult]
    remedies: list[Remedy]
    """For each law that did not pass, the smallest change that would make it pass."""
    basis: list[Literal["claims", "tool", "content", "targets", "mandate"]]
    """What the verdict rests on. claims alone: the service knows nothing of this action but what the
    caller says.
    """
    would_be: NotRequired[WouldBe]


class Execution(TypedDict):
    """The verdict, and whether the action is recorded as executed. Both are on disk."""
    verdict: Verdict
    action: str
    explanation: str
    duration_ms: float
    """The time from request to verdict; the evidence is written after it."""
    evaluated_at: str
    evaluations: list[LawResult]
    remedies: list[Remedy]
    """For each law that did not pass, the smallest change that would make it pass."""
    basis: list[Literal["claims", "tool", "content", "targets", "mandate"]]
    """What the verdict rests on. claims alone: the service knows nothing of this action but what the
    caller says.
    """
    would_be: NotRequired[WouldBe]
    evidence_id: str
    escalation_id: NotRequired[str]
    """Present when the verdict is escalate."""
    approval_id: NotRequired[str]
    """The approval a human has to give; present when the verdict is escalate."""
    executed: bool
    """Whether the action is recorded as executed: only if the verdict is proceed."""
    execution_evidence_id: NotRequired[str]
    """The evidence of the execution; present when executed is true."""


class OutcomeReport(TypedDict):
    action: str
    """The action that was carried out, such as email.send."""
    context: dict[str, Any]
    """Any details you want to keep."""
    outcome: Literal["success", "failure"]
    executed_at: str
    """A time with its zone; at most 5 minutes in the future."""
    agent_id: NotRequired[str]
    """The agent that acted."""
    user_id: NotRequired[str]
    """The person on whose behalf it acted."""
    evaluation_id: NotRequired[str]
    """The evidence id of the evaluation before the action."""
    actual_cost_usd: NotRequired[float]
    """What the action cost, in USD."""


class RecordedOutcome(TypedDict):
    """The evidence, which is on disk."""
    evidence_id: str
    artifact_type: Literal["action_executed"]
    hash: str
    previous_hash: str
    created_at: str


ArtifactType: TypeAlias = Literal["governance_eval", "action_executed", "action_approved", "action_rejected", "compliance_check", "trust_update", "governance_change"]


class ArtifactInFull(TypedDict):
    """Payload and salt are null after redaction, or when their retention has passed."""
    id: str
    artifact_type: ArtifactType
    action: str | None
    verdict: str | None
    payload: dict[str, Any] | None
    hash: str
    previous_hash: str
    created_at: str
    index: int
    """Its position in the chain, from 0."""
    actor: str
    """The agent that acted, or else the user, or else the key."""
    payload_commitment: str
    """SHA-256 of salt and canonical payload."""
    salt: str | None
    leaf: str
    """The text whose RFC 6962 leaf hash is `hash`."""


class EvidenceSearch(TypedDict):
    """An artifact must match all filters."""
    artifact_type: NotRequired[ArtifactType]
    action: NotRequired[str]
    """Exactly this action."""
    verdict: NotRequired[Verdict]
    from_date: NotRequired[str]
    """Recorded at this time or later."""
    to_date: NotRequired[str]
    """Recorded before this time."""
    limit: NotRequired[int]
    offset: NotRequired[int]


class Artifact(TypedDict):
    id: str
    artifact_type: ArtifactType
    action: str | None
    verdict: str | None
    payload: dict[str, Any] | None
    hash: str
    previous_hash: str
    created_at: str


class EvidencePage(TypedDict):
    """One page, newest first."""
    items: list[Artifact]
    total: int
    """How many match."""
    limit: int
    offset: int


class LatestArtifacts(TypedDict):
    """One for each artifact type that has any."""
    items: dict[str, dict[str, Any]]


class VerificationFirstInvalid(TypedDict):
    index: int | None
    problem: str
    """What is wrong, in one word."""
    message: str


class Restore(TypedDict):
    index: int
    """The index of the record that states the restore."""
    id: str
    """The evidence id of that record."""
    at: str
    """When that record was written."""
    last_signed_size: int
    """How many records are known to have been signed before the restore."""
    last_signed: str
    """The signed note of exactly those records, verbatim; empty where none is known."""
    found_size: int
    """How many records there were after the restore."""
    proven_size: int
    """How many of them, from the first on, are proven to be those that were signed."""
    by: str
    reason: str
    backup_at: str | None
    """When the backup was made; null where that is not known."""
    signing: Literal["kept", "copy", "lost"]
    """Whether the record of what was signed was kept, is an older copy, or was lost; after a copy, more
    may have been signed.
    """
    signing_at: str | None
    """When that copy was made; null where it is none."""
    repeated: bool
    """First stated by a record that a later restore took away, and repeated by the record of that restore."""


Restores: TypeAlias = list[Restore]


class Verification(TypedDict):
    """The findings. A chain that is not sound is an answer too, not an error."""
    valid: bool
    mode: Literal["incremental", "full"]
    """Whether everything was verified now, or only what was added since the chain was last found sound."""
    total_artifacts: int
    """How many records were ever appended."""
    verified_count: int
    """How many records have a sound hash, link and payload."""
    pruned_count: int
    """How many payloads were removed because their retention had passed."""
    redacted_count: int
    """How many payloads were redacted."""
    chain_head_hash: str
    tree_size: int
    root_hash: str | None
    checkpoint: str | None
    verified_at: str
    first_invalid: VerificationFirstInvalid | None
    restores: Restores
    open_alarms: int
    """Problems found now or before that have not been acknowledged yet."""


class VerifierKeysKey(TypedDict):
    vkey: str
    """In the format of C2SP signed-note."""
    valid_from: str
    valid_until: str | None


class VerifierKeys(TypedDict):
    """To verify, get the keys from elsewhere and compare them with these."""
    keys: list[VerifierKeysKey]
    """The oldest first."""


class ExportRequest(TypedDict):
    format: Literal["json", "csv", "pdf"]
    from_date: NotRequired[str]
    """Recorded at this time or later."""
    to_date: NotRequired[str]
    """Recorded before this time."""
    artifact_types: NotRequired[list[ArtifactType]]
    """Only these types, each once."""
    csv_bom: NotRequired[bool]
    """With csv alone: begin with a byte order mark, so that Excel reads it as UTF-8."""
    include_chain_verification: NotRequired[bool]


class ExportChainVerification(TypedDict):
    """The size of the whole chain as it is now."""
    valid: bool
    total_verified: int


class Export(TypedDict):
    """The export is tied to a signed checkpoint that covers everything recorded so far; the file is made
    at each download.
    """
    export_id: str
    format: Literal["json", "csv", "pdf"]
    artifact_count: int
    download_url: str
    """Opens without a key, until expires_at."""
    expires_at: str
    restores: Restores
    chain_verification: NotRequired[ExportChainVerification]
    """The size of the whole chain as it is now."""


class ApprovalLaw(TypedDict):
    law_id: LawId
    law_name: str
    result: Literal["pass", "warn", "fail"]
    """pass: an earlier approval of the same request answered it."""
    reason: str
    details: dict[str, Any]


class ApprovalDecisionShape(TypedDict):
    party: str
    """The member or key that decided."""
    decided_by: str
    """The name of the member; of a key, whom it named, or the key itself."""
    said_by_key: str | None
    """The key that says who decided: no one has proven it. null where a member decided."""
    by_requester: bool
    """The person who decided had asked for the action, with a key or session of theirs."""
    decision: Literal["approved", "rejected"]
    comment: str | None
    decided_at: str


class Approval(TypedDict):
    """The approval."""
    approval_id: str
    escalation_id: str
    evidence_id: str
    """The evidence id of the evaluation that opened it."""
    status: Literal["pending", "approved", "rejected", "expired", "cancelled", "consumed"]
    action: str
    description: str | None
    context: dict[str, Any] | None
    """As in the request; null if the payload of the evaluation was removed."""
    reasoning: str | None
    """null if the payload of the evaluation was removed."""
    laws: list[ApprovalLaw] | None
    """The laws the human is asked about: those that did not pass, or that passed only because of an
    earlier approval; null if the payload of the evaluation was removed.
    """
    risk_level: str | None
    agent_id: str | None
    user_id: str | None
    requested_by: str | None
    """The key that asked."""
    required_approvals: int
    decisions: list[ApprovalDecisionShape]
    binding: str | None
    """SHA-256 of the one request that can use it; null if its payload is gone."""
    binding_version: int
    """3: `binding` covers all but the approval fields and, beside `arguments`, `session_id`; 2: the
    session always; 1: not the description, which is compared with that of the first request.
    """
    created_at: str
    expires_at: str
    resolved_at: str | None
    resolution_evidence_id: str | None
    consumed_at: str | None
    consumed_by: str | None
    """The evidence id of the evaluation that used it."""


class ApprovalPage(TypedDict):
    """One page. The key or person who decided stands in `decisions`."""
    items: list[Approval]
    next_cursor: str | None
    """null on the last page."""
    total: int
    """The number of items on all pages."""


class ApprovalDecision(TypedDict):
    """An optional body."""
    comment: NotRequired[str]
    """Kept with the approval, and in the evidence of its resolution."""
    decided_by: NotRequired[str]
    """The person on whose behalf the key decides."""


Effect: TypeAlias = Literal["read", "write", "send", "share", "pay", "book", "delete", "execute", "configure"]


class MandateTarget(TypedDict):
    kind: NotRequired[Literal["email", "domain", "phone", "account", "url", "path", "channel", "person", "object", "program", "detect"]]
    """By default, the form of the value decides."""
    value: str


class NewMandate(TypedDict):
    agent_id: str
    """The agent that may act under it."""
    task: NotRequired[str]
    """The task in the words of the person who gave it. Only a commitment to it is kept."""
    keep_task: NotRequired[bool]
    """Keep the text of the task as evidence."""
    effects: NotRequired[list[Effect]]
    """What the agent may do; by default derived from the task."""
    tools: NotRequired[list[str]]
    """The tools it may use; empty for every tool."""
    targets: NotRequired[list[MandateTarget]]
    """Whom and what it may reach; by default derived from the task."""
    budget_usd: NotRequired[float]
    """How much it may spend, in USD."""
    max_actions: NotRequired[int]
    """How many verdicts of proceed it is good for."""
    strict: NotRequired[bool]
    """What is beyond the mandate is blocked, instead of shown to a human."""
    expires_at: NotRequired[str]
    """At most 30 days from now; by default a day."""


class MandateTargetShape(TypedDict):
    kind: str
    value: str


class Mandate(TypedDict):
    """The mandate as it is now."""
    mandate_id: str
    agent_id: str
    status: Literal["open", "used_up", "closed", "expired"]
    version: int
    """Of its terms, from 1."""
    task: str | None
    """null unless keep_task was true."""
    effects: list[Effect]
    tools: list[str]
    """Empty for every tool."""
    targets: list[MandateTargetShape] | None
    """null where the payload that states them was removed; they still count."""
    words_of_the_task_count: bool
    """Whether a person, channel or thing that the task names in its words is known."""
    greatest_number: float | None
    """More than the task speaks of is beyond it; null where it names no amount, or its words no longer
    count.
    """
    derived: list[Literal["effects", "targets"]]
    """The terms that were derived from the words of the task."""
    strict: bool
    budget_usd: float | None
    spent_usd: float
    """Counted only where there is a budget."""
    max_actions: int | None
    actions_used: int
    """Counted only where there is a limit."""
    expires_at: str
    opened_at: str
    opened_by: str
    evidence_id: str
    closed_at: str | None
    closed_by: str | None


class MandatePage(TypedDict):
    """One page, newest first."""
    items: list[Mandate]
    next_cursor: str | None
    """null on the last page."""


class MandateTerms(TypedDict):
    effects: NotRequired[list[Effect]]
    """What the agent may do; by default derived from the task."""
    tools: NotRequired[list[str]]
    """The tools it may use; empty for every tool."""
    targets: NotRequired[list[MandateTarget]]
    """Whom and what it may reach; by default derived from the task."""
    budget_usd: NotRequired[float]
    """How much it may spend, in USD."""
    max_actions: NotRequired[int]
    """How many verdicts of proceed it is good for."""
    strict: NotRequired[bool]
    """What is beyond the mandate is blocked, instead of shown to a human."""
    expires_at: NotRequired[str]
    """At most 30 days from now; by default a day."""


class MandateWidening(TypedDict):
    effects: NotRequired[list[Effect]]
    """What the agent may do; by default derived from the task."""
    tools: NotRequired[list[str]]
    """The tools it may use; empty for every tool."""
    targets: NotRequired[list[MandateTarget]]
    """Whom and what it may reach; by default derived from the task."""
    budget_usd: NotRequired[float]
    """How much it may spend, in USD."""
    max_actions: NotRequired[int]
    """How many verdicts of proceed it is good for."""
    strict: NotRequired[bool]
    """What is beyond the mandate is blocked, instead of shown to a human."""
    expires_at: NotRequired[str]
    """At most 30 days from now; by default a day."""
    approval_id: NotRequired[str]
    """The approval of this very widening, once a human gave it."""


class WidenedMandate(TypedDict):
    """The verdict on the widening, and the mandate after it."""
    verdict: Literal["proceed", "escalate", "block"]
    """proceed: the wider terms hold. escalate: a human is asked."""
    explanation: str
    approval_id: NotRequired[str]
    """Send the same again with it once it is approved."""
    evidence_id: str
    mandate: Mandate


class EffectByArgument(TypedDict):
    """The effect by the value of an argument; for any other value, effect."""
    path: str
    """A place in the arguments: to, message.to, recipients[*].email, headers.*, $ for all of them."""
    values: dict[str, Effect]


class ToolTarget(TypedDict):
    path: str
    """A place in the arguments: to, message.to, recipients[*].email, headers.*, $ for all of them."""
    kind: Literal["email", "domain", "phone", "account", "url", "path", "channel", "person", "object", "program", "detect"]
    role: Literal["recipient", "payee", "grantee", "place", "object", "program", "link"]
    effect: NotRequired[Literal["read", "write", "send", "share", "pay", "book", "delete", "execute", "configure"]]
    """An effect that counts only where this target is there."""


class ToolAmount(TypedDict):
    path: str
    """A place in the arguments: to, message.to, recipients[*].email, headers.*, $ for all of them."""
    currency: NotRequired[str]
    """A code such as USD, or the path of the argument that holds it; left out, US dollars."""
    in_cents: NotRequired[bool]


class ToolContent(TypedDict):
    path: str
    """A place in the arguments: to, message.to, recipients[*].email, headers.*, $ for all of them."""
    kind: Literal["shell", "sql", "mongo", "url", "path", "code", "text"]
    dialect: NotRequired[str]


class ToolEntrySeen(TypedDict):
    """What the tool said of itself when it was proposed."""
    description_hash: str
    schema_hash: str


class ToolEntry(TypedDict):
    tool: str
    """Its name, such as gmail.send_email, or send_email with a server; with *, a pattern over names."""
    server: NotRequired[str]
    """The server that the tool is of."""
    effect: NotRequired[Effect]
    effect_by: NotRequired[EffectByArgument]
    targets: list[ToolTarget]
    amount: NotRequired[ToolAmount]
    contents: list[ToolContent]
    risk_level: NotRequired[Literal["low", "medium", "high", "critical"]]
    """A floor for the risk."""
    is_irreversible: NotRequired[bool]
    description: NotRequired[str]
    reasons: NotRequired[dict[str, str]]
    """Why each field was proposed."""
    seen: NotRequired[ToolEntrySeen]
    """What the tool said of itself when it was proposed."""


class Tool(TypedDict):
    """The entry as it is now."""
    tool_id: str
    status: Literal["proposed", "accepted", "rejected", "changed", "removed"]
    entry: ToolEntry
    hash: str
    """SHA-256 of the entry."""
    source: str
    """import, ready:NAME, review (corrected in the review) or hand."""
    revision: int
    """The revision of the catalogue from which it stands like this."""
    changed_at: str
    changed_by: str
    """A key, a member, or operator for the command line."""
    evidence_id: str


class ToolPage(TypedDict):
    """One page; next_cursor is null on the last."""
    items: list[Tool]
    next_cursor: str | None


class ToolWithFormer(TypedDict):
    """The entry as it is now."""
    tool_id: str
    status: Literal["proposed", "accepted", "rejected", "changed", "removed"]
    entry: ToolEntry
    hash: str
    """SHA-256 of the entry."""
    source: str
    """import, ready:NAME, review (corrected in the review) or hand."""
    revision: int
    """The revision of the catalogue from which it stands like this."""
    changed_at: str
    changed_by: str
    """A key, a member, or operator for the command line."""
    evidence_id: str
    former_entry: ToolEntry | None
    """Of a tool that has changed: what was accepted before; null otherwise."""


class NewToolEntry(TypedDict):
    tool: str
    """Its name, such as gmail.send_email, or send_email with a server; with *, a pattern over names."""
    server: NotRequired[str]
    """The server that the tool is of."""
    effect: Effect
    effect_by: NotRequired[EffectByArgument]
    targets: NotRequired[list[ToolTarget]]
    amount: NotRequired[ToolAmount]
    contents: NotRequired[list[ToolContent]]
    risk_level: NotRequired[Literal["low", "medium", "high", "critical"]]
    """A floor for the risk."""
    is_irreversible: NotRequired[bool]
    description: NotRequired[str]
    reasons: NotRequired[dict[str, str]]
    """Why each field was proposed."""


class ToolWrite(TypedDict):
    entry: NewToolEntry


class ToolImport(TypedDict):
    source: NotRequired[Any]
    """The document: the answer of MCP tools/list, a list of function tools as OpenAI or AI SDKs take them,
    or an OpenAPI document. This or ready.
    """
    ready: NotRequired[str]
    """The name of a ready catalogue, such as gmail."""
    format: NotRequired[Literal["mcp", "openai", "functions", "openapi"]]
    """Found out where it is left out."""
    server: NotRequired[str]
    """The server that the tools are of."""
    inferred: NotRequired[bool]
    """The definitions were inferred from calls, as suggestions are: the first import of the real ones is
    then no change of the tools.
    """
    accept: NotRequired[bool]
    """Accept all now, without a review."""


class ImportedToolsTool(TypedDict):
    tool_id: str | None
    """null where it was refused."""
    name: str
    result: Literal["proposed", "accepted", "changed", "unchanged", "refused"]
    reason: str
    entry: ToolEntry | None
    """As it was proposed; null where it was refused."""


class ImportedToolsCounts(TypedDict):
    proposed: int
    accepted: int
    changed: int
    unchanged: int
    refused: int


class ImportedTools(TypedDict):
    """What became of each tool, in the order of the document."""
    tools: list[ImportedToolsTool]
    counts: ImportedToolsCounts
    notice: str | None
    """What changes from now on, where this accepted the first entry of the environment; null otherwise."""


class ToolReviewAcceptItem(TypedDict):
    tool_id: str
    entry: NotRequired[NewToolEntry]
    hash: NotRequired[str]
    """Of the entry you saw; 409 if it is another."""


class ToolReview(TypedDict):
    accept: NotRequired[list[ToolReviewAcceptItem]]
    reject: NotRequired[list[str]]


class ReviewedTools(TypedDict):
    """The entries as they are now: first the accepted ones."""
    tools: list[Tool]
    notice: str | None
    """What changes from now on, where this accepted the first entry of the environment; null otherwise."""


SuggestedToolsTool = TypedDict("SuggestedToolsTool", {"action": str, "count": int, "agents": list[str], "last_seen": str, "last_approved": str | None, "approved_count": int, "evidence_ids": list[str], "in_review": bool, "import": dict[str, Any], "entry": ToolEntry | None, "reason": str | None})


SuggestedTools = TypedDict("SuggestedTools", {"from": str, "to": str, "evaluations": int, "skipped": int, "cut": bool, "has_more": bool, "tools": list[SuggestedToolsTool]})


TargetKind: TypeAlias = Literal["email", "domain", "phone", "account", "url", "path", "channel", "person", "object", "program"]


class NewTarget(TypedDict):
    kind: TargetKind
    value: str
    role: NotRequired[Literal["recipient", "payee", "grantee", "place", "object", "program", "link"]]
    """recipient is told, payee gets value, grantee gets access, place is read, written or run, object is
    acted on, program is run, link stands in an outgoing text.
    """
    agent_id: NotRequired[str]
    """Only for this agent."""
    effect: NotRequired[Effect]
    until: NotRequired[str]
    """It counts until then."""
    name: NotRequired[str]
    """What people call it. Kept in the clear, so write no personal data."""


class NewTargets(TypedDict):
    targets: list[NewTarget]


class KnownTarget(TypedDict):
    """A target that actions may reach."""
    target_id: str
    kind: TargetKind
    value: str | None
    """null where redaction or retention has removed it; it still counts."""
    role: Literal["recipient", "payee", "grantee", "place", "object", "program", "link"] | None
    """null for any."""
    agent_id: str | None
    """null for every agent."""
    effect: Effect | None
    """null for any."""
    name: str | None
    source: Literal["record", "approval"]
    approval_id: str | None
    """The approval that made it known."""
    until: str | None
    """null for ever."""
    created_at: str
    created_by: str
    """A key, an approval, or operator for the command line."""
    evidence_id: str
    removed_at: str | None


class AddedTargets(TypedDict):
    """All of them are stored, or none."""
    added: list[KnownTarget]
    already_known: int


class TargetPage(TypedDict):
    """One page; next_cursor is null on the last."""
    items: list[KnownTarget]
    next_cursor: str | None


class SuggestedTargetsTarget(TypedDict):
    kind: TargetKind
    value: str
    role: Literal["recipient", "payee", "grantee", "place", "object", "program", "link"]
    effect: Effect
    count: int
    """In how many evaluations."""
    agents: list[str]
    """At most 20."""
    last_seen: str
    last_approved: str | None
    approved_count: int
    """How many of them a human approved."""
    evidence_ids: list[str]
    """Examples, the newest first."""


class SuggestedTargetsDomain(TypedDict):
    domain: str
    role: Literal["recipient", "payee", "grantee", "place", "object", "program", "link"]
    effect: Effect
    addresses: int
    """Different approved addresses."""
    approved_count: int
    """Approvals."""


SuggestedTargets = TypedDict("SuggestedTargets", {"from": str, "to": str, "evaluations": int, "skipped": int, "cut": bool, "has_more": bool, "targets": list[SuggestedTargetsTarget], "domains": list[SuggestedTargetsDomain]})


class TrustSums(TypedDict):
    """The weight of the reports as they count now."""
    successes: float
    failures: float


class Trust(TypedDict):
    """The score as it is now."""
    actor_id: str
    score: float
    known: bool
    """Whether anything this agent did has counted yet."""
    start: float
    """The score of an agent about which nothing is known."""
    ceiling: float
    """The highest that the score can be before this UTC day ends."""
    sums: TrustSums
    """The weight of the reports as they count now."""
    updates: int
    last_update_evidence_id: str | None


class TrustPage(TypedDict):
    """One page."""
    items: list[Trust]
    next_cursor: str | None
    """null on the last page."""


class TrustUpdateCause(TypedDict):
    type: str | None
    evidence_id: str


class TrustUpdate(TypedDict):
    evidence_id: str
    timestamp: str
    before: float | None
    """This and the following fields are null if the payload is gone."""
    after: float | None
    cause: TrustUpdateCause
    risk_level: str | None
    weight: float | None


class TrustHistory(TypedDict):
    """One page, newest first."""
    items: list[TrustUpdate]
    next_cursor: str | None
    """null on the last page."""


class BillingPeriod(TypedDict):
    """A calendar month, UTC."""
    start: str
    end: str
    """When the next month starts."""


class MeteredUse(TypedDict):
    used: float
    """For storage, the GB that are kept."""
    limit: float | None
    """null: no limit."""
    overage: float
    overage_cost_usd: float
    """Before credit."""


class UsageSummaryUsage(TypedDict):
    """One for each meter; only production is counted."""
    governance_evaluations: MeteredUse
    evidence_emissions: MeteredUse
    compliance_checks: MeteredUse
    core_api_calls: MeteredUse
    trust_score_queries: MeteredUse
    evidence_storage_gb: MeteredUse


class UsageSummary(TypedDict):
    """The running month."""
    tier: Literal["free", "team", "business", "enterprise"]
    """The tier of the month."""
    billing_period: BillingPeriod
    usage: UsageSummaryUsage
    """One for each meter; only production is counted."""
    total_overage_cost_usd: float
    """Before credit."""
    api_credit_remaining_usd: float
    """What remains after it has paid the overage."""


class Billing(TypedDict):
    """The running month."""
    tier: Literal["free", "team", "business", "enterprise"]
    """The tier of the month."""
    plan: Literal["free", "personal", "pro", "team", "enterprise"]
    billing_period: BillingPeriod
    users: int
    base_usd: float
    overage_usd: float
    """Before credit."""
    credit_applied_usd: float
    credit_remaining_usd: float
    amount_due_usd: float
    """base_usd + overage_usd - credit_applied_usd."""


class UsageHistory(TypedDict):
    """The running month, and those before it."""
    items: list[UsageSummary]


class InvoiceTenant(TypedDict):
    id: str
    name: str


class InvoicedUse(TypedDict):
    used: float
    """For storage, the GB that are kept."""
    limit: float | None
    """null: no limit."""
    overage: float
    overage_cost_usd: float
    """Before credit."""
    rate_usd: float
    """The price of each one beyond the limit."""


class InvoiceUsage(TypedDict):
    """One for each meter; only production is counted."""
    governance_evaluations: InvoicedUse
    evidence_emissions: InvoicedUse
    compliance_checks: InvoicedUse
    core_api_calls: InvoicedUse
    trust_score_queries: InvoicedUse
    evidence_storage_gb: InvoicedUse


class Invoice(TypedDict):
    """The same document each time."""
    invoice: str
    """The number of the invoice."""
    tenant: InvoiceTenant
    tier: Literal["free", "team", "business", "enterprise"]
    """The tier of the month."""
    billing_period: BillingPeriod
    usage: InvoiceUsage
    """One for each meter; only production is counted."""
    users: int
    base_usd: float
    overage_usd: float
    """Before credit."""
    credit_applied_usd: float
    credit_remaining_usd: float
    amount_due_usd: float
    """base_usd + overage_usd - credit_applied_usd."""
    closed_at: str


class ApiKey(TypedDict):
    id: str
    name: str
    environment: Literal["production", "sandbox"]
    scopes: list[Literal["governance:evaluate", "evidence:read", "evidence:write", "usage:read", "keys:manage", "members:manage"]]
    made_by: str | None
    """The member or key that made it, or operator; null where an earlier version did not say."""
    created_at: str
    expires_at: str | None
    prefix: str
    """The secret, its first 7 characters."""
    last4: str
    """The secret, its last 4 characters."""
    last_used_at: str | None
    status: Literal["active", "expired", "revoked"]


class ApiKeyList(TypedDict):
    """Keys of both environments, and to the sandbox its own; revoked and expired ones included."""
    keys: list[ApiKey]
    total: int


class ApiKeyRequest(TypedDict):
    name: str
    environment: Literal["production", "sandbox"]
    scopes: NotRequired[list[Literal["governance:evaluate", "evidence:read", "evidence:write", "usage:read", "keys:manage", "members:manage"]]]
    """Default: all but members:manage, which only an owner gives."""
    expires_in_days: NotRequired[int | None]
    """Default: 90. On the enterprise tier, null makes a key that does not expire."""


class NewApiKey(TypedDict):
    """The key, with its secret."""
    id: str
    name: str
    environment: Literal["production", "sandbox"]
    scopes: list[Literal["governance:evaluate", "evidence:read", "evidence:write", "usage:read", "keys:manage", "members:manage"]]
    made_by: str | None
    """The member or key that made it, or operator; null where an earlier version did not say."""
    created_at: str
    expires_at: str | None
    key: str
    """The secret, shown only now."""


class RevokedApiKey(TypedDict):
    """The key is revoked, now or before."""
    id: str
    revoked: bool
    revoked_at: str

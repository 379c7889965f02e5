/** Texts of requests that no removal deletes, each with its reason. All others are removed with their record. */

const LEAF =
  'It is part of the leaf, which is hashed and stays: it names an action or an agent, not a person.';
const ID = 'It names something of this service by its id, or a team.';
const JUDGED_BY = 'Acts are judged by it, and old verdicts are recomputed with it.';
const IN_FORCE = 'It is a definition in force, which goes when it is deleted or replaced.';
const SIGNED =
  'A key can’t sign, so the tests write none. It stands in the payload of its record alone, and goes with that.';
const NOWHERE = 'It is only answered, and kept nowhere.';
const STATES = 'It says why evidence was removed or held, and the field says that it is never removed.';
const ACCOUNT = 'It belongs to an account, not to evidence.';

/** By operation and the path in its body (`?` in its query). */
export const KEPT_TEXTS: readonly [fields: RegExp, why: string][] = [
  [/^(evaluate[AB]|execute|reportOutcome|submitEvidence) \.(action|agent_id)$/, LEAF],
  [/^authzenEvaluations? \.(action\.name|subject\.id)$/, LEAF],
  [/^\w+ \.(context\.)?(approval_id|mandate_id|evaluation_id)$/, ID],
  [/^decideTogether[AB] \.approval_ids\[\]$/, ID],
  [/^createHalt \.agent_id$/, JUDGED_BY],
  [/^registerAgent \.agent_id$/, JUDGED_BY],
  [/^(register|change)Agent \.owner\.id$/, ID],
  [/^decideAccess /, ID],
  [/^(open|change)Incident \.(responsible|records\[\])$/, ID],
  [/^addTargets \.targets\[\]\.agent_id$/, JUDGED_BY],
  [/^openMandate[AB] \.agent_id$/, JUDGED_BY],
  [/^(endSession[AB] \.agent_id|reportResult[AB] \.tool)$/, LEAF],
  [/^(open|narrow|widen)Mandate[AB] \.tools\[\]$/, JUDGED_BY],
  [/^(putTool|importTools|reviewTools) /, IN_FORCE],
  [/^(createPolicy|addPolicyVersion|setSettings|createBudget|changeBudget) /, IN_FORCE],
  [
    /^(createKey|createWebhook|changeWebhook|createChannel|changeChannel|createSink|changeSink|setPlanner) /,
    IN_FORCE,
  ],
  [
    /^(simulate|validatePolicy|testPolicy|backtestPolicy|backtestSettings|searchEvidence|planTask[AB]|testToken|whoWouldBeAsked) /,
    NOWHERE,
  ],
  [/^(addIssuer|changeIssuer|revokeTokens) /, IN_FORCE],
  [/^prepareSignOff /, NOWHERE],
  [/^signOff /, SIGNED],
  [/^eraseSubject \.subject$/, NOWHERE],
  [/^(redactEvidence|eraseSubject) \.reason$/, STATES],
  [/^(setLegalHold|liftLegalHold) /, STATES],
  [/^(createGroup|changeGroup|setDirectory) /, IN_FORCE],
  [/^setStandIn /, ID],
  [/^setControlOwner \.owner$/, ID],
  [/^makeExceptionsReport \.seed$/, 'It decides what is drawn, and stays with the record of the report.'],
  [/^inviteMember /, ACCOUNT],
  [/^(setNotifications|subscribePush) /, ACCOUNT],
  [/^removeMember \?keep_keys\[\]$/, ID],
];

/** Kept only as a hash, except for tasks whose words the tenant's settings keep. */
export const HASHED = /\.(idempotency_key|task)$/;

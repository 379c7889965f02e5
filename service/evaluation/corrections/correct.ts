/**
 * Approves an action with corrected arguments. The corrected request is judged anew, as the agent would ask it, and the
 * approval is for that request alone: a correction does not pass a block, and tool, agent and mandate stay.
 */
import { canonicalJson, type JsonObject, type JsonValue } from '@assize/evidence-format';
import {
  argumentsAsked,
  type Changed,
  changesBetween,
  correctedAlready,
  correctedArguments,
  correctedRequest,
} from '../../approvals/corrections/index.ts';
import {
  type Approval,
  askedOf,
  type DecideDeps,
  decideApproval,
  findApproval,
  refuseAgents,
  type WantedDecision,
} from '../../approvals/index.ts';
import { termsFor } from '../../approvals/use/index.ts';
import { Failure } from '../../foundation/failure.ts';
import type { Principal } from '../../keys/index.ts';
import { requireFitting } from '../../tools/arguments/index.ts';
import { countCall, type Quotas, requireCall } from '../../usage/index.ts';
import { decideAndExplain, type Evaluation } from '../decision/judge.ts';
import { heldActionOf } from '../effects/held-action.ts';
import { type GatherDeps, type Gathered, gatherFacts } from '../facts/gather-facts.ts';
import { alwaysCheck } from '../facts/recent-refusals.ts';
import { actRecord } from '../question/act.ts';
import { identityOfFact } from '../question/identity.ts';
import type { EvaluationRequest } from '../question/request.ts';
import { type EvaluationRecord, factsOfRecord, questionsOf } from '../record/record.ts';
import { schemaOfCall } from '../record/schema-of-call.ts';

export interface CorrectDeps extends DecideDeps, GatherDeps {
  quotas: Quotas;
}

/** The verdict that the corrected request would get without an approval, and what differs. */
export interface TriedCorrection {
  evaluation: Evaluation;
  changed: Changed[];
}

/**
 * Judges corrected arguments without recording anything. It counts as one core API call, like a simulation.
 * @throws {Failure} `not_found`; `conflict` where the approval is no longer pending or was corrected already; `invalid`
 *    where the action has no arguments to correct; `allowance_exceeded`.
 */
export async function tryCorrection(
  deps: CorrectDeps,
  principal: Principal,
  approvalId: string,
  args: JsonObject,
): Promise<TriedCorrection> {
  refuseAgents(principal.identity);
  const approval = await findApproval(deps.db, principal.chain, approvalId);
  requireCorrectable(approval, args);
  const quota = await deps.quotas.of(principal);
  await requireCall(deps, principal, 'core_api_calls', quota);
  const { evaluation, changed } = await judgeCorrected(deps, principal, approval, args);
  await countCall(deps, principal, 'core_api_calls', quota);
  return { evaluation, changed };
}

/**
 * Records the decision, and with it the correction. The same arguments as asked are not a correction.
 * @throws {Failure} as `decideApproval`, and `invalid` as {@link tryCorrection}; `conflict` where a law blocks the
 *    corrected request, or another person has corrected or approved it before.
 */
export async function approveCorrected(
  deps: CorrectDeps,
  principal: Principal,
  approvalId: string,
  wanted: Omit<WantedDecision, 'decision' | 'correction' | 'forTask'>,
  args: JsonObject,
): Promise<Approval> {
  refuseAgents(principal.identity);
  const approved: WantedDecision = { ...wanted, decision: 'approved' };
  const approval = await findApproval(deps.db, principal.chain, approvalId);
  const isUnchanged = isSame(argumentsNow(approval), args);
  // Their approval does not count for what another person corrects in the meantime.
  if (isUnchanged) {
    const seen = approval.corrected_evidence_id;
    return decideApproval(deps, principal, approvalId, { ...approved, seenCorrection: seen });
  }
  requireCorrectable(approval, args);
  const { evaluation, changed, question, active, request } = await judgeCorrected(
    deps,
    principal,
    approval,
    args,
  );
  if (evaluation.verdict === 'block')
    throw Failure.conflict(
      'correction_blocked',
      `The correction can't be approved. ${evaluation.explanation}`,
    );
  if (asksOthers(deps, principal, approval, { question, active }))
    throw Failure.conflict(
      'correction_asks_others',
      'The corrected action would ask other people, or more of them: reject it, and say what to ask for.',
    );
  const { facts } = question;
  const correction = {
    request,
    changed,
    answers: { ...questionsOf(evaluation.laws, facts.policy_matches) },
    reaches: (facts.act === null ? [] : (actRecord(facts.act).reaches ?? [])) as JsonValue[],
  };
  return decideApproval(deps, principal, approvalId, { ...approved, correction });
}

/** The arguments that a human is asked about: as asked, or as another human has corrected them. */
function argumentsNow({ opening, correction }: Approval): JsonObject | null {
  return correctedArguments(opening, correction) ?? argumentsAsked(opening);
}

function isSame(present: JsonObject | null, args: JsonObject): boolean {
  return present !== null && canonicalJson(present) === canonicalJson(args);
}

/** Arguments that another human corrected can be tried, but not corrected again. */
function requireCorrectable(approval: Approval, args: JsonObject): void {
  const { status, opening, corrected_evidence_id } = approval;
  if (status !== 'pending') throw Failure.conflict('approval_not_pending', `The approval is ${status}.`);
  if (argumentsAsked(opening) === null)
    throw notCorrectable('The action has no arguments to correct: approve or reject it as it is');
  if (corrected_evidence_id !== null && !isSame(argumentsNow(approval), args)) throw correctedAlready();
}

function notCorrectable(message: string): Failure {
  return Failure.invalid([{ field: ['arguments'], message, type: 'value_error' }]);
}

interface JudgedCorrection extends TriedCorrection, Pick<Gathered, 'question' | 'active'> {
  request: EvaluationRequest;
}

/**
 * Whether an earlier route matches the corrected action than the one that the approval was opened with, or its risk
 * takes more approvals: else a harmless request could be corrected past the people who must approve a grave one.
 */
function asksOthers(
  { approvalSettings }: CorrectDeps,
  { environment }: Principal,
  { route, required_approvals }: Approval,
  { question, active }: Pick<Gathered, 'question' | 'active'>,
): boolean {
  const settings = active.settings.approvals ?? approvalSettings;
  const held = heldActionOf(question, environment);
  const terms = termsFor(held, settings, 0);
  const placeOf = (text: string | null) => {
    const name = askedOf({ route: text })?.name;
    const place = (settings.routes ?? []).findIndex((each) => each.name === name);
    return place < 0 ? Number.POSITIVE_INFINITY : place;
  };
  return placeOf(terms.route) < placeOf(route) || terms.required_approvals > required_approvals;
}

/** Judges as the party asked that opened the approval, by what is in force now. */
async function judgeCorrected(
  deps: CorrectDeps,
  { chain, environment }: Principal,
  { opening }: Approval,
  args: JsonObject,
): Promise<JudgedCorrection> {
  const asked = argumentsAsked(opening);
  if (opening === null || asked === null) throw new Error('a correction was judged that has no request');
  const record = opening as unknown as EvaluationRecord;
  await requireFitting(await schemaOfCall(deps.db, chain, opening), asked, args);
  const request = correctedRequest(opening, args) as EvaluationRequest;
  const { asked_by, identity } = factsOfRecord(record);
  const asker = {
    chain,
    environment,
    party: record.key_id,
    member: asked_by === 'member' ? {} : null,
    identity: identityOfFact(identity, request),
  };
  const looking = { ...deps, recentRefusals: alwaysCheck };
  const { at, question, active } = await gatherFacts(looking, asker, request, null);
  const { evaluation } = decideAndExplain(deps.clock, at, question);
  return { evaluation, question, active, request, changed: changesBetween(asked, args) };
}

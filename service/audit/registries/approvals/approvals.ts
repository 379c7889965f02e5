/** Compares approvals with the evaluations that opened or repeated them: one for each escalation, with its terms. */
import { canonicalJson, type JsonObject } from '@assize/evidence-format';
import { CORRECTION } from '../../../approvals/corrections/index.ts';
import { type ApprovalRow, escalationIdOf } from '../../../approvals/index.ts';
import {
  BINDING_VERSION,
  type BoundRequest,
  bindingOf,
  isSameBinding,
  termsOf,
} from '../../../approvals/use/index.ts';
import { type EarlierRows, earlierRows } from '../../../evidence/changes/index.ts';
import { artifactsIn, rangesOf } from '../../../evidence/reading/index.ts';
import { type Act, actsNamedIn } from '../../comparing/acts.ts';
import { naming } from '../../comparing/naming.ts';
import { Positions } from '../../comparing/positions.ts';
import { pagesBy, rowsOf } from '../../comparing/rows.ts';
import type { Check, CheckContext, Place, Tally } from '../../registry.ts';
import { ASKED_CHANGES, faultOfAskedChange } from './asked-changes.ts';
import { bundlesBeside } from './bundles.ts';
import { faultOfCorrection, NOT_CORRECTED } from './corrections.ts';

const POSITIONS_AT_ONCE = 16_384;

export const approvals: Check = async (tally, context) => {
  const escalated = new Positions(context.size);
  const terms = new Terms();
  const bindings = new Bindings();
  const opened = naming({
    extra: ({ db }) => bundlesBeside(db),
    rows: () => pagesBy(rowsOf(context, 'approvals'), 'approval_id'),
    names: ['evidence_id', 'corrected_evidence_id'],
    it: ({ approval_id }) => `Approval ${approval_id}`,
    compare: async (row, acts, { extra: faultOfBundle, noted }) => {
      const { evidence_id: act, corrected_evidence_id: corrected } = acts;
      bindings.note(row, act, corrected);
      if (row.governs !== null) return faultOfAskedChange(row, act);
      const fault = faultOfEscalation(act, noted) ?? faultOfOpened(row, act) ?? terms.faultOf(row, act);
      return fault ?? (await faultOfCorrection(context, row, acts)) ?? faultOfBundle(row, act);
    },
    changes: { [CORRECTION]: NOT_CORRECTED, ...ASKED_CHANGES },
    noted: () => escalated,
  });
  const repeats = naming({
    rows: () => pagesBy(repeatsOf(context), 'repeats.evidence_id'),
    names: ['evidence_id'],
    it: ({ approval_id }) => `What waits for approval ${approval_id}`,
    compare: ({ approval_id, opened_by }, { evidence_id: act }, { noted }) => {
      const fault = faultOfEscalation(act, noted);
      if (fault !== null) return fault;
      if (opened_by === null) return 'waits for one that does not exist';
      const isThis = act?.isGone || act?.payload?.escalation_id === escalationIdOf(approval_id);
      return isThis ? null : 'waits for another than its evaluation records';
    },
    noted: () => escalated,
  });
  await opened(tally, context);
  terms.findEarlierForm(tally, await earlierRows(context.db, context.chain));
  await bindings.findFaults(tally, context);
  await repeats(tally, context);
  await findUnescalated(tally, context, escalated);
};

function faultOfEscalation(act: Act | undefined, escalated: Positions): string | null {
  if (act?.type !== 'governance_eval') return 'names an evaluation that is not in this chain';
  if (act.verdict !== 'escalate') return `names an evaluation whose verdict is ${act.verdict}`;
  return escalated.has(act.position) ? 'is not the only one of its evaluation' : null;
}

function faultOfOpened(row: ApprovalRow, act: Act | undefined): string | null {
  if (row.created_at !== act?.at) return 'was made at another time than its evaluation';
  if (row.action !== act.action) return 'is for another action than its evaluation';
  if (act.isGone) return null;
  const { payload } = act;
  if (payload?.escalation_id !== escalationIdOf(row.approval_id)) {
    return 'is not the one that its evaluation records';
  }
  // Approvals that an earlier version kept as escalations are bound to nothing, and have no requester.
  if (row.status === 'cancelled' && row.requested_by === null) return null;
  // A version that fits the binding makes no difference: each refuses another description.
  if (row.binding_version < 1 || row.binding_version > BINDING_VERSION) {
    return 'is bound by a version that there is not';
  }
  const request = payload.request as unknown as BoundRequest;
  const isBoundByIt = row.corrected_evidence_id === null && row.binding.length > 0;
  if (isBoundByIt && !isSameBinding(row.binding, bindingOf(request, row.binding_version))) {
    return 'is bound to another request than its evaluation records';
  }
  const { agent_id = null, user_id = null } = request;
  const isOfThem =
    row.agent_id === agent_id && row.user_id === user_id && row.requested_by === payload.key_id;
  return isOfThem ? null : 'names another person than its evaluation records';
}

/** @property opened_by null if there is no such approval. */
function repeatsOf({ db, chain }: CheckContext) {
  return db
    .selectFrom('approval_repeats as repeats')
    .leftJoin('approvals', (join) =>
      join
        .onRef('approvals.chain', '=', 'repeats.chain')
        .onRef('approvals.approval_id', '=', 'repeats.approval_id'),
    )
    .select(['repeats.evidence_id', 'repeats.approval_id', 'approvals.evidence_id as opened_by'])
    .where('repeats.chain', '=', chain);
}

async function findUnescalated(
  tally: Tally,
  { db, chain, size }: CheckContext,
  escalated: Positions,
): Promise<void> {
  for await (const { from, to } of rangesOf(size, POSITIONS_AT_ONCE)) {
    const evaluations = await artifactsIn(db, chain, from, to)
      .select(['position', 'id'])
      .where('artifact_type', '=', 'governance_eval')
      .where('verdict', '=', 'escalate')
      .orderBy('position')
      .execute();
    const forgotten = evaluations.filter(({ position }) => !escalated.has(position));
    tally.unmatched(forgotten, size, 'The verdict is escalate, but nothing waits for a human.');
  }
}

/**
 * The terms that approvals were opened with. Other ones than the evaluation records are a gap, used or not. None at all
 * are valid only before the statement of earlier rows.
 */
class Terms {
  /** The first evaluation that recorded them. */
  #first = Number.POSITIVE_INFINITY;
  /** The last evaluation that opened an approval without recording them. */
  #lastWithout: (Place & { position: number }) | null = null;

  /** @returns the fault of an approval that belongs to this evaluation. */
  faultOf(row: ApprovalRow, act: Act | undefined): string | null {
    // Only a migration cancelled approvals, because they had no requester.
    if (row.status === 'cancelled' && row.requested_by !== null) return 'is cancelled, which no request does';
    if ((row.resolved_at === null) !== (row.status === 'pending')) {
      return 'is resolved and says when, or neither; but not here';
    }
    if ((row.consumed_at === null) === (row.status === 'consumed')) {
      return 'is used up and says when, or neither; but not here';
    }
    if (act === undefined || act.isGone || row.requested_by === null) return null;
    const payload = act.payload ?? {};
    if (row.risk_level !== riskOf(payload)) return 'is of another risk than its evaluation records';
    const recorded = payload.approval as JsonObject | undefined;
    if (canonicalJson((recorded?.route as JsonObject | undefined) ?? null) !== (row.route ?? 'null')) {
      return 'asks other people than it was opened to ask';
    }
    if (recorded === undefined) {
      const { position, id } = act;
      if (position > (this.#lastWithout?.position ?? -1)) this.#lastWithout = { position, id };
      return null;
    }
    this.#first = Math.min(this.#first, act.position);
    const { expires_at, required_approvals } = termsOf(row);
    if (recorded.required_approvals !== required_approvals) {
      return `takes ${required_approvals} approvals, but was opened to take ${recorded.required_approvals}`;
    }
    return recorded.expires_at === expires_at ? null : 'expires at another time than it was opened to';
  }

  /** Call it after all approvals. */
  findEarlierForm(tally: Tally, { position }: EarlierRows): void {
    if (this.#first < position)
      tally.gap('What was there before was taken over after it had its records.', { position });
    if (this.#lastWithout !== null && this.#lastWithout.position >= position)
      tally.gap('This evaluation does not record what its approval takes.', this.#lastWithout);
  }
}

/** The effective risk. */
function riskOf({ laws }: JsonObject): unknown {
  const { safety_dominance: law } = (laws ?? {}) as { safety_dominance?: { details?: { risk?: unknown } } };
  return law?.details?.risk;
}

/**
 * An approval has no binding exactly if its request, or the correction of it, was removed. A binding without its request would let an approval be
 * used for an unknown action. A removal takes the binding first, so an apparent fault is checked again.
 */
class Bindings {
  readonly #suspects: Pick<ApprovalRow, 'approval_id' | 'evidence_id' | 'corrected_evidence_id'>[] = [];

  note(
    { approval_id, evidence_id, corrected_evidence_id, binding, status }: ApprovalRow,
    act: Act | undefined,
    correction: Act | undefined,
  ): void {
    if (act === undefined || status === 'cancelled') return;
    const isGone = act.isGone || correction?.isGone === true;
    if (isGone === binding.length > 0)
      this.#suspects.push({ approval_id, evidence_id, corrected_evidence_id });
  }

  async findFaults(tally: Tally, context: CheckContext): Promise<void> {
    for (const suspect of this.#suspects) {
      const of = rowsOf(context, 'approvals').where('approval_id', '=', suspect.approval_id);
      const row = await of.executeTakeFirst();
      const acts = await actsNamedIn(context, [suspect], 'evidence_id', 'corrected_evidence_id');
      const act = acts.get(suspect.evidence_id);
      if (row === undefined || act === undefined) continue;
      const both = [...acts.values()];
      const isBound = row.binding.length > 0;
      if (both.some(({ isGone }) => isGone) !== isBound) continue;
      if (!isBound && (await isAnyToGo(context, both))) continue;
      const what = isBound ? 'is bound to a record that is gone' : 'is bound to nothing';
      tally.gap(`Approval ${row.approval_id} ${what}.`, act);
    }
  }
}

async function isAnyToGo(context: CheckContext, acts: readonly Act[]): Promise<boolean> {
  for (const { position } of acts) {
    const stating = rowsOf(context, 'removals').where('first', '<=', position);
    const stated = await stating.where('behind_last', '>', position).limit(1).execute();
    if (stated.length > 0) return true;
  }
  return false;
}

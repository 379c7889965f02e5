/**
 * Compares approvals with the evaluations that opened them or named a pending one: one of either for each escalation.
 */
import {
  type ApprovalRow,
  BINDING_VERSION,
  type BoundRequest,
  bindingOf,
  escalationIdOf,
  isSameBinding,
} from '../../../approvals/index.ts';
import { earlierRows, rangesOf } from '../../../evidence/index.ts';
import type { Act } from '../../comparing/acts.ts';
import { naming } from '../../comparing/naming.ts';
import { Positions } from '../../comparing/positions.ts';
import { pagesBy, rowsOf } from '../../comparing/rows.ts';
import type { CheckContext, Registry, Tally } from '../../registry.ts';
import { Bindings } from './approval-bindings.ts';
import { Terms } from './approval-terms.ts';

export const approvalsRegistry: Registry = { name: 'approvals', check };

const POSITIONS_AT_ONCE = 16_384;

async function check(tally: Tally, context: CheckContext): Promise<void> {
  const escalated = new Positions(context.size);
  const terms = new Terms();
  const bindings = new Bindings();
  const opened = naming({
    rows: () => pagesBy(rowsOf(context, 'approvals'), 'approval_id'),
    names: ['evidence_id'],
    it: ({ approval_id }) => `Approval ${approval_id}`,
    compare: (row, { evidence_id: act }, { noted }) => {
      bindings.note(row, act);
      return faultOfEscalation(act, noted) ?? faultOfOpened(row, act) ?? terms.faultOf(row, act);
    },
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
}

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
  if (row.binding.length > 0 && !isSameBinding(row.binding, bindingOf(request, row.binding_version))) {
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
    const evaluations = await db
      .selectFrom('artifacts')
      .select(['position', 'id'])
      .where('chain', '=', chain)
      .where('position', '>=', from)
      .where('position', '<', to)
      .where('artifact_type', '=', 'governance_eval')
      .where('verdict', '=', 'escalate')
      .orderBy('position')
      .execute();
    const forgotten = evaluations.filter(({ position }) => !escalated.has(position));
    tally.unmatched(forgotten, size, 'The verdict is escalate, but nothing waits for a human.');
  }
}

/**
 * Compares approvals with the evaluations that opened them or named a pending one: one of either for each escalation.
 */

import { type ApprovalRow, escalationIdOf } from '../../approvals/index.ts';
import { BINDING_VERSION, type BoundRequest, bindingOf, isSameBinding } from '../../approvals/use/index.ts';
import { earlierRows } from '../../evidence/changes/index.ts';
import { type LeafAndPayload, rangesOf, readPayload } from '../../evidence/reading/index.ts';
import type { CheckContext, Registry, Tally } from '../registry.ts';
import { Bindings } from './approval-bindings.ts';
import { Terms } from './approval-terms.ts';
import { Positions } from './missing-payloads.ts';
import { leavesNamedIn, pagesBy } from './rows.ts';

export const approvalsRegistry: Registry = { name: 'approvals', check };

const POSITIONS_AT_ONCE = 16_384;

async function check(tally: Tally, context: CheckContext): Promise<void> {
  const { db, chain, size } = context;
  const escalated = new Positions(size);
  const terms = new Terms();
  const bindings = new Bindings();
  const opened = db.selectFrom('approvals').selectAll().where('chain', '=', chain);
  await checkEach(tally, context, escalated, pagesBy(opened, 'approval_id'), (row, leaf, seen) => {
    bindings.note(row, leaf);
    return faultOfOpened(row, leaf, seen) ?? terms.faultOf(row, leaf);
  });
  terms.findEarlierForm(tally, await earlierRows(db, chain));
  await bindings.findFaults(tally, context);
  const repeats = pagesBy(repeatsOf(context), 'evidence_id', 'approval_repeats.evidence_id');
  await checkEach(tally, context, escalated, repeats, faultOfRepeat);
  await findUnescalated(tally, context, escalated);
}

/** Holds each row against the evaluation that it names, and notes which evaluations have one. */
async function checkEach<Row extends { evidence_id: string }>(
  tally: Tally,
  context: CheckContext,
  escalated: Positions,
  pages: AsyncIterable<Row[]>,
  faultOf: (row: Row, leaf: LeafAndPayload | undefined, escalated: Positions) => string | null,
): Promise<void> {
  for await (const rows of pages) {
    const leaves = await leavesNamedIn(context, rows, 'evidence_id');
    for (const row of rows) {
      const leaf = leaves.get(row.evidence_id);
      tally.compared(faultOf(row, leaf, escalated), leaf?.position, row.evidence_id);
      if (leaf !== undefined && leaf.position < context.size) escalated.add(leaf.position);
    }
  }
}

function faultOfOpened(
  row: ApprovalRow,
  leaf: LeafAndPayload | undefined,
  escalated: Positions,
): string | null {
  const it = `Approval ${row.approval_id}`;
  const fault = faultOfEscalation(it, leaf, escalated);
  if (fault !== null || leaf === undefined) return fault;
  if (row.created_at !== leaf.created_at) return `${it} was made at another time than its evaluation.`;
  if (row.action !== leaf.action) return `${it} is for another action than its evaluation.`;
  if (leaf.payload === null) return null;
  const payload = readPayload(leaf.payload);
  if (payload?.escalation_id !== escalationIdOf(row.approval_id)) {
    return `${it} is not the one that its evaluation records.`;
  }
  // Approvals that an earlier version kept as escalations are bound to nothing, and have no requester.
  if (row.status === 'cancelled' && row.requested_by === null) return null;
  // A version that fits the binding makes no difference: each refuses another description.
  if (row.binding_version < 1 || row.binding_version > BINDING_VERSION) {
    return `${it} is bound by a version that there is not.`;
  }
  const request = payload.request as unknown as BoundRequest;
  if (row.binding.length > 0 && !isSameBinding(row.binding, bindingOf(request, row.binding_version))) {
    return `${it} is bound to another request than its evaluation records.`;
  }
  const { agent_id = null, user_id = null } = request;
  if (row.agent_id === agent_id && row.user_id === user_id && row.requested_by === payload.key_id)
    return null;
  return `${it} names another person than its evaluation records.`;
}

function faultOfEscalation(
  it: string,
  leaf: LeafAndPayload | undefined,
  escalated: Positions,
): string | null {
  if (leaf?.artifact_type !== 'governance_eval')
    return `${it} names an evaluation that is not in this chain.`;
  if (leaf.verdict !== 'escalate') return `${it} names an evaluation whose verdict is ${leaf.verdict}.`;
  return escalated.has(leaf.position) ? `${it} is not the only one of its evaluation.` : null;
}

interface Repeat {
  evidence_id: string;
  approval_id: string;
  /** null if there is no such approval. */
  opened_by: string | null;
}

function repeatsOf({ db, chain }: CheckContext) {
  return db
    .selectFrom('approval_repeats')
    .leftJoin('approvals', (join) =>
      join
        .onRef('approvals.chain', '=', 'approval_repeats.chain')
        .onRef('approvals.approval_id', '=', 'approval_repeats.approval_id'),
    )
    .select([
      'approval_repeats.evidence_id',
      'approval_repeats.approval_id',
      'approvals.evidence_id as opened_by',
    ])
    .where('approval_repeats.chain', '=', chain);
}

function faultOfRepeat(row: Repeat, leaf: LeafAndPayload | undefined, escalated: Positions): string | null {
  const it = `What waits for approval ${row.approval_id}`;
  const fault = faultOfEscalation(it, leaf, escalated);
  if (fault !== null) return fault;
  if (row.opened_by === null) return `${it} waits for one that does not exist.`;
  if (leaf === undefined || leaf.payload === null) return null;
  if (readPayload(leaf.payload)?.escalation_id === escalationIdOf(row.approval_id)) return null;
  return `${it} waits for another than its evaluation records.`;
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

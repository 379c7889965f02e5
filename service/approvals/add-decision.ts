/** Writes decisions: each party's once, and each of several with a record of its own. */
import { type BoundStatement, bound } from '../database/evidence/append-store.ts';
import { recordChange } from '../evidence/changes/index.ts';
import type { ApprovalRow, Decision } from './approval.ts';
import type { Correcting } from './corrections/index.ts';
import { DECISION, decisionFields, type ResolveDeps } from './resolution.ts';

interface OneOfSeveral {
  decision: Decision;
  /** The session that a member decides in. */
  sessionId: string | undefined;
  /** The correction that the decision brings, if it brings one. */
  corrected: Correcting | undefined;
}

/** Each party has one decision; a second is not stored. */
export function insertion(
  { db }: ResolveDeps,
  { chain, approval_id }: ApprovalRow,
  decision: Decision,
): BoundStatement {
  const query = db
    .insertInto('approval_decisions')
    .values({ chain, approval_id, ...decision })
    .onConflict((conflict) => conflict.doNothing());
  return bound(query, 1);
}

/** Records one of several needed decisions; the approval stays pending. */
export async function addDecision(
  deps: ResolveDeps,
  row: ApprovalRow,
  known: number,
  { decision, sessionId, corrected }: OneOfSeveral,
): Promise<boolean> {
  const { chain, approval_id, evidence_id } = row;
  const { db } = deps;
  // Changes nothing, but locks the row, so that the count after it stays true.
  const held = db
    .updateTable('approvals')
    .set({ status: 'pending' })
    .where('chain', '=', chain)
    .where('approval_id', '=', approval_id)
    .where('status', '=', 'pending')
    .where('expires_at', '>', decision.decided_at);
  const made = db
    .selectFrom('approval_decisions')
    .select('party')
    .where('chain', '=', chain)
    .where('approval_id', '=', approval_id);
  const { kind } = await recordChange(deps, {
    chain,
    stamp: { id: deps.ids.ordered('ev', decision.decided_at), at: decision.decided_at },
    action: DECISION,
    actor: decision.party,
    change: {
      approval_id,
      evaluation_id: evidence_id,
      decision: decisionFields(decision),
      ...sessionField(sessionId),
      ...corrected?.record,
    },
    also: corrected?.also,
    statements: [
      bound(held, 1),
      bound(made, known),
      insertion(deps, row, decision),
      ...(corrected?.statements ?? []),
    ],
  });
  return kind === 'appended';
}

export function sessionField(sessionId: string | undefined): { session_id?: string } {
  return sessionId === undefined ? {} : { session_id: sessionId };
}

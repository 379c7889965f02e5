/**
 * Compares each `proceed` that rests on an approval with that approval: exactly this evaluation has used it. So an
 * approval that was made usable again is found by the evaluation that used it.
 */

import type { JsonObject } from '@assize/evidence-format';
import { evaluationsThatUsed } from '../../approvals/index.ts';
import type { Database } from '../../database/open.ts';
import type { LeafAndPayload } from '../../evidence/reading/index.ts';

export interface Use {
  leaf: LeafAndPayload;
  approvalId: string;
}

/** null if it rests on none. */
export function useIn(leaf: LeafAndPayload, record: JsonObject | null): Use | null {
  const { facts, request } = (record ?? {}) as {
    facts?: { approval?: unknown };
    request?: { context?: { approval_id?: unknown } };
  };
  const approvalId = request?.context?.approval_id;
  const isUse =
    leaf.verdict === 'proceed' && facts?.approval === 'approved' && typeof approvalId === 'string';
  return isUse ? { leaf, approvalId } : null;
}

/** @param uses at most a page of them. */
export async function* faultsOfUses(
  db: Database,
  chain: number,
  uses: readonly Use[],
): AsyncGenerator<{ leaf: LeafAndPayload; what: string }> {
  const users = await evaluationsThatUsed(
    db,
    chain,
    uses.map(({ approvalId }) => approvalId),
  );
  for (const { leaf, approvalId } of uses) {
    if (users.get(approvalId) === leaf.id) continue;
    const what = users.get(approvalId) == null ? 'is not used up' : 'was used by another';
    yield { leaf, what: `This evaluation rests on approval ${approvalId}, which ${what}.` };
  }
}

/**
 * Decides approvals of one bundle together. Each is decided as if alone, with its own record, and one that can't be
 * decided does not stop the others.
 */
import { type Conflict, Failure, type FailureCode } from '../foundation/failure.ts';
import type { Principal } from '../keys/index.ts';
import type { ApprovalStatus } from './approval.ts';
import { type DecideDeps, decideApproval, refuseAgents, type WantedDecision } from './resolve.ts';
import { bundleNow } from './use/index.ts';

export const MAX_TOGETHER = 50;

export interface DecidedTogether {
  approvalId: string;
  /** null where it was not decided. */
  status: ApprovalStatus | null;
  /** Why it was not decided; null where it was. */
  refusal: { code: Conflict | FailureCode; message: string } | null;
}

/**
 * @param ids at most {@link MAX_TOGETHER}, each once.
 * @throws {Failure} `forbidden` to agents; `invalid` where they are not in one bundle, and then none is decided;
 *    `unavailable`, after which the same request can be sent again.
 */
export async function decideTogether(
  deps: DecideDeps,
  principal: Pick<Principal, 'chain' | 'party' | 'tenantId' | 'identity'>,
  ids: readonly string[],
  wanted: Pick<WantedDecision, 'decision' | 'comment' | 'decidedBy' | 'sessionId'>,
): Promise<DecidedTogether[]> {
  refuseAgents(principal.identity);
  await requireOneBundle(deps, principal.chain, ids);
  const at = deps.clock.now();
  const decided: DecidedTogether[] = [];
  for (const approvalId of ids) {
    try {
      const { status } = await decideApproval(deps, principal, approvalId, { ...wanted, at });
      decided.push({ approvalId, status, refusal: null });
    } catch (error) {
      if (!(error instanceof Failure) || error.code === 'unavailable') throw error;
      const { code, publicMessage: message, details } = error;
      decided.push({ approvalId, status: null, refusal: { code: details.conflict ?? code, message } });
    }
  }
  return decided;
}

/** An approval of another tenant is in no bundle of this one, like one that does not exist. */
async function requireOneBundle({ db }: DecideDeps, chain: number, ids: readonly string[]): Promise<void> {
  const rows = await db
    .selectFrom('approvals')
    .select(['approval_id', 'binding', 'bundle', 'corrected_evidence_id'])
    .where('chain', '=', chain)
    .where('approval_id', 'in', ids)
    .execute();
  const found = new Map(rows.map((row) => [row.approval_id, bundleNow(row)]));
  const bundles = ids.map((id) => found.get(id) ?? null);
  const [first] = bundles;
  const faults = ids.flatMap((id, place) => {
    const isOfBundle = bundles[place] !== null && bundles[place] === first;
    if (isOfBundle && ids.indexOf(id) === place) return [];
    const message = isOfBundle ? TWICE : NOT_IN_ONE;
    return [{ field: ['approval_ids', String(place)], message, type: 'value_error' }];
  });
  if (faults.length > 0) throw Failure.invalid(faults);
}

const NOT_IN_ONE = 'Only approvals with the same `bundle` can be decided together. Decide this one alone';
const TWICE = 'Name each approval once';

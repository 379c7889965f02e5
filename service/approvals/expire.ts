/**
 * An approval without a decision in time expires, which counts as a no. The chore finds overdue rows, so it does not
 * matter how long the service was down or which way a clock jumped; an expired approval stays expired.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { leasedChore } from '../database/nodes/leased-chore.ts';
import type { Chore } from '../foundation/chores.ts';
import { type ApprovalRow, decisionsOn } from './approval.ts';
import { type ResolveDeps, recordResolution } from './resolution.ts';

/** The actor of an expiry. */
const EXPIRY = 'expiry';

const LEASE_MS = 30_000;
const EVERY_MS = 1000;
const ROWS_AT_ONCE = 256;
/**
 * Verdicts wait for the commit that contains the expiries, and each expiry takes several statements. After 16,000
 * approvals had become overdue together, 256 at once left 54 verdicts a second on PostgreSQL, with a median of 329 ms;
 * 16 leave 2,217 and 4.4 ms.
 */
const IN_ONE_COMMIT = 16;

export function expiryChore(deps: ResolveDeps): Chore {
  return leasedChore(deps, {
    name: 'expire approvals',
    everyMs: EVERY_MS,
    leaseMs: LEASE_MS,
    async work(mayContinue) {
      let rows = await overdue(deps);
      while (rows.length > 0 && (await mayContinue())) {
        await expireEach(deps, rows);
        rows = rows.length < ROWS_AT_ONCE ? [] : await overdue(deps);
      }
    },
  });
}

/** Pauses after each commit for as long as it took, so that at least half of the time is left for verdicts. */
async function expireEach(deps: ResolveDeps, rows: readonly ApprovalRow[]): Promise<void> {
  const { clock } = deps;
  for (let from = 0; from < rows.length; from += IN_ONE_COMMIT) {
    const began = clock.monotonic();
    const some = rows.slice(from, from + IN_ONE_COMMIT);
    await Promise.all(some.map((row) => expire(deps, row, clock.now())));
    if (from + IN_ONE_COMMIT < rows.length) await sleep(clock.monotonic() - began);
  }
}

/** @returns false where another decision or node resolved it first. */
export async function expire(deps: ResolveDeps, row: ApprovalRow, at: number): Promise<boolean> {
  const decisions = (await decisionsOn(deps.db, row.chain, [row])).get(row.approval_id) ?? [];
  return recordResolution(deps, row, {
    evidenceId: deps.ids.ordered('ev', at),
    resolution: 'expired',
    actor: EXPIRY,
    at,
    decisions,
    statements: [],
  });
}

function overdue({ db, clock }: ResolveDeps): Promise<ApprovalRow[]> {
  return (
    db
      .selectFrom('approvals')
      .selectAll()
      // A literal, so that the planner can use the partial index of pending approvals.
      .where('status', '=', sql.lit('pending' as const))
      .where('expires_at', '<=', clock.now())
      .orderBy('expires_at')
      .limit(ROWS_AT_ONCE)
      .execute()
  );
}

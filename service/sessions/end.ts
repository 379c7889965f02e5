/**
 * Ends sessions: on request with evidence, and by a chore once they have expired. With a session its values go; its
 * rows stay, for the comparison with the evidence.
 */
import { bound } from '../database/evidence/append-store.ts';
import { leasedChore } from '../database/nodes/leased-chore.ts';
import type { Database } from '../database/open.ts';
import { type Actor, type ChangeDeps, partyOf, recordChange, stampNow } from '../evidence/changes/index.ts';
import type { Chore } from '../foundation/chores.ts';
import type { FillRandom } from '../foundation/ids.ts';
import { retryOvertaken } from '../foundation/retry.ts';
import { findSession, SESSION_ENDED, type SessionRow } from './session.ts';
import type { Sessions } from './session-now.ts';

const MAX_ATTEMPTS = 20;
const NO_VALUES = new Uint8Array();

export interface EndDeps extends ChangeDeps {
  db: Database;
  fillRandom: FillRandom;
  agentSessions: Pick<Sessions, 'drop'>;
}

/** Ending it again changes nothing. @throws {Failure} `not_found`; `unavailable`. */
export function endSession(
  deps: EndDeps,
  chain: number,
  actor: Actor,
  agentId: string | undefined,
  sessionId: string,
): Promise<SessionRow> {
  const { db } = deps;
  return retryOvertaken('the session', MAX_ATTEMPTS, async () => {
    const row = await findSession(deps, chain, agentId, sessionId);
    if (row.ended_at !== null) return row;
    const { session_key, results } = row;
    const stamp = stampNow(deps);
    const ending = db
      .updateTable('sessions')
      .set({ emptied: 0, ended_at: stamp.at, ended_by: partyOf(actor), ended_evidence_id: stamp.id })
      .where('chain', '=', chain)
      .where('session_key', '=', session_key)
      .where('results', '=', results)
      .where('ended_at', 'is', null);
    const emptying = db
      .updateTable('session_results')
      .set({ packed: NO_VALUES })
      .where('chain', '=', chain)
      .where('session_key', '=', session_key);
    const result = await recordChange(deps, {
      chain,
      stamp,
      action: SESSION_ENDED,
      actor,
      change: { session_key, results },
      statements: [bound(ending, 1), bound(emptying, results)],
    });
    deps.agentSessions.drop(chain, session_key);
    return result.kind === 'appended' ? findSession(deps, chain, agentId, sessionId) : undefined;
  });
}

const EVERY_MS = 10_000;
const LEASE_MS = 30_000;
const SESSIONS_AT_ONCE = 100;

export function expiredChore(deps: ChangeDeps & { db: Database }): Chore {
  const { db, clock } = deps;
  return leasedChore(deps, {
    name: 'end expired sessions',
    everyMs: EVERY_MS,
    leaseMs: LEASE_MS,
    async work(mayContinue) {
      for (;;) {
        const rows = await expired(db, clock.now());
        if (rows.length === 0) return;
        for (const row of rows) {
          if (!(await mayContinue())) return;
          await endExpired(db, row);
        }
        if (rows.length < SESSIONS_AT_ONCE) return;
      }
    },
  });
}

async function expired(db: Database, at: number): Promise<SessionRow[]> {
  return db
    .selectFrom('sessions')
    .selectAll()
    .where('ended_at', 'is', null)
    .where('expires_at', '<=', at)
    .orderBy('expires_at')
    .limit(SESSIONS_AT_ONCE)
    .execute();
}

async function endExpired(db: Database, { chain, session_key, expires_at }: SessionRow): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('session_results')
      .set({ packed: NO_VALUES })
      .where('chain', '=', chain)
      .where('session_key', '=', session_key)
      .execute();
    await tx
      .updateTable('sessions')
      .set({ emptied: 0, ended_at: expires_at })
      .where('chain', '=', chain)
      .where('session_key', '=', session_key)
      .where('ended_at', 'is', null)
      .execute();
  });
}

/**
 * Removes the values of the results that these artifacts record, or that the evaluations among them returned. For
 * removals of evidence; it can be repeated.
 */
export async function emptyResults(
  db: Database,
  chain: number,
  { evaluations, results }: { evaluations: readonly string[]; results: readonly string[] },
): Promise<void> {
  if (evaluations.length + results.length === 0) return;
  const rows = await db
    .selectFrom('session_results')
    .select(['session_key', 'number'])
    .where('chain', '=', chain)
    .where(({ or, eb }) =>
      or([
        ...(evaluations.length > 0 ? [eb('evaluation_id', 'in', evaluations)] : []),
        ...(results.length > 0 ? [eb('evidence_id', 'in', results)] : []),
      ]),
    )
    .execute();
  for (const { session_key, number } of rows) await emptyResult(db, chain, session_key, number);
}

/** The count of emptied results tells other nodes to read the session again. */
async function emptyResult(db: Database, chain: number, key: string, number: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('session_results')
      .set({ packed: NO_VALUES })
      .where('chain', '=', chain)
      .where('session_key', '=', key)
      .where('number', '=', number)
      .where('packed', '<>', NO_VALUES)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    await tx
      .updateTable('sessions')
      .set((row) => ({ emptied: row('emptied', '+', 1) }))
      .where('chain', '=', chain)
      .where('session_key', '=', key)
      .execute();
  });
}

/**
 * A session of one agent: its calls that name one id, and the values that their results brought in. Tables keep values
 * only as keyed hashes, and only until the session ends.
 */
import { nameKey } from '@assize/act-reading/names';
import type { JsonObject } from '@assize/evidence-format';
import type { Selectable } from 'kysely';
import type { Database } from '../database/open.ts';
import type { SessionResultsTable, SessionsTable } from '../database/tables/acts.ts';
import { Failure } from '../foundation/failure.ts';
import type { FillRandom } from '../foundation/ids.ts';
import { hexOf, type TargetHashes, targetHashes } from '../targets/known/index.ts';

export const SESSION_READ = 'session.read';
export const SESSION_ENDED = 'session.end';

export const MAX_SESSION_ID_CHARACTERS = 256;
export const MAX_RESULTS = 10_000;
/** The most values of a session, which take 1.4 MB in memory. */
export const MAX_VALUES = 100_000;

export type SessionRow = Selectable<SessionsTable>;
export type ResultRow = Selectable<SessionResultsTable>;

const KEY_BYTES = 12;

/** `ses_` and 24 hex digits. Another agent's session of the same id is another session. */
export function sessionKey(
  hashes: TargetHashes,
  chain: number,
  agentId: string | undefined,
  sessionId: string,
): string {
  const agent = agentId === undefined ? null : nameKey(agentId);
  const hash = hashes.of(chain, `session ${JSON.stringify([agent, sessionId])}`);
  return `ses_${hexOf(hash.subarray(0, KEY_BYTES))}`;
}

/** The id of the session that a request names: its own, or that of its mandate. */
export function sessionIdOf(context: JsonObject): string | undefined {
  const { session_id, mandate_id } = context;
  return [session_id, mandate_id].find(
    (id): id is string => typeof id === 'string' && id !== '' && id.length <= MAX_SESSION_ID_CHARACTERS,
  );
}

export async function findSessionRow(
  db: Database,
  chain: number,
  key: string,
): Promise<SessionRow | undefined> {
  return sessionsOf(db, chain).where('session_key', '=', key).executeTakeFirst();
}

/** @throws {Failure} `not_found`, also for a session of another tenant, environment or agent. */
export async function findSession(
  { db, fillRandom }: { db: Database; fillRandom: FillRandom },
  chain: number,
  agentId: string | undefined,
  sessionId: string,
): Promise<SessionRow> {
  const key = sessionKey(await targetHashes(db, fillRandom), chain, agentId, sessionId);
  const row = await findSessionRow(db, chain, key);
  if (row === undefined) throw new Failure('not_found', 'There is no such session.');
  return row;
}

export function sessionsOf(db: Database, chain: number) {
  return db.selectFrom('sessions').selectAll().where('chain', '=', chain);
}

/** The results of a session, in their order. */
export function resultsOf(db: Database, chain: number, key: string) {
  return db
    .selectFrom('session_results')
    .selectAll()
    .where('chain', '=', chain)
    .where('session_key', '=', key)
    .orderBy('number');
}

/** @param at ms since the epoch. */
export function hasEnded({ ended_at, expires_at }: SessionRow, at: number): boolean {
  return ended_at !== null || expires_at <= at;
}

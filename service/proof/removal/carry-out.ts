/**
 * Carries out stated removals: a signed checkpoint covers the statement, payloads and copies are deleted, then erased
 * from the database's files, and the removal counts as done. Each step can be repeated, so it is resumed anywhere.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Eraser } from '../../database/eraser.ts';
import type { MayContinue } from '../../database/nodes/leased-chore.ts';
import type { Database } from '../../database/open.ts';
import { countRemoved, emptyOutcomesOf } from '../../evidence/append/index.ts';
import { artifactsIn, payloadsIn } from '../../evidence/reading/index.ts';
import type { Clock } from '../../foundation/clock.ts';
import { HELD_BY, type Hold, holdOn, holdsInForce } from '../holds/hold.ts';
import { isKept } from '../holds/kept.ts';
import { checkpointCovering } from '../log/checkpoints.ts';
import { forgetWords } from '../word-index/word-index.ts';
import { emptyTexts, type Stretch } from './copies.ts';
import { otherHolds, type StatedRemoval } from './state.ts';

export interface CarryOutDeps {
  db: Database;
  clock: Clock;
  eraser: Eraser;
}

/** The limit for one statement; while it runs on SQLite, no evaluation commits. */
const MAX_ROWS = 500;
const MAX_BYTES = 256 * 1024;
/** A pause is this many times as long as the previous statement and its wait; never shorter than the minimum, ms. */
const PAUSE_FACTOR = 2;
const MIN_PAUSE_MS = 5;

/**
 * Deletes the payloads; {@link finishRemovals} does the rest. A redaction of a held record waits until the hold is
 * lifted. @returns whether they are gone. @throws {Failure} `unavailable` while no checkpoint covers the statement.
 */
export async function removePayloads(
  { db, clock }: Omit<CarryOutDeps, 'eraser'>,
  removal: StatedRemoval,
  mayContinue: MayContinue,
): Promise<boolean> {
  const { chain, kind, first, behind_last: stop } = removal;
  await checkpointCovering(db, chain, (await positionOf(db, chain, removal.evidence_id)) + 1);
  for (let from = first; ; ) {
    const end = await endOfBatch(db, chain, from, stop);
    if (end === null) break;
    if (!(await mayContinue())) return false;
    const startedAt = clock.monotonic();
    const holds = await holdsInForce(db, chain);
    const stretch = { from, end, kept: await keptIn(db, chain, holds, { from, end }) };
    if (kind === 'redaction' && stretch.kept.has(first)) return false;
    await emptyTexts(db, chain, stretch);
    // Another hold may be in force by now.
    if (!(await deleteBatch({ db, clock }, chain, holds, stretch))) continue;
    from = end;
    if (from < stop) {
      await sleep(Math.max(MIN_PAUSE_MS, PAUSE_FACTOR * (clock.monotonic() - startedAt)));
    }
  }
  if (kind === 'redaction') await emptyCopies(db, chain, first);
  await forgetWords(db, chain, first, stop);
  return true;
}

/** @returns when the removals were done, ms since the epoch; null if the database has not erased the rows yet. */
export async function finishRemovals(
  { db, clock, eraser }: CarryOutDeps,
  removals: readonly StatedRemoval[],
  limitMs: number,
): Promise<number | null> {
  if (!(await eraser.erase(limitMs))) return null;
  const removed_at = clock.now();
  for (const { chain, evidence_id } of removals) {
    await db
      .updateTable('removals')
      .set({ removed_at })
      .where('chain', '=', chain)
      .where('evidence_id', '=', evidence_id)
      .where('removed_at', 'is', null)
      .execute();
  }
  return removed_at;
}

async function positionOf(db: Database, chain: number, id: string): Promise<number> {
  const { position } = await db
    .selectFrom('artifacts')
    .select('position')
    .where('chain', '=', chain)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return position;
}

/** @returns the position after the next payloads that one statement may delete; null if there are none. */
async function endOfBatch(db: Database, chain: number, from: number, stop: number): Promise<number | null> {
  const rows = await payloadsIn(db, chain, from, stop)
    .select(['position', ({ fn }) => fn<number>('octet_length', ['payload']).as('bytes')])
    .orderBy('position')
    .limit(MAX_ROWS)
    .execute();
  let end: number | null = null;
  let bytes = 0;
  for (const row of rows) {
    bytes += row.bytes;
    if (end !== null && bytes > MAX_BYTES) break;
    end = row.position + 1;
  }
  return end;
}

/** The positions to keep: statements, and records under a legal hold, even one set after the removal was stated. */
async function keptIn(
  db: Database,
  chain: number,
  holds: readonly Hold[],
  { from, end }: Pick<Stretch, 'from' | 'end'>,
): Promise<Set<number>> {
  let read = artifactsIn(db, chain, from, end).select([...HELD_BY, 'position']);
  if (holds.length === 0) read = read.where('artifact_type', '=', 'governance_change');
  const rows = await read.execute();
  const kept = rows.filter((row) => isKept(row.artifact_type, row.action) || holdOn(holds, row) !== null);
  return new Set(kept.map(({ position }) => position));
}

/** Reduces the count of stored bytes, except of changes of governance. @returns false if another hold is in force. */
async function deleteBatch(
  { db, clock }: Pick<CarryOutDeps, 'db' | 'clock'>,
  chain: number,
  holds: readonly Hold[],
  { from, end, kept }: Stretch,
): Promise<boolean> {
  return await db.transaction().execute(async (tx) => {
    let deletion = tx
      .deleteFrom('artifact_payloads')
      .where('chain', '=', chain)
      .where('position', '>=', from)
      .where('position', '<', end)
      .where(({ not, exists }) => not(exists(otherHolds(tx, chain, holds))));
    if (kept.size > 0) deletion = deletion.where('position', 'not in', [...kept]);
    const gone = await deletion
      .returning(['position', ({ fn }) => fn<number>('octet_length', ['payload']).as('bytes')])
      .execute();
    const unmetered = new Set(await changesIn(tx, chain, from, end));
    let bytes = 0;
    for (const row of gone) if (!unmetered.has(row.position)) bytes += row.bytes;
    if (bytes > 0) await countRemoved(tx, chain, clock.now(), bytes);
    return (await otherHolds(tx, chain, holds).executeTakeFirst()) === undefined;
  });
}

async function changesIn(db: Database, chain: number, from: number, end: number): Promise<number[]> {
  const changes = artifactsIn(db, chain, from, end).where('artifact_type', '=', 'governance_change');
  return (await changes.select('position').execute()).map(({ position }) => position);
}

/** Only for redactions: a pruned artifact is older than the lifetime of any other copy. */
async function emptyCopies(db: Database, chain: number, position: number): Promise<void> {
  const { id, created_at } = await db
    .selectFrom('artifacts')
    .select(['id', 'created_at'])
    .where('chain', '=', chain)
    .where('position', '=', position)
    .executeTakeFirstOrThrow();
  await emptyOutcomesOf(db, chain, { id, createdAt: created_at });
}

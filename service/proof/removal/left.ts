/** Finds payloads of expired ranges that a legal hold kept, once that hold is lifted. */
import { treeBuilder } from '@assize/evidence-format';
import type { Database } from '../../database/open.ts';
import { artifactsAndPayloads, artifactsIn } from '../../evidence/reading/index.ts';
import { HELD_BY, holdOn } from '../holds/hold.ts';
import { isKept } from '../holds/kept.ts';
import type { ExpiredRange, Expiry } from './expired.ts';

const PAGE_ROWS = 512;

/** Lifted holds whose kept payloads retention has not gone over yet. */
export async function liftedHolds(db: Database, chain: number): Promise<string[]> {
  const rows = await db
    .selectFrom('evidence_holds')
    .select('hold_id')
    .where('chain', '=', chain)
    .where('lifted_at', 'is not', null)
    .where('caught_up_at', 'is', null)
    .execute();
  return rows.map(({ hold_id }) => hold_id);
}

export async function noteCaughtUp(
  db: Database,
  chain: number,
  holds: readonly string[],
  caught_up_at: number,
): Promise<void> {
  await db
    .updateTable('evidence_holds')
    .set({ caught_up_at })
    .where('chain', '=', chain)
    .where('hold_id', 'in', holds)
    .execute();
}

/** Whether payloads of a stated range are still to be deleted: they would look like payloads left by a hold. */
export async function isPruning(db: Database, chain: number): Promise<boolean> {
  const row = await db
    .selectFrom('removals')
    .select('evidence_id')
    .where('chain', '=', chain)
    .where('removed_at', 'is', null)
    .where('kind', '=', 'retention')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

interface Sought extends Expiry {
  from: number;
  /** Exclusive. */
  end: number;
}

/** The shortest range with the next expired payloads that are no longer kept; null if there are none. */
export async function leftFrom(db: Database, chain: number, sought: Sought): Promise<ExpiredRange | null> {
  const { beforeMs, holds, most, end } = sought;
  let first: number | null = null;
  let last = sought.from;
  for (let from = sought.from; from < end; ) {
    const rows = await payloadsFrom(db, chain, from, end);
    for (const row of rows) {
      const stays = isKept(row.artifact_type, row.action) || holdOn(holds, row) !== null;
      if (stays || row.created_at >= beforeMs) continue;
      first ??= row.position;
      if (row.position >= first + most) return await rangeOf(db, chain, first, last + 1);
      last = row.position;
    }
    if (rows.length < PAGE_ROWS) break;
    from = (rows.at(-1)?.position ?? end) + 1;
  }
  return first === null ? null : await rangeOf(db, chain, first, last + 1);
}

function payloadsFrom(db: Database, chain: number, from: number, end: number) {
  return artifactsAndPayloads(db, chain)
    .select([...HELD_BY, 'artifacts.position'])
    .where('artifact_payloads.chain', '=', chain)
    .where('artifact_payloads.position', '>=', from)
    .where('artifact_payloads.position', '<', end)
    .orderBy('artifact_payloads.position')
    .limit(PAGE_ROWS)
    .execute();
}

async function rangeOf(db: Database, chain: number, first: number, end: number): Promise<ExpiredRange> {
  const tree = treeBuilder();
  for (let from = first; from < end; from += PAGE_ROWS) {
    const leaves = artifactsIn(db, chain, from, Math.min(end, from + PAGE_ROWS)).select('hash');
    tree.append((await leaves.orderBy('position').execute()).map(({ hash }) => hash));
  }
  return { first, end, root: tree.root() };
}

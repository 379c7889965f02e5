/** The payloads of the period that are gone, as far as records state it, also those stated after the report's position. */
import type { Database } from '../../database/open.ts';
import { type Reading, recordsById } from './reading.ts';
import type { RecordedRemoval, ReportRecord } from './record.ts';

/** A tenant whose retention runs daily has one statement a day. */
const MAX_REMOVALS = 1000;

export async function removalsOf(reading: Reading): Promise<RecordedRemoval[]> {
  const { db, chain, ends, size } = reading;
  if (ends === null) return [];
  const rows = await removalsBetween(db, chain, ends).execute();
  const before = await recordsById(
    reading,
    rows.map(({ evidence_id }) => evidence_id),
  );
  return rows.map((row) => ({ ...removalFields(row, size), meanwhile: !before.has(row.evidence_id) }));
}

export type LaterRemoval = Omit<RecordedRemoval, 'meanwhile'>;

/** Those that were stated since the report was made, and which it does not name. */
export async function removalsSince(
  db: Database,
  chain: number,
  { population, removals, tree_size: size }: ReportRecord,
): Promise<LaterRemoval[]> {
  const { first, last } = population;
  if (first === null || last === null) return [];
  const rows = await removalsBetween(db, chain, { first, last })
    .innerJoin('artifacts', 'artifacts.id', 'removals.evidence_id')
    .where('artifacts.chain', '=', chain)
    .where('artifacts.position', '>=', size)
    .execute();
  const named = new Set(removals.map(({ evidence_id }) => evidence_id));
  return rows.filter(({ evidence_id }) => !named.has(evidence_id)).map((row) => removalFields(row, size));
}

/** The newest range first. */
function removalsBetween(db: Database, chain: number, { first, last }: { first: number; last: number }) {
  return db
    .selectFrom('removals')
    .select(['removals.kind', 'removals.first', 'removals.behind_last', 'removals.evidence_id'])
    .where('removals.chain', '=', chain)
    .where('removals.first', '<=', last)
    .where('removals.behind_last', '>', first)
    .orderBy('removals.first', 'desc')
    .orderBy('removals.evidence_id', 'desc')
    .limit(MAX_REMOVALS);
}

interface RemovalRow {
  kind: RecordedRemoval['kind'];
  first: number;
  behind_last: number;
  evidence_id: string;
}

function removalFields({ kind, first, behind_last, evidence_id }: RemovalRow, size: number): LaterRemoval {
  return { kind, from_index: first, to_index: Math.min(behind_last, size), evidence_id };
}

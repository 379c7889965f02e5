/** Compares exports with the evidence of who made them: each has the filter and the signed size that were recorded. */

import { canonicalJson, type JsonObject } from '@assize/evidence-format';
import type { Selectable } from 'kysely';
import type { ExportsTable } from '../../database/tables/evidence.ts';
import {
  changesOf,
  type EarlierRows,
  earlierRows,
  PAGE_ROWS,
  pagesOf,
  type RecordedChange,
} from '../../evidence/index.ts';
import { definitionOf, EXPORTED, termsOf } from '../../proof/index.ts';
import type { CheckContext, Registry, Tally } from '../registry.ts';

export const exportsRegistry: Registry = { name: 'exports', check };

type Row = Selectable<ExportsTable>;

/** Rows are read first: each was written together with its record, which a later read then finds. */
async function check(tally: Tally, context: CheckContext): Promise<void> {
  const { db, chain, size } = context;
  const rows: Row[] = [];
  for await (const page of pagesOf((after: Row | undefined) => readRows(context, after))) rows.push(...page);
  const records = new Map<string, RecordedChange>();
  const nameless: RecordedChange[] = [];
  for await (const page of changesOf(db, chain, [EXPORTED])) {
    for (const recorded of page) {
      if (recorded.change === null) nameless.push(recorded);
      else records.set(String(recorded.change.export_id), recorded);
    }
  }
  const before = await earlierRows(db, chain);
  for (const row of rows) {
    tally.checked();
    const record = records.get(row.export_id);
    const what = faultOf(row, record, nameless, before);
    if (what !== null) tally.gap(what, record?.position, record?.id);
    records.delete(row.export_id);
  }
  for (const { position, id } of [...records.values(), ...nameless]) {
    if (position >= size) continue;
    tally.checked();
    tally.gap('An export was made here, but is not there.', position, id);
  }
}

function readRows({ db, chain }: CheckContext, after: Row | undefined): Promise<Row[]> {
  return db
    .selectFrom('exports')
    .selectAll()
    .where('chain', '=', chain)
    .where('export_id', '>', after?.export_id ?? '')
    .orderBy('export_id')
    .limit(PAGE_ROWS)
    .execute();
}

function faultOf(
  row: Row,
  record: RecordedChange | undefined,
  nameless: RecordedChange[],
  before: EarlierRows,
): string | null {
  const it = `Export ${row.export_id}`;
  if (record !== undefined) {
    const isSame =
      record.at === row.created_at && record.actor === row.created_by && isAs(row, record.change);
    return isSame ? null : `${it} is not what was asked for.`;
  }
  const place = nameless.findIndex(({ at, actor }) => at === row.created_at && actor === row.created_by);
  if (place >= 0) {
    nameless.splice(place, 1);
    return null;
  }
  const taken = before.find('exports', row.export_id, row.created_at);
  if (taken === null) return `There is no record of who made export ${row.export_id}.`;
  return taken.recorded === null || isAs(row, taken.recorded) ? null : `${it} is not what was asked for.`;
}

function isAs(row: Row, recorded: JsonObject | null): boolean {
  try {
    return canonicalJson(termsOf(definitionOf(row))) === canonicalJson(recorded);
  } catch {
    // A filter that can't be read was never requested.
    return false;
  }
}

/** The exports that an earlier version kept without a record. */
export async function readEarlierExports({
  db,
  chain,
}: Pick<CheckContext, 'db' | 'chain'>): Promise<JsonObject> {
  const rows = await db.selectFrom('exports').selectAll().where('chain', '=', chain).execute();
  return Object.fromEntries(rows.map((row) => [row.export_id, termsOf(definitionOf(row))]));
}

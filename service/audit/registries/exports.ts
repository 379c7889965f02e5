/** Compares exports with the evidence of who made them: each has the filter and the signed size that were recorded. */

import { canonicalJson, type JsonObject } from '@assize/evidence-format';
import type { Selectable } from 'kysely';
import type { ExportsTable } from '../../database/tables/evidence.ts';
import {
  changesOf,
  type EarlierRows,
  earlierRows,
  type RecordedChange,
} from '../../evidence/changes/index.ts';
import { definitionOf, EXPORTED, termsOf } from '../../proof/export/index.ts';
import type { ChainOfRows, CheckContext, Registry, Tally } from '../registry.ts';
import { rowsBy, takeOut } from './rows.ts';

export const exportsRegistry: Registry = { name: 'exports', check };

type Row = Selectable<ExportsTable>;

/** Rows are read first: each was written together with its record, which a later read then finds. */
async function check(tally: Tally, context: CheckContext): Promise<void> {
  const { db, chain, size } = context;
  const rows = await rowsBy(exportsOf(context), 'export_id');
  const records = new Map<string, RecordedChange>();
  const nameless: RecordedChange[] = [];
  for await (const page of changesOf(db, chain, [EXPORTED])) {
    for (const recorded of page) {
      if (recorded.change === null) nameless.push(recorded);
      else records.set(String(recorded.change.export_id), recorded);
    }
  }
  const before = await earlierRows(db, chain);
  for (const row of rows.values()) {
    const record = records.get(row.export_id);
    tally.compared(faultOf(row, record, nameless, before), record?.position, record?.id);
    records.delete(row.export_id);
  }
  const left = [...records.values(), ...nameless];
  tally.unmatched(left, size, 'An export was made here, but is not there.');
}

function exportsOf({ db, chain }: ChainOfRows) {
  return db.selectFrom('exports').selectAll().where('chain', '=', chain);
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
  if (takeOut(nameless, ({ at, actor }) => at === row.created_at && actor === row.created_by)) return null;
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
export async function readEarlierExports(context: ChainOfRows): Promise<JsonObject> {
  const rows = await exportsOf(context).execute();
  return Object.fromEntries(rows.map((row) => [row.export_id, termsOf(definitionOf(row))]));
}

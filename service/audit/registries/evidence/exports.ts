/** Compares exports with the evidence of who made them: each has the filter and the signed size that were recorded. */
import { canonicalJson, type JsonObject } from '@assize/evidence-format';
import { earlierRows } from '../../../evidence/changes/index.ts';
import { definitionOf, EXPORTED, termsOf } from '../../../proof/export/index.ts';
import { pagesBy, type RowOf, rowsOf } from '../../comparing/rows.ts';
import { stating } from '../../comparing/stating.ts';
import type { ChainOfRows } from '../../registry.ts';

type Row = RowOf<'exports'>;

export const exportsMade = stating({
  extra: ({ db, chain }) => earlierRows(db, chain),
  rows: (context) => pagesBy(rowsOf(context, 'exports'), 'export_id'),
  nameOf: ({ export_id }) => export_id,
  nameIn: ({ export_id }) => String(export_id),
  records: { made: [EXPORTED] },
  it: ({ export_id }) => `Export ${export_id}`,
  compare: (row, { made }, { extra: before }) => {
    const { export_id, created_at, created_by } = row;
    const isOfRow = ({ at, actor }: { at: number; actor: string }) =>
      at === created_at && actor === created_by;
    const record = made.of(export_id).at(-1);
    if (record !== undefined) {
      const isSame = isOfRow(record) && isAs(row, record.change);
      return { what: isSame ? null : 'is not what was asked for', at: record };
    }
    if (made.accountsFor(isOfRow)) return null;
    const taken = before.find('exports', export_id, created_at);
    if (taken === null) return `There is no record of who made export ${export_id}.`;
    return taken.recorded === null || isAs(row, taken.recorded) ? null : 'is not what was asked for';
  },
  left: { made: 'An export was made here, but is not there.' },
});

function isAs(row: Row, recorded: JsonObject): boolean {
  try {
    return canonicalJson(termsOf(definitionOf(row))) === canonicalJson(recorded);
  } catch {
    // A filter that can't be read was never requested.
    return false;
  }
}

/** The exports that an earlier version kept without a record. */
export async function readEarlierExports(context: ChainOfRows): Promise<JsonObject> {
  const rows = await rowsOf(context, 'exports').execute();
  return Object.fromEntries(rows.map((row) => [row.export_id, termsOf(definitionOf(row))]));
}

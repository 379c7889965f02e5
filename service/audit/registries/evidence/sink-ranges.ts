/**
 * Compares what sinks were sent with its records. The ranges of a stream follow one another without
 * a hole, so that none can be left out.
 */
import { canonicalJson, type JsonObject } from '@assize/evidence-format';
import { GAP_ACTION, SENT_ACTION, statedRange } from '../../../siem/sent/index.ts';
import { pagesBy, type RowOf, rowsOf } from '../../comparing/rows.ts';
import { type Records, stating } from '../../comparing/stating.ts';
import type { CheckContext } from '../../registry.ts';

type Row = RowOf<'sink_ranges'>;

/** A range is recorded within seconds after its end while a node runs. */
const RECORDED_WITHIN_MS = 60_000;

const named = (...parts: unknown[]) => parts.join('/');
const nameOf = ({ sink_id, stream, number }: Pick<Row, 'sink_id' | 'stream' | 'number'>) =>
  named(sink_id, stream, number);

export const sinkRanges = stating({
  extra: rangesBefore,
  rows: (context) => pagesBy(rowsOf(context, 'sink_ranges'), ['sink_id', 'stream', 'number']),
  nameOf: (row: Row) => nameOf(row),
  nameIn: ({ sink_id, stream, number }) => named(sink_id, stream, number),
  records: { sent: [SENT_ACTION], gap: [GAP_ACTION] },
  it: (row) => `Range ${nameOf(row)}`,
  compare: (row, { sent, gap }, { extra: follows, context: { nowMs } }) => {
    const records = row.kind === 'gap' ? gap : sent;
    const [record] = records.of(nameOf(row));
    if (!follows(row)) return { what: 'does not follow what was sent before', at: record };
    if (record === undefined) return { what: withoutRecord(row, nowMs, records), at: undefined };
    return {
      what: isAsStated(row, record.change) && record.id === row.evidence_id ? null : 'is not as is on record',
      at: record,
    };
  },
  left: {
    sent: { named: (name) => `Range ${name} was sent, but is not there.`, nameless: 'A range is not there.' },
    gap: { named: (name) => `Range ${name} was skipped, but is not there.`, nameless: 'A gap is not there.' },
  },
});

function isAsStated(row: Row, stated: JsonObject): boolean {
  try {
    return canonicalJson(statedRange(row)) === canonicalJson(stated);
  } catch (error) {
    // Its rendering is not JSON.
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

function withoutRecord(row: Row, nowMs: number, records: Records): string | null {
  if (row.evidence_id !== null) {
    const isGone = records.accountsFor(({ id }) => id === row.evidence_id);
    return isGone ? null : 'names a record that is not there';
  }
  const isNew = row.ended_at === null || nowMs - row.ended_at < RECORDED_WITHIN_MS;
  return isNew ? null : 'has ended, and has no record';
}

/** @returns whether a row begins where the one before it ends. */
async function rangesBefore({ db, chain }: CheckContext) {
  const ends = await db
    .selectFrom('sink_ranges')
    .select(['sink_id', 'stream', 'number', 'behind_last'])
    .where('chain', '=', chain)
    .execute();
  const known = new Map(ends.map((row) => [nameOf(row), row.behind_last]));
  return (row: Row): boolean =>
    row.number === 0 || known.get(nameOf({ ...row, number: row.number - 1 })) === row.first;
}

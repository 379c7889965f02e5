/** Compares sinks with the records of their changes, each of which states the whole sink. */
import { canonicalJson, type JsonObject } from '@assize/evidence-format';
import { type Digest, existingDigests } from '../../../evidence/changes/index.ts';
import { SINK_DELETED, SINK_SET, statedSink } from '../../../siem/sinks/index.ts';
import { pagesBy, type RowOf, rowsOf } from '../../comparing/rows.ts';
import { stating } from '../../comparing/stating.ts';

export const sinks = stating({
  extra: ({ db }) => existingDigests(db),
  rows: (context) => pagesBy(rowsOf(context, 'sinks'), 'sink_id'),
  nameOf: ({ sink_id }) => sink_id,
  nameIn: ({ sink_id }) => String(sink_id),
  records: { set: SINK_SET, deleted: [SINK_DELETED] },
  it: ({ sink_id }) => `Sink ${sink_id}`,
  compare: (row, { set, deleted }, { extra: digest }) => {
    const records = set.of(row.sink_id);
    const last = records.at(-1);
    if (deleted.of(row.sink_id).length > 0) return { what: 'was deleted, but is there', at: last };
    const isMade = records.some(({ at, actor, action }) => {
      return action === 'sink.create' && at === row.created_at && actor === row.created_by;
    });
    if (!isMade && !set.accountsFor(({ at, actor }) => at === row.created_at && actor === row.created_by))
      return { what: 'has no record of who made it', at: last };
    if (last === undefined || last.id !== row.evidence_id) {
      const isGone = set.accountsFor(({ id }) => id === row.evidence_id);
      return { what: isGone ? null : 'is not as its last record says', at: last };
    }
    return { what: faultOf(heldBy(digest, row), last.change), at: last };
  },
  end: 'deleted',
  left: {
    set: {
      named: (id) => `Sink ${id} was not deleted, but is not there.`,
      nameless: 'A sink was made or changed here, and is not there.',
    },
  },
});

/** @returns null where its options are not JSON. */
function heldBy(digest: Digest, row: RowOf<'sinks'>): JsonObject | null {
  try {
    return statedSink(digest, row);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function faultOf(held: JsonObject | null, stated: JsonObject): string | null {
  if (held === null) return 'has options that are not JSON';
  const other = Object.keys(held).filter((name) => text(held[name]) !== text(stated[name]));
  return other.length === 0 ? null : `is not as is on record: ${other.join(', ')}`;
}

const text = (value: unknown) => canonicalJson((value ?? null) as JsonObject);

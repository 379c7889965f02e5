/** Compares channels with the records of their changes, each of which states the whole channel. */
import { canonicalJson, type JsonObject } from '@assize/evidence-format';
import { CHANNEL_DELETED, CHANNEL_SET, statedChannel } from '../../../channels/settings/index.ts';
import { type Digest, existingDigests } from '../../../evidence/changes/index.ts';
import { pagesBy, type RowOf, rowsOf } from '../../comparing/rows.ts';
import { type Stated, stating } from '../../comparing/stating.ts';

/** An automatic disabling is recorded within seconds while a node runs. */
const RECORDED_WITHIN_MS = 60_000;

export const channels = stating({
  extra: ({ db }) => existingDigests(db),
  rows: (context) => pagesBy(rowsOf(context, 'channels'), 'channel_id'),
  nameOf: ({ channel_id }) => channel_id,
  nameIn: ({ channel_id }) => String(channel_id),
  records: { set: CHANNEL_SET, deleted: [CHANNEL_DELETED] },
  it: ({ channel_id }) => `Channel ${channel_id}`,
  compare: (row, { set, deleted }, { extra: digest, context: { nowMs } }) => {
    const records = set.of(row.channel_id);
    const last = records.at(-1);
    if (deleted.of(row.channel_id).length > 0) return { what: 'was deleted, but is there', at: last };
    const isMade = records.some(({ at, actor, action }) => {
      return action === 'channel.create' && at === row.created_at && actor === row.created_by;
    });
    if (!isMade && !set.accountsFor(({ at, actor }) => at === row.created_at && actor === row.created_by))
      return { what: 'has no record of who made it', at: last };
    if (last === undefined || last.id !== row.evidence_id) {
      const isGone = set.accountsFor(({ id }) => id === row.evidence_id);
      return { what: isGone ? null : 'is not as its last record says', at: last };
    }
    return { what: faultOf(row, records, heldBy(digest, row), nowMs), at: last };
  },
  end: 'deleted',
  left: {
    set: {
      named: (id) => `Channel ${id} was not deleted, but is not there.`,
      nameless: 'A channel was made or changed here, and is not there.',
    },
  },
});

/** @returns null where its options are not JSON. */
function heldBy(digest: Digest, row: RowOf<'channels'>): JsonObject | null {
  try {
    return statedChannel(digest, row);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function faultOf(
  row: RowOf<'channels'>,
  records: readonly Stated[],
  held: JsonObject | null,
  nowMs: number,
): string | null {
  if (held === null) return 'has options that are not JSON';
  const { disabled_at: at, disabled_reason: reason, disabled_evidence_id: recorded } = row;
  const isNew = at !== null && recorded === null && nowMs - at < RECORDED_WITHIN_MS;
  const stated = records.at(-1)?.change ?? {};
  const isUnrecorded = isNew && (reason === 'refused' || reason === 'failing') && stated.disabled === null;
  const now = isUnrecorded ? { ...held, disabled: null } : held;
  const other = Object.keys(now).filter((name) => text(now[name]) !== text(stated[name]));
  const off = records.findLast(({ action }) => action === 'channel.disable')?.id;
  const since = at === null ? null : off;
  if (at === null && reason !== null) other.push('disabled_reason');
  if (!isUnrecorded && (recorded === null || since !== undefined) && recorded !== since)
    other.push('disabled_evidence_id');
  return other.length === 0 ? null : `is not as is on record: ${other.join(', ')}`;
}

const text = (value: unknown) => canonicalJson((value ?? null) as JsonObject);

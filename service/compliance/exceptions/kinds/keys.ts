/** API keys that never expire. */
import { changesOf } from '../../../evidence/changes/index.ts';
import { listKeys } from '../../../keys/index.ts';
import { NOWHERE, type Placed, type Reading } from '../reading.ts';
import { type ExceptionKind, MAX_LISTED } from './kind.ts';

export const endlessKeys: ExceptionKind = {
  id: 'key_without_end',
  title: 'Key without an end',
  rule: 'An API key that could be used in the period has no date on which it expires.',
  async find(reading) {
    const { db, tenantId, environment, period } = reading;
    const keys = (await listKeys(db, tenantId)).filter(
      (key) =>
        key.environment === environment &&
        key.expiresAt === null &&
        key.createdAt < period.to &&
        (key.revokedAt ?? period.to) > period.from,
    );
    const made = keys.length === 0 ? new Map<string, Placed>() : await recordsOfMaking(reading);
    const newest = keys.sort((one, other) => other.createdAt - one.createdAt).slice(0, MAX_LISTED);
    const listed = newest.map(({ keyId, name, createdAt, madeBy, scopes }) => ({
      ...(made.get(keyId) ?? NOWHERE),
      at: createdAt,
      who: madeBy ?? 'unknown',
      what: `key ${keyId} “${name}” has no end, and may ${scopes.join(', ')}`,
      why: null,
    }));
    return { count: keys.length, listed, unread: 0 };
  },
};

async function recordsOfMaking({ db, chain, size }: Reading): Promise<Map<string, Placed & { at: number }>> {
  const made = new Map<string, Placed & { at: number }>();
  for await (const page of changesOf(db, chain, ['key.create'])) {
    for (const { id, position, at, change } of page) {
      if (position < size && typeof change?.key_id === 'string') {
        made.set(change.key_id, { evidenceId: id, index: position, at });
      }
    }
  }
  return made;
}

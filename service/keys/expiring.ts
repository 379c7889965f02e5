/**
 * Warns of a key's expiry a week ahead and a day ahead: once each, because the notice is stored under the
 * key, with its event in the same transaction. A key with a shorter life causes no warning when it is
 * created.
 */
import { type Selectable, sql } from 'kysely';
import type { Database } from '../database/open.ts';
import type { ApiKeysTable } from '../database/tables/index.ts';
import { eventOf, type NoticeKind, writeEvent, writeNotice } from '../events/index.ts';
import type { Chore } from '../foundation/chores.ts';
import { type Clock, DAY_MS } from '../foundation/clock.ts';
import type { IdSource } from '../foundation/ids.ts';
import { shownSecret } from './key.ts';

export interface ExpiringKeysDeps {
  db: Database;
  clock: Clock;
  ids: IdSource;
}

const EVERY_MS = 60_000;
const HOUR_MS = 3_600_000;
const KEYS_AT_ONCE = 100;

interface Warning {
  kind: NoticeKind;
  aheadMs: number;
  /** From this time on the next warning replaces it. */
  untilMs: number;
  /** The notices that make this one redundant. */
  saidBy: readonly NoticeKind[];
}

const WARNINGS: readonly Warning[] = [
  {
    kind: 'key_expiring_7d',
    aheadMs: 7 * DAY_MS,
    untilMs: DAY_MS,
    saidBy: ['key_expiring_7d', 'key_expiring_24h'],
  },
  { kind: 'key_expiring_24h', aheadMs: DAY_MS, untilMs: 0, saidBy: ['key_expiring_24h'] },
];

type ExpiringKey = Pick<
  Selectable<ApiKeysTable>,
  'tenant_id' | 'key_id' | 'name' | 'prefix' | 'environment'
> & {
  expires_at: number;
  chain: number;
};

export function expiringKeysChore(deps: ExpiringKeysDeps): Chore {
  return {
    name: 'warn of keys that expire',
    everyMs: EVERY_MS,
    async run(stopping) {
      for (const warning of WARNINGS) {
        let found = KEYS_AT_ONCE;
        while (found === KEYS_AT_ONCE && !stopping.aborted) found = await warn(deps, warning);
      }
    },
  };
}

/** @returns the number of expiring keys found; at most 100. */
async function warn({ db, clock, ids }: ExpiringKeysDeps, warning: Warning): Promise<number> {
  const at = clock.now();
  const keys = await keysToWarnOf(db, warning, at);
  if (keys.length === 0) return 0;
  await db.transaction().execute(async (tx) => {
    for (const { tenant_id: tenantId, chain, expires_at, ...named } of keys) {
      const shown = shownSecret(named.prefix);
      const data = { ...named, ...shown, expires_at: new Date(expires_at).toISOString() };
      const notice = { tenantId, chain, kind: warning.kind, subject: named.key_id, data, at };
      if (!(await writeNotice(tx, notice))) continue;
      const eventData = { ...data, expires_in_hours: Math.floor((expires_at - at) / HOUR_MS) };
      await writeEvent(tx, eventOf(ids, { chain, type: 'key.expiring', data: eventData, at }));
    }
  });
  return keys.length;
}

/** Returns the rows in the same order on every node, so that concurrent writers don't wait for each other. */
function keysToWarnOf(
  db: Database,
  { aheadMs, untilMs, saidBy }: Warning,
  nowMs: number,
): Promise<ExpiringKey[]> {
  return db
    .selectFrom('api_keys')
    .innerJoin('chains', (join) =>
      join
        .onRef('chains.tenant_id', '=', 'api_keys.tenant_id')
        .onRef('chains.environment', '=', 'api_keys.environment'),
    )
    .select([
      'api_keys.tenant_id',
      'api_keys.key_id',
      'api_keys.name',
      'api_keys.prefix',
      'api_keys.environment',
      'api_keys.expires_at',
      'chains.chain',
    ])
    .$narrowType<{ expires_at: number }>()
    .where('api_keys.revoked_at', 'is', null)
    .where('api_keys.expires_at', 'is not', null)
    .where('api_keys.expires_at', '>', nowMs + untilMs)
    .where('api_keys.expires_at', '<=', nowMs + aheadMs)
    .where(sql<boolean>`api_keys.expires_at - api_keys.created_at > ${sql.lit(aheadMs)}`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('notices')
            .select('notices.subject')
            .whereRef('notices.tenant_id', '=', 'api_keys.tenant_id')
            .where('notices.kind', 'in', saidBy)
            .whereRef('notices.subject', '=', 'api_keys.key_id'),
        ),
      ),
    )
    .orderBy('api_keys.expires_at')
    .orderBy('api_keys.key_id')
    .limit(KEYS_AT_ONCE)
    .execute();
}

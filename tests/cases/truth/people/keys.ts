/** Tampering with keys, and with the records of their creation and revocation. */
import { sql } from 'kysely';
import type { Filled } from '../../../support/truth/truth-parts.ts';
import { nowhere, OTHER_HASH, run, type Tampering } from '../tampering.ts';

const key = (name: 'made' | 'revoked') => (filled: Filled) =>
  sql`tenant_id = ${filled.tenantId} AND key_id = ${filled.keys[name]}`;
/** A chain begins with the creation of its first key; these records come after the outcomes. */
const MADE = ({ at: places }: Filled) => (places['done-unasked'] ?? 0) + 1;
const REVOKED = ({ at: places }: Filled) => (places['done-unasked'] ?? 0) + 3;

export const KEYS: Tampering[] = [
  {
    promise: 'an-invented-key',
    tables: ['api_keys'],
    tamper: run(
      ({ tenantId }) =>
        sql`INSERT INTO api_keys (tenant_id, key_id, environment, name, secret_hash, prefix, scopes, created_at) VALUES (${tenantId}, 'key_0123456789abcdef01234567', 'production', 'n', ${OTHER_HASH}, 'p', '[]', 1)`,
    ),
    registry: 'keys',
    index: nowhere,
    what: /no record of who created key key_0123456789abcdef01234567/,
  },
  {
    promise: 'a-key-that-is-gone',
    tables: ['api_keys'],
    tamper: run((filled) => sql`DELETE FROM api_keys WHERE ${key('made')(filled)}`),
    registry: 'keys',
    index: MADE,
    what: /was created, but is not there/,
  },
  {
    promise: 'a-key-moved-to-another-environment',
    tables: ['api_keys'],
    tamper: run((filled) => sql`UPDATE api_keys SET environment = 'sandbox' WHERE ${key('made')(filled)}`),
    registry: 'keys',
    index: MADE,
    what: /was created, but is not there/,
  },
  {
    promise: 'a-key-from-another-environment',
    tables: ['api_keys'],
    tamper: run(
      ({ tenantId }) =>
        sql`UPDATE api_keys SET environment = 'production' WHERE tenant_id = ${tenantId} AND environment = 'sandbox'`,
    ),
    registry: 'keys',
    index: nowhere,
    what: /no record of who created/,
  },
  ...(
    [
      ['scopes', sql`scopes = '["keys:manage"]'`],
      ['expires_at', sql`expires_at = NULL`],
      ['name', sql`name = 'other'`],
      ['secret_fingerprint', sql`secret_hash = ${OTHER_HASH}`],
      ['created_at', sql`created_at = created_at + 1`],
    ] as const
  ).map(
    ([field, change]): Tampering => ({
      promise: `a-key-whose-${field.replace('_', '-')}-was-altered`,
      tables: ['api_keys'],
      tamper: run((filled) => sql`UPDATE api_keys SET ${change} WHERE ${key('made')(filled)}`),
      registry: 'keys',
      index: MADE,
      what: new RegExp(`not as it was created: ${field}\\.`),
    }),
  ),
  {
    promise: 'a-revocation-without-a-record',
    tables: ['api_keys'],
    tamper: run((filled) => sql`UPDATE api_keys SET revoked_at = 1 WHERE ${key('made')(filled)}`),
    registry: 'keys',
    index: nowhere,
    what: /no record of who revoked/,
  },
  {
    promise: 'a-revocation-that-was-undone',
    tables: ['api_keys'],
    tamper: run((filled) => sql`UPDATE api_keys SET revoked_at = NULL WHERE ${key('revoked')(filled)}`),
    registry: 'keys',
    index: REVOKED,
    what: /was revoked, but its row no longer says so/,
  },
  {
    promise: 'a-revocation-at-another-time',
    tables: ['api_keys'],
    tamper: run(
      (filled) => sql`UPDATE api_keys SET revoked_at = revoked_at + 1 WHERE ${key('revoked')(filled)}`,
    ),
    registry: 'keys',
    index: REVOKED,
    what: /at another time/,
  },
  {
    promise: 'a-key-whose-record-was-redacted-that-is-gone',
    tables: ['api_keys', 'artifact_payloads'],
    tamper: async (db, filled) => {
      await run((f) => sql`DELETE FROM api_keys WHERE ${key('made')(f)}`)(db, filled);
      await run((f) => sql`DELETE FROM artifact_payloads WHERE chain = ${f.chain} AND position = ${MADE(f)}`)(
        db,
        filled,
      );
    },
    registry: 'keys',
    index: MADE,
    what: /was created, but is not there/,
  },
];

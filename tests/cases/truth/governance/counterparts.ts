/** Tampering with rows beside the evidence that a control relies on: quorums, uses, refusals, endpoints, exports. */
import { type RawBuilder, sql } from 'kysely';
import { ALARMS } from '../evidence/alarms.ts';
import { at, nowhere, run, type Tampering } from '../tampering.ts';

const ofApproval = (name: string, change: RawBuilder<unknown>) =>
  run(
    ({ chain, ids }) =>
      sql`UPDATE approvals SET ${change} WHERE chain = ${chain} AND evidence_id = ${ids[name]}`,
  );

const QUORUMS: Tampering[] = [
  {
    promise: 'an-approval-that-takes-fewer-than-it-was-opened-to',
    tables: ['approvals'],
    tamper: ofApproval('half', sql`required_approvals = 1`),
    registry: 'approvals',
    index: at('half'),
    what: /takes 1 approvals, but was opened to take 2/,
  },
  {
    promise: 'an-approval-with-more-time',
    tables: ['approvals'],
    tamper: ofApproval('half', sql`expires_at = expires_at + 1`),
    registry: 'approvals',
    index: at('half'),
    what: /expires at another time/,
  },
  {
    promise: 'an-approval-that-was-called-off',
    tables: ['approvals'],
    tamper: ofApproval('half', sql`status = 'cancelled'`),
    registry: 'approvals',
    index: at('half'),
    what: /which no request does/,
  },
  {
    promise: 'an-invented-second-party',
    tables: ['approval_decisions'],
    tamper: run(
      ({ chain, ids }) =>
        sql`INSERT INTO approval_decisions (chain, approval_id, party, decision, decided_at)
          SELECT chain, approval_id, 'key_0123456789abcdef01234567', 'approved', created_at FROM approvals
          WHERE chain = ${chain} AND evidence_id = ${ids.half}`,
    ),
    registry: 'decisions',
    index: nowhere,
    what: /is on no record/,
  },
  {
    promise: 'a-decision-that-is-gone',
    tables: ['approval_decisions'],
    tamper: run(({ chain }) => sql`DELETE FROM approval_decisions WHERE chain = ${chain}`),
    registry: 'decisions',
    index: at('approval.decide'),
    what: /made here, but is not there/,
  },
  {
    promise: 'an-approval-that-is-usable-again',
    tables: ['approvals'],
    tamper: ofApproval('asked-twice', sql`status = 'approved', consumed_at = NULL, consumed_by = NULL`),
    registry: 'verdicts',
    index: at('used-once'),
    what: /rests on approval apr_\w+, which is not used up/,
  },
];

const REFUSALS: Tampering[] = [
  {
    promise: 'refusals-that-are-forgotten',
    tables: ['refused_claims'],
    tamper: run(({ chain }) => sql`DELETE FROM refused_claims WHERE chain = ${chain}`),
    registry: 'refusals',
    index: at('declined'),
    what: /refused of agent7 here is not remembered/,
  },
  {
    promise: 'a-refusal-that-never-was',
    tables: ['refused_claims'],
    tamper: run(
      ({ chain }) =>
        sql`UPDATE refused_claims SET risk_level = 'low' WHERE chain = ${chain} AND agent_id <> 'doer'`,
    ),
    registry: 'refusals',
    index: nowhere,
    what: /is remembered that never was/,
  },
];

const endpoint = (promise: string, change: RawBuilder<unknown>, what: RegExp): Tampering => ({
  promise,
  tables: ['webhook_endpoints'],
  tamper: run(
    ({ chain }) =>
      sql`UPDATE webhook_endpoints SET ${change} WHERE chain = ${chain} AND description = 'second'`,
  ),
  registry: 'endpoints',
  index: at('webhook.rotate_secret'),
  what,
});

const ENDPOINTS: Tampering[] = [
  endpoint('another-address', sql`url = 'https://elsewhere.invalid/hook'`, /on record: url\./),
  endpoint('another-token', sql`url = 'https://receiver.invalid/another?token=2'`, /on record: url\./),
  endpoint('fewer-types', sql`types = '[]'`, /on record: types\./),
  endpoint('another-secret', sql`secret = previous_secret`, /on record: secret\./),
  endpoint('one-that-is-off', sql`disabled_at = 1, disabled_reason = 'failing'`, /on record: disabled\./),
  {
    promise: 'an-invented-endpoint',
    tables: ['webhook_endpoints'],
    tamper: run(
      ({ chain }) =>
        sql`INSERT INTO webhook_endpoints (chain, endpoint_id, url, secret, created_at, created_by)
          VALUES (${chain}, 'whe_0123456789abcdef01234567', 'https://elsewhere.invalid/', ${Buffer.alloc(9)}, 1, 'k')`,
    ),
    registry: 'endpoints',
    index: nowhere,
    what: /no record of who made webhook endpoint whe_0123456789abcdef01234567/,
  },
  {
    promise: 'an-endpoint-that-is-gone',
    tables: ['webhook_endpoints'],
    tamper: run(
      ({ chain }) => sql`DELETE FROM webhook_endpoints WHERE chain = ${chain} AND description = 'second'`,
    ),
    registry: 'endpoints',
    index: at('webhook.rotate_secret'),
    what: /not deleted, but is not there/,
  },
];

const EXPORTS: Tampering[] = [
  {
    promise: 'an-export-of-less',
    tables: ['exports'],
    tamper: run(
      ({ chain }) => sql`UPDATE exports SET filter = replace(filter, 'governance_change', 'trust_update')
        WHERE chain = ${chain}`,
    ),
    registry: 'exports',
    index: at('evidence.export'),
    what: /is not what was asked for/,
  },
  {
    promise: 'an-export-of-nothing-that-can-be-read',
    tables: ['exports'],
    tamper: run(({ chain }) => sql`UPDATE exports SET filter = '' WHERE chain = ${chain}`),
    registry: 'exports',
    index: at('evidence.export'),
    what: /is not what was asked for/,
  },
  {
    promise: 'an-export-that-is-gone',
    tables: ['exports'],
    tamper: run(({ chain }) => sql`DELETE FROM exports WHERE chain = ${chain}`),
    registry: 'exports',
    index: at('evidence.export'),
    what: /made here, but is not there/,
  },
];

const IDEMPOTENCY: Tampering = {
  promise: 'an-evaluation-that-answers-two-keys',
  tables: ['idempotency_records'],
  tamper: run(
    ({ chain, ids }) =>
      sql`INSERT INTO idempotency_records (chain, key_hash, request_hash, outcome, expires_at)
        SELECT chain, ${Buffer.alloc(32, 1)}, request_hash, outcome, expires_at FROM idempotency_records
        WHERE chain = ${chain} AND outcome LIKE ${`%${ids.keyed}%`}`,
  ),
  registry: 'idempotency',
  index: at('keyed'),
  what: /Two idempotency keys/,
};

export const COUNTERPARTS = [...QUORUMS, ...REFUSALS, ...ALARMS, ...ENDPOINTS, ...EXPORTS, IDEMPOTENCY];

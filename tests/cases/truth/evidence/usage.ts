/** Tampering with the counters of metered units. */
import { sql } from 'kysely';
import { nowhere, run, type Tampering } from '../tampering.ts';

const alter = (promise: string, change: string, what: RegExp): Tampering => ({
  promise,
  tables: ['usage_counters'],
  tamper: run(({ chain }) => sql`UPDATE usage_counters SET ${sql.raw(change)} WHERE chain = ${chain}`),
  registry: 'usage',
  index: nowhere,
  what,
});

export const USAGE: Tampering[] = [
  alter('an-evaluation-that-was-not-counted', 'evaluations = evaluations - 1', /evaluations are counted/),
  alter('an-invented-emission', 'emissions = emissions + 1', /emissions are counted/),
  alter('an-invented-check', 'compliance_checks = 1', /1 compliance checks are counted, and 0/),
  alter('usage-moved-to-another-month', 'month = month - 1', /and 0 are in the evidence/),
  alter('bytes-that-were-forgotten', 'payload_bytes = payload_bytes - 1', /bytes of payload are counted/),
  alter('bytes-said-to-be-removed', 'removed_bytes = removed_bytes + 1', /bytes of payload are counted/),
  {
    promise: 'a-month-that-is-gone',
    tables: ['usage_counters'],
    tamper: run(({ chain }) => sql`DELETE FROM usage_counters WHERE chain = ${chain}`),
    registry: 'usage',
    index: nowhere,
    what: /0 emissions are counted/,
  },
];

/** Tampering with legal holds and erasures. */
import { sql } from 'kysely';
import { NO_ID, nowhere, run, type Tampering } from '../tampering.ts';

export const ERASURES: Tampering[] = [
  {
    promise: 'a-hold-that-no-record-set',
    tables: ['evidence_holds'],
    tamper: run(
      ({ chain }) =>
        sql`UPDATE evidence_holds SET evidence_id = ${NO_ID} WHERE chain = ${chain} AND lifted_at IS NULL`,
    ),
    registry: 'holds',
    index: nowhere,
    what: /was set otherwise than is on record/,
  },
  {
    promise: 'an-erasure-that-no-record-began',
    tables: ['erasures'],
    tamper: run(
      ({ chain }) => sql`UPDATE erasures SET evidence_id = ${NO_ID} WHERE chain = ${chain}
        AND erasure_id = (SELECT MIN(erasure_id) FROM erasures WHERE chain = ${chain})`,
    ),
    registry: 'erasures',
    index: nowhere,
    what: /was begun otherwise than is on record/,
  },
];

/** Tampering with leaves, payloads and the head row. */
import { sql } from 'kysely';
import { artifact, at, payloadOf, run, type Tampering } from '../tampering.ts';

export const CHAIN: Tampering[] = [
  {
    promise: 'a-leaf-that-was-edited',
    tables: ['artifacts'],
    tamper: artifact('held', () => sql`actor = 'x'`),
    registry: 'chain',
    index: at('held'),
    what: /was altered/,
  },
  {
    promise: 'a-payload-that-was-edited',
    tables: ['artifact_payloads'],
    tamper: payloadOf('let', 'agent', 'tnega'),
    registry: 'chain',
    index: at('let'),
    what: /payload or salt was altered/,
  },
  {
    promise: 'an-artifact-that-is-gone',
    tables: ['artifacts'],
    tamper: run(({ chain, ids }) => sql`DELETE FROM artifacts WHERE chain = ${chain} AND id = ${ids.done}`),
    registry: 'chain',
    index: at('done'),
    what: /is missing/,
  },
  {
    promise: 'a-head-that-was-moved-back',
    tables: ['chains'],
    tamper: run(({ chain }) => sql`UPDATE chains SET size = 100 WHERE chain = ${chain}`),
    registry: 'chain',
    index: () => 99,
    what: /does not end in the hash/,
  },
  {
    promise: 'artifacts-behind-the-head',
    tables: ['chains'],
    tamper: run(({ chain }) => sql`UPDATE chains SET size = 100 WHERE chain = ${chain}`),
    registry: 'chain',
    index: (filled) => Math.max(...Object.values(filled.at)),
    what: /after the end/,
  },
];

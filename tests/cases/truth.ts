/** What can be done to the tables behind the service's back, and which registry names it where. */
import type { Database } from '@assize/service/database/open.ts';
import type { Tables } from '@assize/service/database/tables.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Filled } from '../support/truth.ts';

export interface Tampering {
  promise: string;
  tables: (keyof Tables)[];
  tamper(db: Database, filled: Filled): Promise<unknown>;
  registry: string;
  /** null: it concerns no artifact. */
  index: (filled: Filled) => number | null;
  what: RegExp;
}

const run = (statement: (filled: Filled) => RawBuilder<unknown>) => (db: Database, filled: Filled) =>
  statement(filled).execute(db);
const at = (name: string) => (filled: Filled) => filled.at[name] ?? -1;
const nowhere = () => null;
const OTHER_HASH = Buffer.alloc(32, 7);
const NO_ID = 'ev_0123456789abcdef01234567';

const payloadOf = (name: string, from: string, to: string) => async (db: Database, filled: Filled) => {
  const place = (query: { chain: number; position: number }) => query;
  const { chain, position } = place({ chain: filled.chain, position: filled.at[name] ?? -1 });
  const { payload } = await db
    .selectFrom('artifact_payloads')
    .select('payload')
    .where('chain', '=', chain)
    .where('position', '=', position)
    .executeTakeFirstOrThrow();
  const text = Buffer.from(payload).toString('utf8');
  if (!text.includes(from)) throw new Error(`${text} does not have ${from}`);
  await db
    .updateTable('artifact_payloads')
    .set({ payload: Buffer.from(text.replace(from, to)) })
    .where('chain', '=', chain)
    .where('position', '=', position)
    .execute();
};

const artifact = (name: string, change: (filled: Filled) => RawBuilder<unknown>) =>
  run(
    (filled) =>
      sql`UPDATE artifacts SET ${change(filled)} WHERE chain = ${filled.chain} AND id = ${filled.ids[name]}`,
  );

const CHAIN: Tampering[] = [
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
    what: /behind the end/,
  },
];

const LOG: Tampering[] = [
  {
    promise: 'a-tile-that-was-altered',
    tables: ['tiles'],
    tamper: async (db, { chain }) => {
      const { hashes } = await db
        .selectFrom('tiles')
        .select('hashes')
        .where('chain', '=', chain)
        .where('level', '=', 0)
        .executeTakeFirstOrThrow();
      const altered = Buffer.from(hashes);
      altered[32 * 77] = (altered[32 * 77] ?? 0) ^ 1;
      await db
        .updateTable('tiles')
        .set({ hashes: altered })
        .where('chain', '=', chain)
        .where('level', '=', 0)
        .execute();
    },
    registry: 'log',
    index: () => 77,
    what: /Tile 0 of level 0 does not have the hash of artifact 77/,
  },
  {
    promise: 'a-tile-that-was-cut',
    tables: ['tiles'],
    tamper: run(
      ({ chain }) =>
        sql`UPDATE tiles SET hashes = substr(hashes, 1, 3200) WHERE chain = ${chain} AND level = 0`,
    ),
    registry: 'log',
    index: () => 100,
    what: /does not have the hash of artifact 100/,
  },
  {
    promise: 'a-tile-that-is-missing',
    tables: ['tiles'],
    tamper: run(({ chain }) => sql`DELETE FROM tiles WHERE chain = ${chain} AND level = 0`),
    registry: 'log',
    index: () => 0,
    what: /Tile 0 of level 0 is missing/,
  },
  {
    promise: 'an-upper-tile-that-was-altered',
    tables: ['tiles'],
    tamper: run(
      ({ chain }) => sql`UPDATE tiles SET hashes = ${OTHER_HASH} WHERE chain = ${chain} AND level = 1`,
    ),
    registry: 'log',
    index: () => 0,
    what: /Tile 0 of level 1 does not have the root of tile 0/,
  },
  {
    promise: 'an-upper-tile-that-is-missing',
    tables: ['tiles'],
    tamper: run(({ chain }) => sql`DELETE FROM tiles WHERE chain = ${chain} AND level = 1`),
    registry: 'log',
    index: () => 0,
    what: /Tile 0 of level 1 is missing/,
  },
  {
    promise: 'an-upper-tile-that-is-too-wide',
    tables: ['tiles'],
    tamper: async (db, { chain }) => {
      const tile = db.selectFrom('tiles').select('hashes').where('chain', '=', chain).where('level', '=', 1);
      const { hashes } = await tile.executeTakeFirstOrThrow();
      const wide = Buffer.concat([hashes, OTHER_HASH]);
      await db
        .updateTable('tiles')
        .set({ hashes: wide })
        .where('chain', '=', chain)
        .where('level', '=', 1)
        .execute();
    },
    registry: 'log',
    index: (filled) => Math.max(...Object.values(filled.at)) + 1,
    what: /Tile 0 of level 1 has hashes of what lies beyond/,
  },
  ...(
    [
      [0, 1],
      [1, 1],
      [2, 0],
    ] as const
  ).map(
    ([level, tile]): Tampering => ({
      promise: `a-tile-of-level-${level}-beyond-the-chain`,
      tables: ['tiles'],
      tamper: run(
        ({ chain }) =>
          sql`INSERT INTO tiles (chain, level, tile, hashes) VALUES (${chain}, ${level}, ${tile}, ${OTHER_HASH})`,
      ),
      registry: 'log',
      index: (filled) => Math.max(...Object.values(filled.at)) + 1,
      what: /beyond the end/,
    }),
  ),
  {
    promise: 'a-checkpoint-whose-root-was-altered',
    tables: ['checkpoints'],
    tamper: run(({ chain }) => sql`UPDATE checkpoints SET root = ${OTHER_HASH} WHERE chain = ${chain}`),
    registry: 'log',
    index: nowhere,
    what: /another size or root than was signed/,
  },
  {
    promise: 'a-checkpoint-whose-note-was-altered',
    tables: ['checkpoints'],
    tamper: run(
      ({ chain }) =>
        sql`UPDATE checkpoints SET note = replace(note, 'assize/', 'essize/') WHERE chain = ${chain}`,
    ),
    registry: 'log',
    index: nowhere,
    what: /The checkpoint does not hold/,
  },
  {
    promise: 'a-checkpoint-of-another-chain',
    tables: ['checkpoints'],
    tamper: run(
      ({ chain, foreign }) =>
        sql`UPDATE checkpoints SET note = (SELECT note FROM checkpoints WHERE chain = ${foreign.chain}) WHERE chain = ${chain}`,
    ),
    registry: 'log',
    index: nowhere,
    what: /The checkpoint does not hold/,
  },
  {
    promise: 'a-checkpoint-that-is-gone',
    tables: ['checkpoints'],
    tamper: run(({ chain }) => sql`DELETE FROM checkpoints WHERE chain = ${chain}`),
    registry: 'log',
    index: nowhere,
    what: /There is no checkpoint, though/,
  },
  {
    promise: 'a-tail-that-is-gone-with-its-head',
    tables: ['artifacts', 'chains'],
    tamper: async (db, { chain }) => {
      const { hash } = await db
        .selectFrom('artifacts')
        .select('hash')
        .where('chain', '=', chain)
        .where('position', '=', 279)
        .executeTakeFirstOrThrow();
      await db.deleteFrom('artifacts').where('chain', '=', chain).where('position', '>=', 280).execute();
      await db.updateTable('chains').set({ size: 280, head_hash: hash }).where('chain', '=', chain).execute();
    },
    registry: 'log',
    index: nowhere,
    what: /The checkpoint vouches for \d+ artifacts, but the chain has 280/,
  },
  {
    promise: 'a-hash-that-is-not-the-one-in-the-log',
    tables: ['artifacts'],
    tamper: run(
      ({ chain }) => sql`UPDATE artifacts SET hash = ${OTHER_HASH} WHERE chain = ${chain} AND position = 270`,
    ),
    registry: 'log',
    index: nowhere,
    what: /The checkpoint states another root/,
  },
];

const VERDICTS: Tampering[] = [
  {
    promise: 'a-verdict-in-the-leaf',
    tables: ['artifacts'],
    tamper: artifact('barred', () => sql`verdict = 'proceed'`),
    registry: 'verdicts',
    index: at('barred'),
    what: /recorded as proceed, but its request and facts give block/,
  },
  {
    promise: 'a-law-result',
    tables: ['artifact_payloads'],
    tamper: payloadOf('let', '"safety_dominance":{"pass"', '"safety_dominance":{"warn"'),
    registry: 'verdicts',
    index: at('let'),
    what: /safety_dominance is recorded as warn/,
  },
  {
    promise: 'a-reason',
    tables: ['artifact_payloads'],
    tamper: payloadOf('held', '"warn":"', '"warn":"oh, '),
    registry: 'verdicts',
    index: at('held'),
    what: /recorded with another reason/,
  },
  {
    promise: 'a-request',
    tables: ['artifact_payloads'],
    tamper: payloadOf('held', '"risk_level":"high"', '"risk_level":"low"'),
    registry: 'verdicts',
    index: at('held'),
    what: /recorded as escalate, but its request and facts give proceed/,
  },
  {
    promise: 'a-fact',
    tables: ['artifact_payloads'],
    tamper: payloadOf('approved', '"facts":{"approval":"unknown"}', '"facts":{"approval":"approved"}'),
    registry: 'verdicts',
    index: at('approved'),
    what: /recorded as block, but its request and facts give proceed/,
  },
  {
    promise: 'a-fact-that-was-not-gathered',
    tables: ['artifact_payloads'],
    tamper: payloadOf('let', '"key_id"', '"facts":{"storage":"within_allowance"},"key_id"'),
    registry: 'verdicts',
    index: at('let'),
    what: /says something else/,
  },
  {
    promise: 'a-version-of-the-settings',
    tables: ['artifact_payloads'],
    tamper: payloadOf('let', '"settings":"sha256:', '"settings":"sha256:0'),
    registry: 'verdicts',
    index: at('let'),
    what: /version of the law settings that is not known/,
  },
  {
    promise: 'an-escalation-that-is-not-recorded',
    tables: ['artifact_payloads'],
    tamper: payloadOf('let', '{"key_id"', '{"escalation_id":"esc_0123456789abcdef01234567","key_id"'),
    registry: 'verdicts',
    index: at('let'),
    what: /exactly where the verdict is escalate/,
  },
  {
    promise: 'what-can-not-be-judged',
    tables: ['artifact_payloads'],
    tamper: payloadOf('let', '"context":{"note":"größe \\"\\\\"}', '"context":null'),
    registry: 'verdicts',
    index: at('let'),
    what: /can not be judged/,
  },
  {
    promise: 'what-is-no-record',
    tables: ['artifact_payloads'],
    tamper: payloadOf('let', '{', '['),
    registry: 'verdicts',
    index: at('let'),
    what: /is no record of one/,
  },
  {
    promise: 'an-action-in-the-leaf',
    tables: ['artifacts'],
    tamper: artifact('let', () => sql`action = 'x'`),
    registry: 'verdicts',
    index: at('let'),
    what: /under another action/,
  },
  {
    promise: 'an-actor-in-the-leaf',
    tables: ['artifacts'],
    tamper: artifact('keyed', () => sql`actor = 'x'`),
    registry: 'verdicts',
    index: at('keyed'),
    what: /under another actor/,
  },
];

export const EVIDENCE_TAMPERINGS: Tampering[] = [...CHAIN, ...LOG, ...VERDICTS];
export { artifact, at, NO_ID, nowhere, OTHER_HASH, payloadOf, run };

/** Tampering with tiles and checkpoints. */
import { sql } from 'kysely';
import { nowhere, OTHER_HASH, run, type Tampering } from '../tampering.ts';

export const LOG: Tampering[] = [
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

/** Tampering with the index of words of blocks 0 and 1, so that searches and erasures miss a record. */
import type { Database } from '@assize/service/database/open.ts';
import { FREQUENT } from '@assize/service/proof/word-index/entries.ts';

interface WordTampering {
  promise: string;
  tamper(db: Database, chain: number): Promise<unknown>;
  index: number;
  what: RegExp;
}

const HIDES = /index of words of block \d hides a record/;

function inBlock(db: Database, chain: number, block: number) {
  return db
    .selectFrom('value_blocks')
    .selectAll()
    .where('chain', '=', chain)
    .where('block', '=', block)
    .orderBy('bucket');
}

export const SEARCH_WORDS: WordTampering[] = [
  {
    promise: 'words-that-were-taken-out',
    index: 0,
    what: HIDES,
    async tamper(db, chain) {
      const { bucket } = await inBlock(db, chain, 0).where('bucket', '>', 0).executeTakeFirstOrThrow();
      const of = db.deleteFrom('value_blocks').where('chain', '=', chain).where('block', '=', 0);
      await of.where('bucket', '=', bucket).execute();
    },
  },
  {
    promise: 'one-place-that-was-taken-out',
    index: 2048,
    what: HIDES,
    async tamper(db, chain) {
      const { bucket, entries } = await inBlock(db, chain, 1)
        .where('bucket', '>', 0)
        .where('bucket', '<', FREQUENT)
        .executeTakeFirstOrThrow();
      const of = db.updateTable('value_blocks').where('chain', '=', chain).where('block', '=', 1);
      await of
        .where('bucket', '=', bucket)
        .set({ entries: entries.subarray(8) })
        .execute();
    },
  },
  {
    promise: 'a-place-of-a-frequent-term-that-was-taken-out',
    index: 2048,
    what: HIDES,
    async tamper(db, chain) {
      const { bucket, entries } = await inBlock(db, chain, 1)
        .where('bucket', '>=', FREQUENT)
        .executeTakeFirstOrThrow();
      const altered = Buffer.from(entries);
      const at = altered.findIndex((byte, place) => place >= 6 && byte !== 0);
      altered[at] = (altered[at] ?? 0) & ((altered[at] ?? 0) - 1);
      const of = db.updateTable('value_blocks').where('chain', '=', chain).where('block', '=', 1);
      await of.where('bucket', '=', bucket).set({ entries: altered }).execute();
    },
  },
  {
    promise: 'an-index-of-a-block-that-is-not-full',
    index: 4096,
    what: /Block 2 has an index of words, but is not full/,
    async tamper(db, chain) {
      const first = await inBlock(db, chain, 0).executeTakeFirstOrThrow();
      await db
        .insertInto('value_blocks')
        .values({ ...first, block: 2 })
        .execute();
    },
  },
  {
    promise: 'words-that-outlive-their-payload',
    index: 0,
    what: /block 0 still has words of payloads that are gone/,
    tamper: (db, chain) =>
      db.deleteFrom('artifact_payloads').where('chain', '=', chain).where('position', '=', 1000).execute(),
  },
];

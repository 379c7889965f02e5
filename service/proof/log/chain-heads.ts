/** The heads of chains that have something to sign. */
import { sql } from 'kysely';
import type { Database } from '../../database/open.ts';
import type { ChainHead } from './signing/chain-signer.ts';

const MAX_AT_ONCE = 512;

/** Chains whose published checkpoint has another size; those that have grown the least come first. */
export async function headsWithoutCheckpoint(db: Database): Promise<ChainHead[]> {
  const rows = await heads(db)
    .where((row) =>
      row.or([
        row.and([row('checkpoints.size', 'is', null), row('chains.size', '>', 0)]),
        row('chains.size', '<>', row.ref('checkpoints.size')),
      ]),
    )
    .orderBy(sql`chains.size - coalesce(checkpoints.size, 0)`)
    .limit(MAX_AT_ONCE)
    .execute();
  return rows.map(toHead);
}

export async function headsOf(db: Database, chains: readonly number[]): Promise<ChainHead[]> {
  if (chains.length === 0) return [];
  const rows = await heads(db).where('chains.chain', 'in', chains).execute();
  return rows.map(toHead);
}

function heads(db: Database) {
  return db
    .selectFrom('chains')
    .leftJoin('checkpoints', 'checkpoints.chain', 'chains.chain')
    .select([
      'chains.chain',
      'chains.size',
      'chains.head_hash as headHash',
      'checkpoints.size as publishedSize',
    ]);
}

function toHead({ chain, size, headHash, publishedSize }: ChainHead): ChainHead {
  return { chain, size, headHash, publishedSize };
}

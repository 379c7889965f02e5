/** The leaves of records of a report, each with its inclusion proof in the tree of a checkpoint, and how that tree grew. */
import { type ExceptionsFile, encodeBase64, parseHash } from '@assize/evidence-format';
import type { DatabaseLocation } from '../../database/location.ts';
import type { Database } from '../../database/open.ts';
import { leafOf } from '../../evidence/append/index.ts';
import { artifactsIn } from '../../evidence/reading/index.ts';
import { proveArtifact, proveGrowth } from '../../proof/log/index.ts';
import type { ReportRecord } from './record.ts';

export interface ProofsWanted {
  chain: number;
  checkpoint: NonNullable<ReportRecord['checkpoint']>;
  /** Ascending, each once. */
  indexes: readonly number[];
  /** The size of an earlier tree that the checkpoint's begins with. */
  since: number;
}

export interface Proofs {
  records: ExceptionsFile['records'];
  /** Base64 hashes. */
  consistency: string[];
}

export async function proofsOf(
  db: Database,
  kind: DatabaseLocation['kind'],
  { chain, checkpoint, indexes, since }: ProofsWanted,
): Promise<Proofs> {
  const { tree_size: size, root_hash, note, signed_at } = checkpoint;
  const signed = { size, root: parseHash(root_hash), note, signedAt: Date.parse(signed_at) };
  const tree = { db, kind, chain, checkpoint: signed };
  const records: Proofs['records'] = [];
  for (const index of indexes) {
    const row = await artifactsIn(db, chain, index, index + 1)
      .selectAll()
      .executeTakeFirstOrThrow();
    const { hashes } = await proveArtifact(tree, index, row.hash);
    records.push({ index, leaf: leafOf(row), proof: hashes.map(encodeBase64) });
  }
  const { hashes } = await proveGrowth(tree, since);
  return { records, consistency: hashes.map(encodeBase64) };
}

/** The positions of all records that the report names. */
export function indexesIn({ exceptions, population, sample }: ReportRecord): number[] {
  const named = [
    ...exceptions.flatMap(({ listed }) => listed),
    ...sample.drawn,
    ...sample.drawn.flatMap(({ trail }) => trail),
  ].map(({ index }) => index);
  const all = [...named, population.first, population.last].filter((index) => index !== null);
  return [...new Set(all)].sort((one, other) => one - other);
}

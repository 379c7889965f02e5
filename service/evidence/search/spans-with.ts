/** The spans of a chain that can contain artifacts of a type and a period, so that the rest need not be read. */

import { type Span, unionOfSpans } from '@assize/evidence-format';
import type { Database } from '../../database/open.ts';
import type { ArtifactType } from '../artifact.ts';
import { sizeOf } from '../reading/leaves.ts';
import { BLOCK_POSITIONS, summarisedBlocks } from './blocks.ts';
import { EARLIEST, LATEST } from './filter.ts';
import { matchingBlocks } from './matching-rows.ts';

export interface SpanQuery {
  artifactType: ArtifactType;
  /** ms since the epoch, inclusive. */
  from: number | null;
  /** ms since the epoch, exclusive. */
  to: number | null;
}

/** @returns ascending spans of the current chain, which may also contain other artifacts. */
export async function spansWith(
  db: Database,
  chain: number,
  { artifactType, from, to }: SpanQuery,
): Promise<Span[]> {
  const blocks = await summarisedBlocks(db, chain);
  // Read after the summaries, whose blocks are all full.
  const size = await sizeOf(db, chain);
  if (from === null && to === null) return size === 0 ? [] : [{ start: 0, end: size }];
  const filter = { artifactType, from: from ?? EARLIEST, to: to ?? LATEST };
  const matching = matchingBlocks(db, { chain, blocks, end: size }, filter).clearSelect();
  const rows = await matching.select('block').distinct().orderBy('block').execute();
  const found = rows.map(({ block }) => ({
    start: block * BLOCK_POSITIONS,
    end: (block + 1) * BLOCK_POSITIONS,
  }));
  const rest = { start: blocks * BLOCK_POSITIONS, end: size };
  return unionOfSpans(rest.start < rest.end ? [...found, rest] : found);
}

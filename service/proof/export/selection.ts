/**
 * Selects the part of a chain that an export has to read. Summaries of full blocks exclude parts without a match, so
 * that exporting a day out of years costs no more than a day. The renderer filters the rest artifact by artifact.
 */

import { TILE_WIDTH } from '@assize/evidence-format';
import type { StoredArtifact } from '../../database/evidence/stored-evidence.ts';
import type { Database } from '../../database/open.ts';
import {
  ANY_ACTION,
  BLOCK_POSITIONS,
  countMatching,
  pinnedView,
  unpackPlaces,
  type View,
} from '../../evidence/search/index.ts';
import type { ExportFilter } from './source.ts';

/** Segments from `first` up to `end` (exclusive); a segment is a tile of 256 leaves. */
export interface SegmentRun {
  first: number;
  end: number;
}

const BLOCKS_AT_ONCE = 512;
/** Above this many artifacts, nearly every segment of the block has one, so their positions are not read. */
const MAX_PLACES = 24;
const SEGMENTS_OF_A_BLOCK = BLOCK_POSITIONS / TILE_WIDTH;

/** The exact number of artifacts before position `size` that the filter selects. */
export async function countSelected(
  db: Database,
  chain: number,
  size: number,
  filter: ExportFilter,
): Promise<number> {
  const view = await pinnedView(db, chain, size);
  const { from, to, artifactTypes } = filter;
  let count = 0;
  for (const artifactType of artifactTypes ?? [undefined]) {
    count += await countMatching(db, view, { artifactType, from: from ?? undefined, to: to ?? undefined });
  }
  return count;
}

export function isSelected(
  { from, to, artifactTypes }: ExportFilter,
  { artifact_type, created_at }: Pick<StoredArtifact, 'artifact_type' | 'created_at'>,
): boolean {
  if (from !== null && created_at < from) return false;
  if (to !== null && created_at >= to) return false;
  return artifactTypes === null || artifactTypes.includes(artifact_type);
}

/** The segments before position `size` that can contain a selected artifact, ascending. */
export async function segmentsToRead(
  db: Database,
  chain: number,
  size: number,
  filter: ExportFilter,
): Promise<SegmentRun[]> {
  const segments = Math.ceil(size / TILE_WIDTH);
  if (takesAll(filter)) return segments === 0 ? [] : [{ first: 0, end: segments }];
  const view = await pinnedView(db, chain, size);
  const wanted = new Uint8Array(segments);
  const summarised = view.blocks;
  for (let block = 0; block < summarised; block += BLOCKS_AT_ONCE) {
    await markBlocks(db, view, filter, block, Math.min(block + BLOCKS_AT_ONCE, summarised), wanted);
  }
  // The end of the chain has no summary.
  wanted.fill(1, summarised * SEGMENTS_OF_A_BLOCK);
  return runsOf(wanted);
}

async function markBlocks(
  db: Database,
  { chain }: View,
  { from, to, artifactTypes }: ExportFilter,
  firstBlock: number,
  end: number,
  wanted: Uint8Array,
): Promise<void> {
  const groups = await db
    .selectFrom('artifact_blocks')
    .select((each) => [
      'block',
      each.case().when('artifacts', '<=', MAX_PLACES).then(each.ref('places')).else(null).end().as('places'),
    ])
    .where('chain', '=', chain)
    .where('action', '=', ANY_ACTION)
    .where('block', '>=', firstBlock)
    .where('block', '<', end)
    .$if(artifactTypes !== null, (some) => some.where('artifact_type', 'in', artifactTypes ?? []))
    .$if(from !== null, (some) => some.where('last_at', '>=', from ?? 0))
    .$if(to !== null, (some) => some.where('first_at', '<', to ?? 0))
    .execute();
  for (const { block, places } of groups) {
    const segment = block * SEGMENTS_OF_A_BLOCK;
    if (places === null) wanted.fill(1, segment, segment + SEGMENTS_OF_A_BLOCK);
    else for (const place of unpackPlaces(places)) wanted[segment + Math.floor(place / TILE_WIDTH)] = 1;
  }
}

function takesAll({ from, to, artifactTypes }: ExportFilter): boolean {
  return from === null && to === null && artifactTypes === null;
}

function runsOf(wanted: Uint8Array): SegmentRun[] {
  const runs: SegmentRun[] = [];
  for (let first = wanted.indexOf(1); first !== -1; ) {
    const gap = wanted.indexOf(0, first);
    const end = gap === -1 ? wanted.length : gap;
    runs.push({ first, end });
    first = wanted.indexOf(1, end);
  }
  return runs;
}

/** With any filter and pinned size, the segments to read contain every selected artifact, and the count is exact. */
import assert from 'node:assert/strict';
import { TILE_WIDTH } from '@assize/evidence-format';
import fc from 'fast-check';
import { testAsTenantOnEachDatabase } from '../../../tests/support/people/tenants.ts';
import type { ArtifactType } from '../../evidence/artifact.ts';
import { BLOCK_POSITIONS, blockSummariser, summarisedBlocks } from '../../evidence/search/blocks.ts';
import type { Service } from '../../wiring.ts';
import { countSelected, isSelected, segmentsToRead } from './selection.ts';
import type { ExportFilter } from './source.ts';

const ARTIFACTS = 2 * BLOCK_POSITIONS + 700;
const START_MS = 1_000_000;
const RARE: ArtifactType = 'trust_update';
const TYPES: ArtifactType[] = ['governance_eval', 'action_executed', RARE];

interface Told {
  artifact_type: ArtifactType;
  created_at: number;
}

/** The times mostly ascend but sometimes go back. The first artifact is the existing key. */
async function fill(service: Service, chain: number): Promise<Told[]> {
  const first = await service.db
    .selectFrom('artifacts')
    .select(['artifact_type', 'created_at'])
    .where('chain', '=', chain)
    .executeTakeFirstOrThrow();
  const recorded = Array.from({ length: ARTIFACTS - 1 }, (_, place): Told => {
    const common = TYPES[place % 2] ?? RARE;
    return {
      artifact_type: place % 901 === 900 ? RARE : common,
      created_at: START_MS + (place % 500 === 3 ? place - 600 : place),
    };
  });
  const drafts = recorded.map((each) => ({
    ...each,
    id: service.ids.random('ev'),
    action: null,
    verdict: null,
    actor: 'a',
    payload: '{}',
  }));
  await Promise.all(drafts.map((artifact) => service.appender.append({ chain, artifact })));
  return [first as Told, ...recorded];
}

const time = fc.integer({ min: START_MS - 700, max: START_MS + ARTIFACTS + 100 });
const asked = fc.record({
  from: fc.option(time),
  to: fc.option(time),
  artifactTypes: fc.option(fc.uniqueArray(fc.constantFrom(...TYPES), { minLength: 1 })),
});
const sizes = fc.oneof(
  fc.integer({ min: 0, max: ARTIFACTS }),
  fc.constantFrom(0, 1, 255, 256, 257, BLOCK_POSITIONS - 1, BLOCK_POSITIONS, BLOCK_POSITIONS + 1, ARTIFACTS),
);

testAsTenantOnEachDatabase('leaves-nothing-out-and-counts-exactly', async ({ service, chain }) => {
  const { db } = service;
  const all = await fill(service, chain);
  await blockSummariser(db)();
  assert.equal(await summarisedBlocks(db, chain), 2);
  const check = fc.asyncProperty(asked, sizes, async (filter, size) => {
    const wanted = selected(all.slice(0, size), filter);
    assert.equal(await countSelected(db, chain, size, filter), wanted.length);
    const runs = await segmentsToRead(db, chain, size, filter);
    const found = runs.flatMap(({ first, end }) => {
      assert.ok(first < end);
      const positions = Array.from(
        { length: (end - first) * TILE_WIDTH },
        (_, place) => first * TILE_WIDTH + place,
      );
      return positions.filter((position) => wanted.includes(position));
    });
    assert.deepEqual(found, wanted);
  });
  await fc.assert(check, { numRuns: 60 });
});

testAsTenantOnEachDatabase('reads-little-of-a-chain-for-little-of-it', async ({ service, chain }) => {
  await fill(service, chain);
  await blockSummariser(service.db)();
  const size = 2 * BLOCK_POSITIONS;
  const rare = { from: null, to: null, artifactTypes: [RARE] };
  const runs = await segmentsToRead(service.db, chain, size, rare);
  assert.deepEqual(
    runs.map(({ first, end }) => ({ first, end })),
    [901, 1802, 2703, 3604].map((position) => {
      const first = Math.floor(position / 256);
      return { first, end: first + 1 };
    }),
  );
  const late = { from: START_MS + BLOCK_POSITIONS + 700, to: START_MS + ARTIFACTS, artifactTypes: null };
  assert.deepEqual(await segmentsToRead(service.db, chain, size, late), [{ first: 8, end: 16 }]);
});

function selected(all: readonly Told[], filter: ExportFilter): number[] {
  return all.flatMap((artifact, position) => (isSelected(filter, artifact) ? [position] : []));
}

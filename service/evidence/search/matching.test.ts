/** With any filter, the search finds exactly the artifacts that a full scan finds. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { testOnEachDatabase } from '../../../tests/support/databases/databases.ts';
import { openWithoutHttp } from '../../../tests/support/http/in-process.ts';
import type { Service } from '../../wiring.ts';
import type { ArtifactType } from '../artifact.ts';
import { BLOCK_POSITIONS, blockSummariser, summarisedBlocks } from './blocks.ts';
import type { ArtifactFilter } from './filter.ts';
import { Matching, viewOf } from './matching.ts';

const ARTIFACTS = 2 * BLOCK_POSITIONS + 700;
const START_MS = 1_000_000;
const TYPES: ArtifactType[] = ['governance_eval', 'action_executed', 'trust_update'];
const ACTIONS = ['email.send', 'größe', 'file.read', 'rare', null];
const VERDICTS = ['proceed', 'escalate', 'block', null];

interface Told {
  position: number;
  type: ArtifactType;
  action: string | null;
  verdict: string | null;
  at: number;
}

/** The times mostly ascend but sometimes go back, like times of several machines. */
async function fill(service: Service, chain: number): Promise<Told[]> {
  const recorded = Array.from({ length: ARTIFACTS }, (_, position): Told => {
    const pick = <T>(from: readonly T[], spread: number) => from[(position * spread) % from.length] as T;
    const rare = position % 999 === 998;
    return {
      position,
      type: pick(TYPES, 7),
      action: rare ? 'rare' : pick(['email.send', 'größe', 'file.read', null], 3),
      verdict: pick(VERDICTS, 5),
      at: START_MS + (position % 500 === 3 ? position - 600 : position),
    };
  });
  await Promise.all(
    recorded.map(({ type, action, verdict, at }) =>
      service.appender.append({
        chain,
        artifact: {
          id: service.ids.random('ev'),
          artifact_type: type,
          action,
          verdict,
          actor: 'a',
          created_at: at,
          payload: '{}',
        },
      }),
    ),
  );
  return recorded;
}

function expected(
  all: readonly Told[],
  { artifactType, artifactTypes, action, exceptActions, verdict, from, to }: ArtifactFilter,
) {
  return all
    .filter(
      (each) =>
        (artifactType === undefined || each.type === artifactType) &&
        (artifactTypes === undefined || artifactTypes.includes(each.type)) &&
        (action === undefined || each.action === action) &&
        (exceptActions === undefined || each.action === null || !exceptActions.includes(each.action)) &&
        (verdict === undefined || each.verdict === verdict) &&
        (from === undefined || each.at >= from) &&
        (to === undefined || each.at < to),
    )
    .map(({ position }) => position)
    .reverse();
}

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const words = (all: readonly (string | null)[]) => fc.constantFrom(...all.filter((word) => word !== null));
const time = fc.integer({ min: START_MS - 700, max: START_MS + ARTIFACTS + 100 });
const asked = fc.record({
  artifactType: maybe(words(TYPES)),
  artifactTypes: maybe(fc.subarray(TYPES, { minLength: 1 })),
  action: maybe(words([...ACTIONS, 'never'])),
  exceptActions: maybe(fc.uniqueArray(words([...ACTIONS, 'never']), { minLength: 1, maxLength: 3 })),
  verdict: maybe(words(VERDICTS)),
  from: maybe(time),
  to: maybe(time),
  skip: fc.oneof(fc.constant(0), fc.nat(ARTIFACTS + 100)),
  take: fc.integer({ min: 1, max: 1000 }),
  below: maybe(fc.nat(ARTIFACTS)),
});

testOnEachDatabase('finds-exactly-what-matches', async (location, t) => {
  const { service } = await openWithoutHttp(t, location);
  const { db } = service;
  const chain = await emptyChain(service);
  const all = await fill(service, chain);
  for (const blocks of [0, 2]) {
    if (blocks > 0) {
      await Promise.all([blockSummariser(db)(), blockSummariser(db)()]);
      assert.equal(await summarisedBlocks(db, chain), blocks);
    }
    const check = fc.asyncProperty(asked, async ({ skip, take, below, exceptActions, ...others }) => {
      const filter = { ...others, ...(others.action === undefined && { exceptActions }) };
      const wanted = expected(all, filter);
      // The service's own chore may have run before: a view reads the artifacts of blocks without a summary.
      const view = { ...(await viewOf(db, chain)), blocks };
      const matching = new Matching(db, view, filter);
      const page = wanted.slice(skip, skip + take);
      assert.deepEqual(await matching.newest(skip, take), page);
      assert.equal(await matching.count(), wanted.length);
      assert.deepEqual(await matching.newest(skip, take), page);
      const older = wanted.filter((position) => below === undefined || position < below);
      const behind = { ...(await viewOf(db, chain, below)), blocks };
      assert.deepEqual(await new Matching(db, behind, filter).newest(0, take), older.slice(0, take));
    });
    await fc.assert(check, { numRuns: 60 });
  }
});

/** Both chains of the first tenant begin with their key, so a new chain is made. */
async function emptyChain({ db }: Service): Promise<number> {
  const tenant = {
    tenant_id: 'ten_x',
    name: 'x',
    tier: 'free',
    plan: 'free',
    created_at: 0,
  };
  await db.insertInto('tenants').values(tenant).execute();
  const chain = 77;
  const row = {
    chain,
    tenant_id: 'ten_x',
    environment: 'production',
    size: 0,
    head_hash: new Uint8Array(32),
  };
  await db.insertInto('chains').values(row).execute();
  return chain;
}

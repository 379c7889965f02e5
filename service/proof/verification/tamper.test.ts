/** Verification reports every tampering with stored evidence, with its position and kind. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import fc from 'fast-check';
import { ON_THE_HISTORY, ON_THE_LOG } from '../../../tests/cases/verification/tampered-log.ts';
import { ON_THE_ORDER } from '../../../tests/cases/verification/tampered-order.ts';
import { ON_RECORDS } from '../../../tests/cases/verification/tampered-records.ts';
import { CHAIN, KEY, OTHER_CHAIN, SIZE, type World } from '../../../tests/cases/verification/world.ts';
import { testOnEachDatabase, testOnOneDatabase } from '../../../tests/support/databases/databases.ts';
import {
  append,
  chainOf,
  copyOf,
  keyOf,
  openEmpty,
  publish,
  store,
} from '../../../tests/support/databases/stored-chain.ts';
import type { DatabaseLocation } from '../../database/location.ts';
import { systemClock } from '../../foundation/clock.ts';
import { trustedCheckpoint } from './held-checkpoints.ts';
import { verifyChain } from './verify-chain.ts';
import { verifyThreads } from './verify-threads.ts';

const TAMPERINGS = [...ON_RECORDS, ...ON_THE_ORDER, ...ON_THE_HISTORY, ...ON_THE_LOG];

/** Short enough that even these chains have several ranges. */
const PACE = { rangeLength: 256 };

function soundWorld(): World {
  const chain = publish(chainOf(CHAIN, SIZE), KEY);
  const other = publish(chainOf(OTHER_CHAIN, SIZE), keyOf(OTHER_CHAIN, 'of the other'));
  return { chain, other, kept: chain.checkpoint, outside: null };
}

async function prepare(location: DatabaseLocation, t: TestContext) {
  const db = await openEmpty(location);
  const ranges = verifyThreads(location, 2);
  t.after(async () => {
    await ranges.close();
    await db.destroy();
  });
  /** The findings of verification in this state. */
  return async (world: World, full = true) => {
    await store(db, [world.chain, world.other]);
    const signing = {
      verifiers: () => [KEY],
      lastSigned: async () => world.kept,
      unstated: async () => null,
      state: async () => 'signs' as const,
    };
    const deps = { db, kind: location.kind, clock: systemClock(), signing, ranges };
    const trusted = world.outside === null ? undefined : trustedCheckpoint([KEY], CHAIN, world.outside);
    return verifyChain(deps, CHAIN, { full, trusted, pace: PACE });
  };
}

testOnEachDatabase('names-what-was-done-to-the-evidence', async (location, t) => {
  const verify = await prepare(location, t);
  const sound = soundWorld();
  const asItWas = await verify(sound);
  assert.deepEqual(
    {
      valid: asItWas.valid,
      totalArtifacts: asItWas.totalArtifacts,
      verifiedCount: asItWas.verifiedCount,
      problems: asItWas.problems,
    },
    { valid: true, totalArtifacts: SIZE, verifiedCount: SIZE, problems: [] },
  );
  assert.equal(asItWas.checkpoint, sound.kept?.note);

  for (const { promise, tamper, index, problem } of TAMPERINGS) {
    await t.test(`sees-${promise}`, async () => {
      const world = structuredClone(sound);
      tamper(world);
      const found = await verify(world);
      assert.equal(found.valid, false);
      assert.deepEqual(
        { index: found.firstInvalid?.index, problem: found.firstInvalid?.problem },
        { index, problem },
      );
      assert.match(found.firstInvalid?.message ?? '', /^[A-Z].+\.$/);
    });
  }
});

testOnOneDatabase('can-not-see-what-only-an-outsider-could', async (location, t) => {
  const verify = await prepare(location, t);
  await t.test('a-sealed-record-at-the-end-is-an-append', async () => {
    const world = soundWorld();
    append(world.chain, { action: 'forged' });
    assert.equal((await verify(world)).valid, true);
  });
  await t.test('an-attacker-with-the-key-and-the-folder-can-rewrite-everything', async () => {
    const world = soundWorld();
    const chain = publish(chainOf(CHAIN, SIZE, 'email.read'), KEY);
    assert.equal((await verify({ ...world, chain, kept: chain.checkpoint })).valid, true);
  });
});

/** Every stored byte of the evidence, with one bit flipped. */
const anyFlip = fc.record({
  what: fc.constantFrom('leaf', 'sealed', 'tile', 'checkpoint', 'head'),
  place: fc.nat(),
  field: fc.nat(),
  byte: fc.nat(),
  bit: fc.nat(7),
});

function flip(
  world: World,
  { what, place, field, byte, bit }: Parameters<Parameters<typeof anyFlip.map>[0]>[0],
) {
  const { chain } = world;
  const one = {
    leaf: chain.artifacts[place % SIZE],
    sealed: chain.artifacts[place % SIZE],
    tile: chain.tiles[place % chain.tiles.length],
    checkpoint: chain.checkpoint,
    head: chain.head,
  }[what] as unknown as Record<string, unknown>;
  const fields = {
    leaf: [
      'id',
      'artifact_type',
      'action',
      'verdict',
      'actor',
      'created_at',
      'payload_commitment',
      'previous_hash',
      'hash',
    ],
    sealed: ['salt', 'payload'],
    tile: ['hashes'],
    checkpoint: ['size', 'root', 'note'],
    head: ['hash'],
  }[what];
  const name = fields[field % fields.length] as string;
  const value = one[name];
  if (typeof value === 'number') one[name] = value + 1 + (byte % 1000);
  else {
    const bytes = Buffer.from(value as string | Uint8Array);
    // ASCII stays ASCII, and no control characters result, which the databases would refuse.
    const mask = typeof value === 'string' ? 1 : 1 << bit;
    bytes[byte % bytes.length] = (bytes[byte % bytes.length] ?? 0) ^ mask;
    one[name] = typeof value === 'string' ? bytes.toString() : bytes;
  }
}

testOnOneDatabase('sees-any-single-bit-that-was-turned', async (location, t) => {
  const verify = await prepare(location, t);
  const sound = soundWorld();
  await fc.assert(
    fc.asyncProperty(anyFlip, async (turned) => {
      const world = { ...structuredClone(sound), chain: copyOf(sound.chain) };
      flip(world, turned);
      assert.equal((await verify(world)).valid, false);
    }),
    { numRuns: 60 },
  );
});

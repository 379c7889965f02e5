/** A sound chain stays sound under all work of the service, and its verification continues from the last position. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { REMOVAL_ACTIONS } from '@assize/evidence-format';
import fc from 'fast-check';
import { testOnEachDatabase, testOnOneDatabase } from '../../../tests/support/databases/databases.ts';
import {
  append,
  chainOf,
  emptyChain,
  keyOf,
  openEmpty,
  publish,
  type StoredChain,
  store,
} from '../../../tests/support/databases/stored-chain.ts';
import { rangesOnThisThread } from '../../../tests/support/evidence/verification.ts';
import type { DatabaseLocation } from '../../database/location.ts';
import { systemClock } from '../../foundation/clock.ts';
import { verifyChain } from './verify-chain.ts';

const CHAIN = 5;
const KEY = keyOf(CHAIN, 'the key');

async function prepare(location: DatabaseLocation, t: TestContext) {
  const db = await openEmpty(location);
  const ranges = await rangesOnThisThread(location);
  t.after(async () => {
    await ranges.close();
    await db.destroy();
  });
  const verify = (chain: StoredChain, full = false) => {
    const signing = {
      verifiers: () => [KEY],
      lastSigned: async () => chain.checkpoint,
      unstated: async () => null,
      state: async () => 'signs' as const,
    };
    const deps = { db, kind: location.kind, clock: systemClock(), signing, ranges };
    return verifyChain(deps, CHAIN, { full, pace: { rangeLength: 256 } });
  };
  /** Replaces the chain, but not the last verified position. */
  const storeNext = async (chain: StoredChain) => {
    const reached = await db.selectFrom('verifications').selectAll().execute();
    await store(db, [chain]);
    if (reached.length > 0) await db.insertInto('verifications').values(reached).execute();
  };
  return { db, verify, storeNext };
}

const stateRedaction = (chain: StoredChain, index: number) =>
  append(chain, {
    type: 'governance_change',
    action: REMOVAL_ACTIONS.redaction,
    payload: { change: { index, reason: 'asked for' } },
  });
const statePruning = (chain: StoredChain, from_index: number, to_index: number) =>
  append(chain, {
    type: 'governance_change',
    action: REMOVAL_ACTIONS.retention,
    payload: { change: { from_index, to_index } },
  });

testOnEachDatabase('goes-on-from-where-it-was-sound', async (location, t) => {
  const { db, verify, storeNext } = await prepare(location, t);
  const chain = publish(chainOf(CHAIN, 700), KEY);
  await store(db, [chain]);
  assert.equal((await verify(chain)).mode, 'full');
  for (let more = 0; more < 100; more += 1) append(chain, { action: 'more' });
  await storeNext(publish(chain, KEY));
  const next = await verify(chain);
  assert.deepEqual(
    { valid: next.valid, mode: next.mode, verifiedCount: next.verifiedCount },
    { valid: true, mode: 'incremental', verifiedCount: 800 },
  );
  assert.equal(next.rootHash, (await verify(chain, true)).rootHash);

  await t.test('and-sees-what-was-done-to-what-came-since', async () => {
    const [row] = await db.selectFrom('artifacts').select('actor').where('position', '=', 790).execute();
    const edit = (actor: string) =>
      db.updateTable('artifacts').set({ actor }).where('position', '=', 790).execute();
    await edit('another agent');
    const found = await verify(chain);
    assert.deepEqual(
      { mode: found.mode, index: found.firstInvalid?.index },
      { mode: 'incremental', index: 790 },
    );
    await edit(row?.actor ?? '');
    assert.equal((await verify(chain)).valid, true);
  });

  await t.test('and-leaves-what-was-sound-to-a-full-one', async () => {
    await db.updateTable('artifacts').set({ actor: 'another agent' }).where('position', '=', 20).execute();
    assert.equal((await verify(chain)).valid, true);
    const found = await verify(chain, true);
    assert.deepEqual({ mode: found.mode, index: found.firstInvalid?.index }, { mode: 'full', index: 20 });
  });

  await t.test('and-sees-that-the-chain-is-shorter-than-it-was', async () => {
    const shorter = publish(chainOf(CHAIN, 300), KEY);
    await storeNext(shorter);
    const found = await verify(shorter);
    assert.deepEqual(
      { valid: found.valid, problem: found.firstInvalid?.problem },
      { valid: false, problem: 'shorter_than_verified' },
    );
  });
});

testOnOneDatabase('finds-an-empty-chain-sound', async (location, t) => {
  const { db, verify } = await prepare(location, t);
  const chain = emptyChain(CHAIN);
  await store(db, [chain]);
  const found = await verify(chain);
  assert.deepEqual(
    { valid: found.valid, totalArtifacts: found.totalArtifacts, verifiedCount: found.verifiedCount },
    { valid: true, totalArtifacts: 0, verifiedCount: 0 },
  );
  assert.equal(found.chainHeadHash, `sha256:${'0'.repeat(64)}`);
});

testOnEachDatabase('lets-a-payload-be-gone-where-a-later-record-says-so', async (location, t) => {
  const { db, verify } = await prepare(location, t);
  const chain = chainOf(CHAIN, 40);
  const act = stateRedaction(chain, 20);
  statePruning(chain, 5, 10);
  chain.withheld = new Set([20, 5, 6, 7, 8]);
  publish(chain, KEY);

  await t.test('and-counts-it-as-removed-whether-it-is-gone-yet-or-not', async () => {
    await store(db, [chain]);
    const found = await verify(chain, true);
    assert.deepEqual(
      {
        valid: found.valid,
        totalArtifacts: found.totalArtifacts,
        verifiedCount: found.verifiedCount,
        prunedCount: found.prunedCount,
        redactedCount: found.redactedCount,
      },
      { valid: true, totalArtifacts: 42, verifiedCount: 36, prunedCount: 5, redactedCount: 1 },
    );
  });
  const refused: [what: string, gone: number, change: (chain: StoredChain) => void][] = [
    ['one-that-nothing-states', 30, (recorded) => recorded.withheld.add(30)],
    ['one-that-states-a-removal', act.position, (recorded) => recorded.withheld.add(act.position)],
  ];
  for (const [what, gone, change] of refused) {
    await t.test(`but-not-${what}`, async () => {
      const recorded = structuredClone(chain);
      change(recorded);
      await store(db, [recorded]);
      const { firstInvalid } = await verify(recorded, true);
      // Without its statement's payload, the other removal is not stated either.
      assert.equal(firstInvalid?.problem, 'missing_payload');
      assert.equal(firstInvalid.index, what === 'one-that-nothing-states' ? gone : 20);
    });
  }
  await t.test('but-not-one-that-comes-after-the-record-that-says-so', async () => {
    const early = chainOf(CHAIN, 10);
    stateRedaction(early, 20);
    for (let more = 0; more < 20; more += 1) append(early, { action: 'more' });
    early.withheld.add(20);
    await store(db, [publish(early, KEY)]);
    const { firstInvalid } = await verify(early, true);
    assert.deepEqual(
      { index: firstInvalid?.index, problem: firstInvalid?.problem },
      { index: 20, problem: 'missing_payload' },
    );
  });
});

/** The service's work on a chain. */
const anyEvent = fc.oneof(
  fc.record({ kind: fc.constant('append' as const), count: fc.integer({ min: 1, max: 200 }) }),
  fc.record({ kind: fc.constant('redact' as const), at: fc.nat() }),
  fc.record({ kind: fc.constant('prune' as const), at: fc.nat() }),
  fc.record({ kind: fc.constant('verify' as const), full: fc.boolean() }),
);
type Event = ReturnType<(typeof anyEvent)['generate']>['value'];

function happen(chain: StoredChain, event: Event, removed: Set<number>, acts: Set<number>): void {
  const { size } = chain.head;
  if (event.kind === 'append') {
    for (let more = 0; more < event.count; more += 1) append(chain, { action: 'email.send' });
  } else if (event.kind === 'redact' && size > 0) {
    const at = event.at % size;
    if (acts.has(at)) return;
    acts.add(stateRedaction(chain, at).position);
    removed.add(at);
  } else if (event.kind === 'prune' && size > 0) {
    const to = 1 + (event.at % size);
    acts.add(statePruning(chain, 0, to).position);
    for (let at = 0; at < to; at += 1) if (!acts.has(at)) removed.add(at);
  }
  for (const at of removed) chain.withheld.add(at);
}

testOnEachDatabase('finds-all-work-of-the-service-sound', async (location, t) => {
  const { db, verify, storeNext } = await prepare(location, t);
  await fc.assert(
    fc.asyncProperty(fc.array(anyEvent, { minLength: 1, maxLength: 12 }), async (events) => {
      const chain = emptyChain(CHAIN);
      const [removed, acts] = [new Set<number>(), new Set<number>()];
      await store(db, [chain]);
      for (const event of [
        ...events,
        { kind: 'verify', full: false },
        { kind: 'verify', full: true },
      ] as Event[]) {
        if (event.kind !== 'verify') {
          happen(chain, event, removed, acts);
          continue;
        }
        await storeNext(publish(chain, KEY));
        const found = await verify(chain, event.full);
        assert.deepEqual({ valid: found.valid, problems: found.problems }, { valid: true, problems: [] });
        assert.equal(found.verifiedCount, chain.head.size - removed.size);
        assert.equal(found.prunedCount + found.redactedCount, removed.size);
      }
    }),
    { numRuns: 15 },
  );
});

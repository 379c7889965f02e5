/** Expired payloads are removed after the chain has stated it, not a millisecond early, and nothing else is removed. */
import assert from 'node:assert/strict';
import { formatHash, sameHash, treeRoot } from '@assize/evidence-format';
import { testOnEachDatabase, testOnOneDatabase } from '../../../tests/support/databases/databases.ts';
import {
  actsOf,
  after,
  appendAt,
  at,
  chainWith,
  DAY_MS,
  evaluated,
  positionsWithPayload,
  redact,
  redactWhole,
  requireAccountedFor,
  untilRemoved,
} from '../../../tests/support/evidence/removals.ts';
import {
  ask,
  PRODUCTION_KEY,
  SANDBOX_KEY,
  startTestService,
} from '../../../tests/support/http/in-process.ts';
import { keyHolder } from '../../../tests/support/people/other-tenant.ts';
import { type RetentionSetting, setTier } from '../../tenants/index.ts';
import { removalChore, removeExpired } from './chore.ts';
import { expiredFrom } from './expired.ts';
import { removalsUnderWay } from './state.ts';

const FREE = { ASSIZE_INIT_TIER: 'free' };
const HOUR_MS = 3_600_000;
const always = async () => true;
const never = new AbortController().signal;

testOnEachDatabase('prunes-what-has-expired-and-says-so-first', async (location, t) => {
  const { app, service } = await startTestService(t, location, FREE);
  const ids: string[] = [];
  for (let count = 0; count < 5; count += 1) ids.push(await evaluated(app, { count }));
  const sandboxed = await evaluated(app, {}, SANDBOX_KEY);
  const chains = [await chainWith(service, ids[0] ?? ''), await chainWith(service, sandboxed)] as const;
  const redaction = await redactWhole(app, ids[1] ?? '');

  const deps = after(service, 31);
  await untilRemoved(service, () => removalChore(deps).run(never));
  for (const chain of chains) {
    const pruned = chain === chains[0] ? 7 : 2;
    const act = (await actsOf(service, chain)).at(-1);
    assert.ok(act !== undefined);
    assert.equal(act.position, pruned);
    assert.deepEqual(act.removal, { kind: 'retention', first: 0, end: pruned });
    const { root, rule, ...range } = act.change as { root: string; rule: Record<string, unknown> };
    assert.deepEqual(range, { from_index: 0, to_index: pruned });
    assert.equal(rule.tier, 'free');
    assert.equal(rule.retention_days, 30);
    assert.ok(Math.abs(Date.parse(String(rule.before)) - Date.now() - DAY_MS) < 60_000);
    const leaves = await service.db
      .selectFrom('artifacts')
      .select('hash')
      .where('chain', '=', chain)
      .where('position', '<', pruned)
      .orderBy('position')
      .execute();
    assert.equal(root, formatHash(treeRoot(leaves.map(({ hash }) => Uint8Array.from(hash)))));
    const kept = chain === chains[0] ? [6, 7] : [2];
    assert.deepEqual(await positionsWithPayload(service, chain), kept, 'what states a removal stays');
    await requireAccountedFor(service, chain);
  }
  assert.deepEqual(await removalsUnderWay(service.db), []);
  const { body: found } = await ask(app, 'a', '/api/v1/evidence/verify?full=true');
  assert.deepEqual(
    {
      valid: found.valid,
      total_artifacts: found.total_artifacts,
      verified_count: found.verified_count,
      pruned_count: found.pruned_count,
      redacted_count: found.redacted_count,
    },
    { valid: true, total_artifacts: 8, verified_count: 2, pruned_count: 5, redacted_count: 1 },
  );

  const again = await redact(app, ids[1] ?? '');
  assert.deepEqual(again.body, redaction.body, 'the first act is the answer');
  const { body } = await redact(app, ids[0] ?? '');
  const [act] = (await actsOf(service, chains[0])).slice(-1);
  assert.equal(body.evidence_id, act?.id);
  assert.equal(body.payload_removed, true);
  const { body: record } = await ask(app, 'b', `/v1/evidence/${ids[0]}`);
  assert.equal(record.verdict, 'PROCEED');
  assert.equal(record.reasoning, null);
  assert.deepEqual(record.laws_evaluated, []);

  await untilRemoved(service, () => removalChore(deps).run(never));
  assert.equal((await actsOf(service, chains[0])).length, 2, 'once');
});

testOnEachDatabase('keeps-a-payload-to-the-last-millisecond', async (location, t) => {
  const { app, service } = await startTestService(t, location, { ASSIZE_INIT_TIER: 'team' });
  const chain = await chainWith(service, await evaluated(app, {}));
  const newest = service.clock.now() + 1000;
  // The clock was set back once: the third artifact follows a younger one.
  await appendAt(service, chain, [newest, newest + 2, newest + 1]);
  const expiresAt = newest + 365 * DAY_MS;
  const prunedUpTo = async (nowMs: number) => {
    const deps = at(service, () => nowMs);
    await untilRemoved(service, () => removeExpired(deps, always));
    const [first] = await positionsWithPayload(service, chain);
    return first;
  };
  assert.equal(await prunedUpTo(expiresAt), 2);
  // Moves each statement a day back, because a second one within a day needs more artifacts.
  await service.db.updateTable('removals').set({ stated_at: 0 }).execute();
  assert.equal(await prunedUpTo(expiresAt + 1), 3);
  await service.db.updateTable('removals').set({ stated_at: 0 }).execute();
  assert.equal(await prunedUpTo(expiresAt + 2), 3);
  assert.equal(await prunedUpTo(expiresAt + 3), 5);
  await requireAccountedFor(service, chain);
});

testOnEachDatabase('goes-by-the-tier-of-each-tenant', async (location, t) => {
  const { app, service } = await startTestService(t, location, FREE);
  const keys = { free: PRODUCTION_KEY, team: '', business: '', enterprise: '' };
  for (const tier of ['team', 'business', 'enterprise'] as const) {
    keys[tier] = (await keyHolder(service, tier, { tier })).secret;
  }
  const chains: [string, number][] = [];
  for (const [tier, key] of Object.entries(keys)) {
    chains.push([tier, await chainWith(service, await evaluated(app, {}, key))]);
  }
  const prunedAfter = async (days: number, retention?: RetentionSetting) => {
    await untilRemoved(service, () => removeExpired(after(service, days, retention), always));
    const pruned: string[] = [];
    for (const [tier, chain] of chains) if ((await actsOf(service, chain)).length > 0) pruned.push(tier);
    return pruned;
  };
  assert.deepEqual(await prunedAfter(100_000, 'unlimited'), []);
  assert.deepEqual(await prunedAfter(29), []);
  assert.deepEqual(await prunedAfter(364), ['free']);
  assert.deepEqual(await prunedAfter(1094), ['free', 'team']);
  assert.deepEqual(await prunedAfter(36_500), ['free', 'team', 'business']);
  assert.deepEqual(await prunedAfter(1, 7), ['free', 'team', 'business']);
  assert.deepEqual(await prunedAfter(8, 7), ['free', 'team', 'business', 'enterprise']);
});

testOnOneDatabase('keeps-what-a-lowered-tier-held-until-its-month-ends', async (location, t) => {
  const { app, service } = await startTestService(t, location, FREE);
  const { secret } = await keyHolder(service, 'acme', { tier: 'team' });
  const chain = await chainWith(service, await evaluated(app, {}, secret));
  const nowMs = service.clock.now();
  const [year, month] = [new Date(nowMs).getUTCFullYear(), new Date(nowMs).getUTCMonth() + 3];
  const lowered = Date.UTC(year, month, 2);
  await setTier({ db: service.db, clock: { ...service.clock, now: () => lowered } }, 'acme', 'free');
  const actsAfter = async (ms: number) => {
    await untilRemoved(service, () => removeExpired(after(service, (ms - nowMs) / DAY_MS), always));
    return (await actsOf(service, chain)).length;
  };
  assert.equal(await actsAfter(lowered + DAY_MS), 0);
  assert.equal(await actsAfter(Date.UTC(year, month + 1) + DAY_MS), 1);
});

testOnOneDatabase('leaves-a-handful-to-the-next-day', async (location, t) => {
  const { app, service } = await startTestService(t, location, FREE);
  const chain = await chainWith(service, await evaluated(app, {}));
  const start = service.clock.now() + HOUR_MS;
  const times = [
    ...Array.from({ length: 3 }, () => start + 2 * HOUR_MS),
    ...Array.from({ length: 2045 }, () => start + 3 * HOUR_MS),
    start + 4 * HOUR_MS,
  ];
  for (const time of times.slice(0, 3)) await appendAt(service, chain, [time]);
  await Promise.all(times.slice(3, -1).map((time) => appendAt(service, chain, [time])));
  await appendAt(service, chain, times.slice(-1));
  const actsAfter = async (hours: number) => {
    const nowMs = start + 30 * DAY_MS + hours * HOUR_MS;
    const deps = at(service, () => nowMs);
    await untilRemoved(service, () => removeExpired(deps, always));
    return (await actsOf(service, chain)).map(({ change }) => change.to_index);
  };
  assert.deepEqual(await actsAfter(0), [2], 'the first takes what there is');
  assert.deepEqual(await actsAfter(2.5), [2], 'three more are not worth an act');
  assert.deepEqual(await actsAfter(3.5), [2, 2050], '2,048 are');
  assert.deepEqual(await actsAfter(27), [2, 2050], 'another one is not');
  assert.deepEqual(await actsAfter(27.5), [2, 2050, 2051], 'a day after it is');
  await requireAccountedFor(service, chain);
});

const expiry = (beforeMs: number, most: number) => ({ beforeMs, most, holds: [] });

testOnOneDatabase('states-the-root-of-long-ranges-in-pages', async (location, t) => {
  const { app, service } = await startTestService(t, location, FREE);
  const chain = await chainWith(service, await evaluated(app, {}));
  await Promise.all(Array.from({ length: 1200 }, () => appendAt(service, chain, [1000])));
  const rows = await service.db
    .selectFrom('artifacts')
    .select('hash')
    .where('chain', '=', chain)
    .orderBy('position')
    .execute();
  for (const [first, most] of [
    [0, 512],
    [1, 511],
    [1, 513],
    [3, 1024],
    [0, 100_000],
  ] as const) {
    const range = await expiredFrom(service.db, chain, first, expiry(service.clock.now() + 1000, most));
    const hashes = rows.slice(first, first + most).map(({ hash }) => Uint8Array.from(hash));
    assert.ok(range !== null);
    assert.equal(range.end, first + hashes.length);
    assert.ok(sameHash(range.root, treeRoot(hashes)));
  }
  assert.equal(await expiredFrom(service.db, chain, 0, expiry(0, 10)), null);
  assert.equal(await expiredFrom(service.db, chain, rows.length, expiry(service.clock.now(), 10)), null);
  await service.db.deleteFrom('artifacts').where('chain', '=', chain).where('position', '=', 700).execute();
  await assert.rejects(
    expiredFrom(service.db, chain, 0, expiry(service.clock.now(), 5000)),
    /artifacts are missing/,
  );
});

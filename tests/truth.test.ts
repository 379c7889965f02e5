/** Truth verification for callers and operators: its answers, and its cost for other requests. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Registry, Tally } from '@assize/service/audit/registry.ts';
import { type TruthThreads, truthThreads } from '@assize/service/audit/truth-threads.ts';
import { truthVerifier } from '@assize/service/audit/verify-truth.ts';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { chainOfKey } from './support/governance/governance.ts';
import { inForce } from './support/governance/policies.ts';
import {
  ask,
  askOk,
  assertTrue,
  evaluate,
  openWithoutHttp,
  PRODUCTION_KEY,
  SANDBOX_KEY,
  startTestService,
} from './support/http/in-process.ts';
import { keyHolder } from './support/people/other-tenant.ts';
import { testAsTenant } from './support/people/tenants.ts';
import { assize } from './support/processes/command.ts';
import { evaluateMany, TRUTH, TRUTH_REGISTRIES } from './support/truth/truth.ts';

const NOTHING: Registry = { name: 'nothing', check: async () => undefined };
const STUCK_THREAD = new URL('./support/threads/stuck-thread.ts', import.meta.url);

testOnEachDatabase('is-true-while-evidence-comes-in', async (location, t) => {
  const { service } = await openWithoutHttp(t, location);
  const { chain } = await service.authenticator.authenticate(PRODUCTION_KEY);
  let running = true;
  const coming = (async () => {
    while (running) {
      await evaluateMany(service, 40);
      // Without a pause, the runs would measure a chain of thousands.
      await sleep(50);
    }
  })();
  for (let round = 0; round < 4; round += 1) {
    await sleep(200);
    const found = await service.truth.verify(chain);
    assert.deepEqual(
      { overallValid: found.overallValid, gaps: found.gaps },
      { overallValid: true, gaps: [] },
    );
  }
  running = false;
  await coming;
});

testOnOneDatabase('answers-as-published', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  await evaluate(app, 'a', { action: 'a', context: {} });
  const body = await askOk(app, 'a', TRUTH);
  assert.deepEqual(Object.keys(body), [
    'overall_valid',
    'registries_checked',
    'consistency_score',
    'gaps_detected',
    'verified_at',
    'registries',
    'gaps',
  ]);
  assert.deepEqual(body.registries.map(nameOf), TRUTH_REGISTRIES);
  assert.equal(body.registries_checked, TRUTH_REGISTRIES.length);
  assert.ok(Math.abs(Date.parse(body.verified_at) - service.clock.now()) < 60_000);
  assert.equal((await ask(app, 'a', TRUTH, { key: SANDBOX_KEY })).body.overall_valid, true);
  await service.db.updateTable('artifacts').set({ verdict: 'block' }).where('action', '=', 'a').execute();
  const { body: untrue } = await ask(app, 'a', TRUTH);
  const gap = untrue.gaps.find(({ registry }: { registry: string }) => registry === 'verdicts');
  assert.deepEqual(Object.keys(gap).sort(), ['evidence_id', 'index', 'registry', 'what']);
  assert.deepEqual(
    { overall_valid: untrue.overall_valid, index: gap.index },
    { overall_valid: false, index: 1 },
  );
  // The other environment has another chain.
  assert.equal((await ask(app, 'a', TRUTH, { key: SANDBOX_KEY })).body.overall_valid, true);
});

testOnOneDatabase('shares-a-run-and-breaks-it-off-when-the-service-closes', async (location, t) => {
  const { service } = await openWithoutHttp(t, location);
  const { chain } = await service.authenticator.authenticate(PRODUCTION_KEY);
  let runs = 0;
  const hold = Promise.withResolvers<void>();
  const counting: TruthThreads = {
    async ask() {
      runs += 1;
      await hold.promise;
      return new Tally().report();
    },
    async close() {},
  };
  const deps = { ...service, raise: async () => undefined };
  const truth = truthVerifier({ ...deps, threads: counting }, async () => [NOTHING]);
  const [first, second] = [truth.verify(chain), truth.verify(chain)];
  await sleep(20);
  hold.resolve();
  assert.equal(await first, await second);
  assert.equal(runs, 1);
  await truth.verify(chain);
  assert.equal(runs, 2);

  const begun = Promise.withResolvers<void>();
  const endless: Registry = { ...NOTHING, before: async () => 'endless' };
  const threads = telling(truthThreads(location, STUCK_THREAD), begun.resolve);
  const ending = truthVerifier({ ...deps, threads }, async () => [endless]);
  const underWay = ending.verify(chain);
  await begun.promise;
  const closing = ending.close();
  await assert.rejects(underWay, { code: 'unavailable' });
  await closing;
  await assert.rejects(ending.verify(chain), { code: 'unavailable' });
});

testOnOneDatabase('a-run-that-does-not-end-delays-no-other-chain', async (location, t) => {
  const { service } = await openWithoutHttp(t, location);
  const [held, other] = [await chainOfKey(service), await chainOfKey(service, SANDBOX_KEY)];
  const begun = Promise.withResolvers<void>();
  const registry: Registry = {
    ...NOTHING,
    before: async ({ chain }) => (chain === held ? 'endless' : null),
  };
  const threads = telling(truthThreads(location, STUCK_THREAD), begun.resolve);
  const truth = truthVerifier({ ...service, threads, raise: async () => undefined }, async () => [registry]);
  const endless = truth.verify(held);
  endless.catch(() => undefined);
  await begun.promise;
  const first = await Promise.race([truth.verify(other), endless, sleep(20_000, 'nothing')]);
  assert.notEqual(first, 'nothing');
  await truth.close();
  await assert.rejects(endless, { code: 'unavailable' });
});

testAsTenant('slow-rules-delay-no-other-tenants-run', async ({ app, service, name, key }) => {
  const errs = `context.a.exists(a, context.a.exists(b, bool("${'x'.repeat(1000)}")))`;
  await inForce(
    app,
    'costly',
    ['1', '2', '3', '4'].map((id) => ({ id, when: errs, effect: 'note' as const })),
  );
  const a = Array.from({ length: 60 }, (_, place) => place);
  for (let count = 0; count < 100; count += 1) await evaluate(app, 'a', { action: 'a', context: { a } });
  const { secret } = await keyHolder(service, `${name}-another`, { tier: 'enterprise' });
  await evaluate(app, 'a', { action: 'b', context: {} }, { key: secret });
  const order: string[] = [];
  const verify = async (who: string, key: string) => {
    await assertTrue(app, { key });
    order.push(who);
  };
  await Promise.all([verify('costly', key), verify('another', secret)]);
  assert.deepEqual(order, ['another', 'costly']);
});

testOnOneDatabase('claims-no-truth-where-nothing-was-checked', async (location, t) => {
  const { service } = await openWithoutHttp(t, location);
  const { chain } = await service.authenticator.authenticate(PRODUCTION_KEY);
  const threads = truthThreads(location, STUCK_THREAD);
  t.after(() => threads.close());
  const deps = { ...service, threads, raise: async () => undefined };
  const found = await truthVerifier(deps, async () => [NOTHING]).verify(chain);
  assert.deepEqual(
    {
      overallValid: found.overallValid,
      consistencyScore: found.consistencyScore,
      gapsDetected: found.gapsDetected,
    },
    { overallValid: false, consistencyScore: 0, gapsDetected: 0 },
  );
  assert.deepEqual(found.registries, [{ name: 'nothing', checked: 0, gaps: 0 }]);
});

testOnOneDatabase('shows-the-operator', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  for (const action of ['one', 'two']) await evaluate(app, 'b', { action, context: {} });
  const sound = await assize(location, ['evidence', 'truth']);
  assert.equal(sound.code, 0, sound.stderr);
  assert.match(sound.stdout, /^registry +checked +gaps\n-+.*\nchain +4 +0\n/);
  assert.match(sound.stdout, /default\/production agrees with itself: consistency score 1\.\n$/);
  const json = await assize(location, ['evidence', 'truth', '--environment', 'sandbox', '--json']);
  assert.deepEqual(
    {
      code: json.code,
      overall_valid: JSON.parse(json.stdout).overall_valid,
      registries_checked: JSON.parse(json.stdout).registries_checked,
    },
    { code: 0, overall_valid: true, registries_checked: TRUTH_REGISTRIES.length },
  );

  await service.db.updateTable('artifacts').set({ verdict: 'block' }).where('action', '=', 'two').execute();
  const untrue = await assize(location, ['evidence', 'truth']);
  assert.equal(untrue.code, 3);
  assert.match(untrue.stdout, /\nverdicts +2 +ev_[0-9a-f]{24} +The verdict is recorded as block, but/);
  assert.match(
    untrue.stdout,
    /default\/production does NOT agree with itself: 2 gaps, consistency score 0\.\d+\.\n$/,
  );
});

function nameOf({ name }: { name: string }): string {
  return name;
}

/** The same threads, which report when they have been asked. */
function telling(threads: TruthThreads, asked: () => void): TruthThreads {
  return {
    ask(question) {
      const answer = threads.ask(question);
      asked();
      return answer;
    },
    close: () => threads.close(),
  };
}

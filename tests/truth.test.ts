/** Truth verification: a house in order is true, and whatever is put out of order is named, where it stands. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@assize/service/database/open.ts';
import { blockSummariser } from '@assize/service/evidence/blocks.ts';
import { type TruthVerification, truthVerifier } from '@assize/service/evidence/index.ts';
import { type Registry, Tally } from '@assize/service/evidence/truth/index.ts';
import { EVIDENCE_TAMPERINGS } from './cases/truth.ts';
import { REGISTER_TAMPERINGS } from './cases/truth-registers.ts';
import { assize } from './support/command.ts';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases.ts';
import { ask, evaluate, openTestHouse, PRODUCTION_KEY, SANDBOX_KEY } from './support/house.ts';
import { evaluateMany, filledHouse, restoring } from './support/truth.ts';

const TRUTH = '/api/v1/evidence/truth-verification';
const REGISTRIES = [
  'chain',
  'log',
  'search-blocks',
  'verdicts',
  'escalations',
  'idempotency',
  'outcomes',
  'keys',
  'removals',
];

testOnEachDatabase('names-what-does-not-agree', async (location, t) => {
  const filled = await filledHouse(t, location);
  const { house, app, chain } = filled;
  const sound = await ask(app, 'a', TRUTH);
  assert.deepEqual(sound.body.gaps, []);
  assert.deepEqual(
    [sound.status, sound.body.overall_valid, sound.body.consistency_score, sound.body.gaps_detected],
    [200, true, 1, 0],
  );
  assert.deepEqual(
    sound.body.registries.filter(({ checked }: { checked: number }) => checked === 0).map(nameOf),
    ['search-blocks'],
  );

  for (const { promise, tables, tamper, registry, index, what } of [
    ...EVIDENCE_TAMPERINGS,
    ...REGISTER_TAMPERINGS,
  ]) {
    await t.test(`${registry}-names-${promise}`, async () => {
      await restoring(house.db, tables, async () => {
        await tamper(house.db, filled);
        const found = await house.truth.verify(chain);
        assertNames(found, registry, index(filled), what);
      });
    });
  }

  await t.test('and-all-is-well-where-it-was-put-back', async () => {
    const found = await house.truth.verify(chain);
    assert.deepEqual([found.overallValid, found.gaps], [true, []]);
  });

  await t.test('raises-an-alarm-where-the-evidence-itself-is-at-stake', async () => {
    const alarms = await house.db
      .selectFrom('integrity_alarms')
      .select('problem')
      .where('chain', '=', chain)
      .execute();
    const problems = new Set(alarms.map(({ problem }) => problem));
    for (const problem of [
      'wrong_hash',
      'wrong_commitment',
      'missing_record',
      'wrong_head',
      'inconsistent_log',
    ]) {
      assert.ok(problems.has(problem), problem);
    }
    assert.ok(![...problems].some((problem) => problem.includes('verdict') || problem.includes('key')));
  });
});

testOnEachDatabase('names-what-searches-would-not-find', async (location, t) => {
  const { house } = await openTestHouse(t, location);
  const { db } = house;
  await evaluateMany(house, 2 * 2048 + 100);
  await blockSummariser(db)();
  const { chain } = await house.authenticator.authenticate(PRODUCTION_KEY);
  const sound = await house.truth.verify(chain);
  assert.deepEqual([sound.overallValid, sound.gaps], [true, []]);
  assert.ok((sound.registries.find(({ name }) => name === 'search-blocks')?.checked ?? 0) > 20);

  const ofBlock = (block: number, action: string) => (each: Database) =>
    each
      .selectFrom('artifact_blocks')
      .where('chain', '=', chain)
      .where('block', '=', block)
      .where('action', '=', action);
  const like = async (block: number, action: string) =>
    ofBlock(block, action)(db).selectAll().executeTakeFirstOrThrow();
  const remove = (block: number, action: string) =>
    db
      .deleteFrom('artifact_blocks')
      .where('chain', '=', chain)
      .where('block', '=', block)
      .where('action', '=', action);
  const cases: [promise: string, tamper: () => Promise<unknown>, index: number, what: RegExp][] = [
    ['a-summary-that-is-missing', () => remove(0, 'filling-1').execute(), 0, /filling-1\) is missing/],
    [
      'a-total-that-is-missing',
      () => remove(0, '').execute(),
      0,
      /summary of block 0 \(governance_eval.*is missing/,
    ],
    [
      'one-that-is-missing-where-the-total-is-too',
      async () => {
        await remove(1, '').execute();
        await remove(1, 'filling-2').execute();
      },
      2048,
      /block 1 \(governance_eval, \w+, filling-2\) is missing/,
    ],
    [
      'places-that-were-altered',
      () =>
        db
          .updateTable('artifact_blocks')
          .set({ places: Buffer.from([1, 0]) })
          .where('chain', '=', chain)
          .where('block', '=', 1)
          .where('action', '=', 'filling-3')
          .execute(),
      2048,
      /filling-3\) is not what its artifacts give/,
    ],
    [
      'times-that-were-altered',
      () =>
        db
          .updateTable('artifact_blocks')
          .set({ first_at: 1 })
          .where('chain', '=', chain)
          .where('block', '=', 0)
          .where('action', '=', '')
          .execute(),
      0,
      /is not what its artifacts give/,
    ],
    [
      'a-summary-of-an-action-that-nobody-asked-for',
      async () =>
        db
          .insertInto('artifact_blocks')
          .values({ ...(await like(1, 'filling-1')), action: 'other' })
          .execute(),
      2048,
      /There is a summary of block 1 .*other\), of which/,
    ],
    [
      'a-summary-of-a-verdict-that-nobody-gave',
      async () =>
        db
          .insertInto('artifact_blocks')
          .values({ ...(await like(0, 'filling-1')), verdict: 'block' })
          .execute(),
      0,
      /There is a summary of block 0 .*block, filling-1\), of which/,
    ],
    [
      'a-summary-of-a-block-that-is-not-full',
      async () =>
        db
          .insertInto('artifact_blocks')
          .values({ ...(await like(1, '')), block: 2 })
          .execute(),
      4096,
      /Block 2 is summarised, but not full/,
    ],
  ];
  for (const [promise, tamper, index, what] of cases) {
    await t.test(promise, () =>
      restoring(db, ['artifact_blocks'], async () => {
        await tamper();
        assertNames(await house.truth.verify(chain), 'search-blocks', index, what);
      }),
    );
  }

  await t.test('but-not-a-block-that-is-yet-to-be-summarised', () =>
    restoring(db, ['artifact_blocks'], async () => {
      await db.deleteFrom('artifact_blocks').where('block', '=', 1).execute();
      assert.equal((await house.truth.verify(chain)).overallValid, true);
    }),
  );

  await t.test('lists-a-hundred-gaps-and-counts-them-all', () =>
    restoring(db, ['artifact_payloads', 'escalations'], async () => {
      await db.deleteFrom('escalations').execute();
      await db
        .deleteFrom('artifact_payloads')
        .where('position', '<', 1001)
        .where('position', '>', 0)
        .execute();
      const found = await house.truth.verify(chain);
      const count = (name: string) => found.registries.find((each) => each.name === name)?.gaps;
      assert.equal(count('removals'), 1000);
      assert.equal(count('escalations'), Math.ceil((2 * 2048 + 100) / 7));
      assert.equal(found.gapsDetected, 1000 + Math.ceil((2 * 2048 + 100) / 7));
      assert.equal(found.gaps.length, 100);
      assert.equal(found.gaps.filter(({ registry }) => registry === 'removals').length, 50);
      assert.ok(found.consistencyScore > 0 && found.consistencyScore < 1);
    }),
  );
});

testOnEachDatabase('is-true-while-evidence-comes-in', async (location, t) => {
  const { house } = await openTestHouse(t, location);
  const { chain } = await house.authenticator.authenticate(PRODUCTION_KEY);
  let running = true;
  const coming = (async () => {
    while (running) await evaluateMany(house, 40);
  })();
  for (let round = 0; round < 4; round += 1) {
    await sleep(200);
    const found = await house.truth.verify(chain);
    assert.deepEqual([found.overallValid, found.gaps], [true, []]);
  }
  running = false;
  await coming;
});

testOnOneDatabase('answers-as-published', async (location, t) => {
  const { app, house } = await openTestHouse(t, location);
  await evaluate(app, 'a', { action: 'a', context: {} });
  const { status, body } = await ask(app, 'a', TRUTH);
  assert.equal(status, 200);
  assert.deepEqual(Object.keys(body), [
    'overall_valid',
    'registries_checked',
    'consistency_score',
    'gaps_detected',
    'verified_at',
    'registries',
    'gaps',
  ]);
  assert.deepEqual(body.registries.map(nameOf), REGISTRIES);
  assert.equal(body.registries_checked, REGISTRIES.length);
  assert.ok(Math.abs(Date.parse(body.verified_at) - house.clock.now()) < 60_000);
  assert.equal((await ask(app, 'a', TRUTH, { key: SANDBOX_KEY })).body.overall_valid, true);
  await house.db.updateTable('artifacts').set({ verdict: 'block' }).where('action', '=', 'a').execute();
  const { body: untrue } = await ask(app, 'a', TRUTH);
  const gap = untrue.gaps.find(({ registry }: { registry: string }) => registry === 'verdicts');
  assert.deepEqual(Object.keys(gap).sort(), ['evidence_id', 'index', 'registry', 'what']);
  assert.deepEqual([untrue.overall_valid, gap.index], [false, 1]);
  // The other environment's chain is another chain.
  assert.equal((await ask(app, 'a', TRUTH, { key: SANDBOX_KEY })).body.overall_valid, true);
});

testOnOneDatabase('shares-a-run-and-breaks-it-off-when-the-house-closes', async (location, t) => {
  const { house } = await openTestHouse(t, location);
  const { chain } = await house.authenticator.authenticate(PRODUCTION_KEY);
  let runs = 0;
  const hold = Promise.withResolvers<void>();
  const counting: Registry = {
    name: 'counting',
    async check() {
      runs += 1;
      await hold.promise;
      return new Tally().report();
    },
  };
  const deps = { db: house.db, location, clock: house.clock, raise: async () => undefined };
  const truth = truthVerifier(deps, [counting]);
  const [first, second] = [truth.verify(chain), truth.verify(chain)];
  await sleep(20);
  hold.resolve();
  assert.equal(await first, await second);
  assert.equal(runs, 1);
  await truth.verify(chain);
  assert.equal(runs, 2);

  await evaluateMany(house, 500);
  const underWay = house.truth.verify(chain);
  await sleep(30);
  const closing = house.truth.close();
  await assert.rejects(underWay, { code: 'unavailable' });
  await closing;
  await assert.rejects(house.truth.verify(chain), { code: 'unavailable' });
});

testOnOneDatabase('claims-no-truth-where-nothing-was-checked', async (location, t) => {
  const { house } = await openTestHouse(t, location);
  const { chain } = await house.authenticator.authenticate(PRODUCTION_KEY);
  const empty: Registry = { name: 'empty', check: async () => new Tally().report() };
  const deps = { db: house.db, location, clock: house.clock, raise: async () => undefined };
  const found = await truthVerifier(deps, [empty]).verify(chain);
  assert.deepEqual([found.overallValid, found.consistencyScore, found.gapsDetected], [false, 0, 0]);
  assert.deepEqual(found.registries, [{ name: 'empty', checked: 0, gaps: 0 }]);
});

testOnEachDatabase('tells-the-operator', async (location, t) => {
  const { app, house } = await openTestHouse(t, location);
  for (const action of ['one', 'two']) await evaluate(app, 'b', { action, context: {} });
  const sound = await assize(location, ['evidence', 'truth']);
  assert.equal(sound.code, 0, sound.stderr);
  assert.match(sound.stdout, /^registry +checked +gaps\n-+.*\nchain +4 +0\n/);
  assert.match(sound.stdout, /default\/production agrees with itself: consistency score 1\.\n$/);
  const json = await assize(location, ['evidence', 'truth', '--environment', 'sandbox', '--json']);
  assert.deepEqual(
    [json.code, JSON.parse(json.stdout).overall_valid, JSON.parse(json.stdout).registries_checked],
    [0, true, REGISTRIES.length],
  );

  await house.db.updateTable('artifacts').set({ verdict: 'block' }).where('action', '=', 'two').execute();
  const untrue = await assize(location, ['evidence', 'truth']);
  assert.equal(untrue.code, 3);
  assert.match(untrue.stdout, /\nverdicts +2 +ev_[0-9a-f]{24} +The verdict is recorded as block, but/);
  assert.match(
    untrue.stdout,
    /default\/production does NOT agree with itself: 2 gaps, consistency score 0\.\d+\.\n$/,
  );
});

test('every-registry-is-tampered-with', () => {
  const tried = new Set([...EVIDENCE_TAMPERINGS, ...REGISTER_TAMPERINGS].map(({ registry }) => registry));
  assert.deepEqual([...tried, 'search-blocks'].sort(), [...REGISTRIES].sort());
});

function nameOf({ name }: { name: string }): string {
  return name;
}

function assertNames(found: TruthVerification, registry: string, index: number | null, what: RegExp): void {
  assert.equal(found.overallValid, false);
  assert.ok(found.consistencyScore < 1);
  const told = found.gaps.map((gap) => `${gap.registry} ${gap.index}: ${gap.what}`).join('\n');
  const named = found.gaps.some(
    (gap) => gap.registry === registry && gap.index === index && what.test(gap.what),
  );
  assert.ok(named, `${registry} ${index} ${what}, but there were:\n${told}`);
}

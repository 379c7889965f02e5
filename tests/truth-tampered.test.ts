/** Whatever is put out of order behind the service's back is named: in which registry, and where it stands. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TAMPERINGS } from './cases/truth/all.ts';
import { stopSigning } from './support/chains.ts';
import { testOnEachDatabase } from './support/databases.ts';
import { ask } from './support/house.ts';
import { assertNames, filledHouse, restoring, TRUTH, TRUTH_REGISTRIES } from './support/truth.ts';

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

  // Signing looks around now and then, and would put right what is altered in a checkpoint.
  await stopSigning(house.signing);
  for (const { promise, tables, tamper, registry, index, what } of TAMPERINGS) {
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

test('every-registry-is-tampered-with', () => {
  const tried = new Set(TAMPERINGS.map(({ registry }) => registry));
  assert.deepEqual([...tried, 'search-blocks'].sort(), [...TRUTH_REGISTRIES].sort());
});

function nameOf({ name }: { name: string }): string {
  return name;
}

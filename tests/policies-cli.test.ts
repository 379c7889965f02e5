/** An operator uses `assize policies` to store a pack, activate it, and deactivate it. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import { newFolder, testOnOneDatabase } from './support/databases/databases.ts';
import { changesOf, inForce, LARGE, payment } from './support/governance/policies.ts';
import { PRODUCTION_KEY, SANDBOX_KEY, startTestService } from './support/http/in-process.ts';
import { assize } from './support/processes/command.ts';
import { until } from './support/until.ts';

const PACK = path.join(import.meta.dirname, '../policy-packs/payments');

testOnOneDatabase('puts-a-pack-in-force-and-takes-it-out-again', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  assert.equal((await payment(app, null)).verdict, 'proceed');
  const made = await json(location, `create payments --file ${PACK} --activate`);
  assert.deepEqual(
    { name: made.name, active_version: made.active_version, latest_version: made.latest_version },
    { name: 'payments', active_version: 1, latest_version: 1 },
  );
  await until(async () => (await payment(app, null)).verdict === 'escalate');
  assert.equal((await payment(app, null, { key: SANDBOX_KEY })).verdict, 'proceed');

  const again = await json(location, `create payments --file ${path.join(PACK, 'policy.yaml')}`);
  assert.deepEqual(
    { latest_version: again.latest_version, version: again.stored.version, hash: again.hash },
    { latest_version: 1, version: 1, hash: made.hash },
  );
  const shown = await assize(location, ['policies', 'show', 'payments']);
  assert.match(shown.stdout, /^# version 1 of 1, in force\n# written .* by operator, sha256:/);
  const folder = newFolder(t);
  const file = path.join(folder, 'shown.yaml');
  writeFileSync(file, shown.stdout);
  const same = await json(location, `create payments --file ${file}`);
  assert.equal(same.latest_version, 1, 'another document was shown');
  writeFileSync(file, JSON.stringify({ name: 'any', rules: [LARGE] }));
  const second = await json(location, `create payments --file ${file}`);
  assert.deepEqual(
    {
      active_version: second.active_version,
      latest_version: second.latest_version,
      rule_count: second.stored.rule_count,
    },
    { active_version: 1, latest_version: 2, rule_count: 1 },
  );

  const stale = await assize(location, [
    ...['policies', 'activate', 'payments', '--expected-version', 'none'],
  ]);
  assert.deepEqual(
    { code: stale.code, stderr: stale.stderr },
    { code: 1, stderr: 'Version 1 of this policy is in force, not none.\n' },
  );
  assert.equal((await json(location, 'activate payments --expected-version 1')).active_version, 2);
  assert.equal((await json(location, 'rollback payments')).active_version, 1);
  assert.equal((await json(location, 'activate payments --policy-version 2')).active_version, 2);
  assert.equal((await json(location, 'deactivate payments')).active_version, null);
  const table = await assize(location, ['policies', 'list']);
  assert.match(
    table.stdout,
    /^policy +in force +latest +changed +by\n-+.*\npayments +- +2 +\d{4}-.* operator\n$/,
  );
  assert.deepEqual(await json(location, 'list --environment sandbox'), []);
  assert.equal((await assize(location, ['policies', 'show', 'none'])).stderr, 'There is no such policy.\n');
  const { chain } = await service.authenticator.authenticate(PRODUCTION_KEY);
  const actions = (await changesOf(service.db, chain)).map(({ action }) => action.replace('policy.', ''));
  const wanted = 'create activate version activate roll_back activate deactivate';
  assert.equal(actions.join(' '), wanted);
  assert.deepEqual((await service.truth.verify(chain)).gaps, []);
});

testOnOneDatabase('says-where-the-rules-in-a-file-are-wrong', async (_location, t) => {
  const folder = newFolder(t);
  const file = path.join(folder, 'faulty.yaml');
  const validate = () => assize(null, ['policies', 'validate', file]);
  writeFileSync(file, 'rules:\n  - { id: first, when: "true &&\\n  amount > 5", effect: block }\n');
  const faulty = await validate();
  assert.equal(faulty.code, 1);
  assert.match(faulty.stdout, /faulty\.yaml: rule first, line 2, column \d+: /);
  writeFileSync(file, 'rules:\n  - { id: First, when: "true", effect: deny }\n');
  const misshapen = await validate();
  assert.equal(misshapen.code, 1);
  assert.match(
    misshapen.stderr,
    /rules\.0\.id: .*\n.*rules\.0\.effect: must be one of block, escalate, note/,
  );
  writeFileSync(file, 'rules: [\n');
  assert.equal((await validate()).code, 1);
  writeFileSync(file, 'rules:\n  - { id: first, when: "true", effect: block }\n');
  assert.deepEqual(
    { code: (await validate()).code, stderr: (await validate()).stderr },
    { code: 0, stderr: '' },
  );
  assert.equal((await assize(null, ['policies', 'validate', PACK])).code, 0);
});

testOnOneDatabase('holds-what-is-activated-on-every-node-within-a-second', async (location, t) => {
  const [here, there] = [await startTestService(t, location), await startTestService(t, location)];
  assert.equal((await payment(there.app, 5000)).verdict, 'proceed');
  await inForce(here.app, 'payments', [LARGE]);
  const activatedAt = performance.now();
  assert.equal((await payment(here.app, 5000)).verdict, 'block');
  for (;;) {
    const askedAt = performance.now();
    const { verdict } = await payment(there.app, 5000);
    if (verdict === 'block') break;
    assert.ok(askedAt - activatedAt < 1000, 'asked a second later, and judged by the old state');
  }
});

async function json(location: DatabaseLocation, words: string) {
  const { code, stdout, stderr } = await assize(location, ['policies', ...words.split(' '), '--json']);
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
}

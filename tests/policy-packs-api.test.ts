/** The ready packs are listed, and a copy of each is a draft that has no effect until it is in force. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { ask, askOk } from './support/http/in-process.ts';
import { testAsTenantOnEachDatabase } from './support/people/tenants.ts';

const PACKS = '/api/v1/policy-packs';
const FOLDER = new URL('../policy-packs', import.meta.url);

testAsTenantOnEachDatabase('lists-packs-that-can-be-copied-as-drafts', async ({ app }) => {
  const { packs } = await askOk(app, 'a', PACKS);
  assert.deepEqual(
    packs.map(({ name }: { name: string }) => name),
    readdirSync(FOLDER).sort(),
  );
  for (const { name, rule_count, effects } of packs) {
    const { about, ...pack } = await askOk(app, 'a', `${PACKS}/${name}`);
    assert.equal(pack.rules.length, rule_count);
    assert.equal(effects.block + effects.escalate + effects.note, rule_count);
    assert.ok(about.length > 50 && !about.includes('#'), name);
    const copied = await ask(app, 'a', '/api/v1/policies', { body: pack });
    assert.deepEqual(
      { name, status: copied.status, active: copied.body.active_version },
      {
        name,
        status: 200,
        active: null,
      },
    );
    assert.deepEqual(copied.body.rules, pack.rules);
  }
  assert.equal((await ask(app, 'a', `${PACKS}/none`)).status, 404);
  assert.equal((await ask(app, 'a', `${PACKS}/..%2f..%2fpackage`)).status, 404);
});

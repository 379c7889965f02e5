/** A version of a policy keeps why it was written, beside its rules and in the evidence. */
import assert from 'node:assert/strict';
import { act, changesOf, LARGE, POLICIES } from './support/governance/policies.ts';
import { ask, askOk, assertTrue } from './support/http/in-process.ts';
import { testAsTenantOnEachDatabase } from './support/people/tenants.ts';

testAsTenantOnEachDatabase('keeps-why-a-version-was-written', async ({ app, service, chain }) => {
  const begun = await ask(app, 'a', POLICIES, {
    body: { name: 'limits', rules: [LARGE], reason: 'Asked for by audit' },
  });
  assert.equal(begun.body.reason, 'Asked for by audit');
  const without = await act(app, 'limits', 'versions', { expected_version: 1, rules: [LARGE] });
  assert.deepEqual([without.body.reason, without.body.hash], [null, begun.body.hash]);
  const { versions } = await askOk(app, 'a', `${POLICIES}/limits/versions`);
  assert.deepEqual(
    versions.map(({ reason }: { reason: string | null }) => reason),
    [null, 'Asked for by audit'],
  );
  const changes = await changesOf(service.db, chain);
  assert.deepEqual(
    changes.map(({ change }) => change.reason),
    ['Asked for by audit', undefined],
  );
  for (const reason of ['x'.repeat(1025), 'a\u0000b', 5]) {
    const refused = await act(app, 'limits', 'versions', { expected_version: 2, rules: [LARGE], reason });
    assert.equal(refused.status, 422);
    assert.match(JSON.stringify(refused.body.detail), /reason/);
  }
  await assertTrue(app);
});

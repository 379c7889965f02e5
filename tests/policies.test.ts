/** The life of a policy: created, activated, replaced by another version, rolled back, deactivated. */
import assert from 'node:assert/strict';
import { canonicalJson, sha256Text } from '@assize/evidence-format';
import type { FastifyInstance } from 'fastify';
import { redactWhole } from './support/evidence/removals.ts';
import {
  act,
  changesOf,
  inForce,
  LARGE,
  POLICIES,
  payment,
  rule,
  write,
} from './support/governance/policies.ts';
import { type Answer, ask, evaluate } from './support/http/in-process.ts';
import { keyHolder } from './support/people/other-tenant.ts';
import { testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';

testAsTenantOnEachDatabase('takes-a-policy-through-its-life', async ({ app }) => {
  const written = await write(app, 'payments', [LARGE]);
  assert.equal(written.status, 200);
  const { hash, created_by: creator } = written.body;
  const document = { description: '', rules: [{ description: '', ...LARGE }] };
  assert.equal(hash, sha256Text(canonicalJson(document)));
  assert.match(creator, /^key_/);
  assert.equal(written.body.version, 1);
  assert.equal(written.body.active_version, null);
  assert.equal(written.body.latest_version, 1);
  assert.deepEqual(written.body.rules, document.rules);
  assert.equal(written.body.rule_count, 1);
  assert.equal((await payment(app, 5000)).verdict, 'proceed', 'a draft held');

  const { body: active } = await act(app, 'payments', 'activate', { version: 1, expected_version: null });
  assert.equal(active.active_version, 1);
  assert.equal(active.former_version, null);
  assert.equal(active.hash, hash);
  const barred = await payment(app, 5000);
  assert.equal(barred.verdict, 'block');
  assert.equal(barred.law.result, 'fail');
  assert.match(barred.law.reason, /payments\/large blocks it \(Payments above 1,000 are not for agents\)/);
  assert.deepEqual(barred.law.details.matches, [
    { policy: 'payments', version: '1', rule: 'large', effect: 'block', message: LARGE.message },
  ]);
  assert.equal((await payment(app, 1000)).verdict, 'proceed');

  const milder = [{ ...LARGE, effect: 'escalate' as const }];
  const second = await act(app, 'payments', 'versions', { expected_version: 1, rules: milder });
  assert.equal(second.status, 200);
  assert.equal(second.body.version, 2);
  assert.equal(second.body.active_version, 1);
  assert.equal((await payment(app, 5000)).verdict, 'block');
  const switched = await act(app, 'payments', 'activate', { version: 2, expected_version: 1 });
  assert.equal(switched.body.active_version, 2);
  assert.equal(switched.body.former_version, 1);
  const held = await payment(app, 5000);
  assert.equal(held.verdict, 'escalate');
  assert.equal(held.law.details.matches[0].version, '2');

  const back = await act(app, 'payments', 'rollback', { expected_version: 2 });
  assert.equal(back.status, 200);
  assert.equal(back.body.active_version, 1);
  assert.equal(back.body.former_version, 2);
  assert.equal((await payment(app, 5000)).verdict, 'block');
  const off = await act(app, 'payments', 'deactivate', { expected_version: 1 });
  assert.equal(off.body.active_version, null);
  assert.equal(off.body.hash, null);
  assert.equal(off.body.former_version, 1);
  assert.equal((await payment(app, 5000)).verdict, 'proceed');
  const again = await act(app, 'payments', 'rollback', { expected_version: null });
  assert.equal(again.body.active_version, 1);
  assert.equal(again.body.former_version, null);
  const furtherBack = await act(app, 'payments', 'rollback', { expected_version: 1 });
  assert.equal(furtherBack.status, 409);
  assert.match(furtherBack.body.detail, /deactivate it instead/);
  await requireListed(app, written.body, again.body);
});

/** Lists the policy and each of its versions. */
async function requireListed(
  app: FastifyInstance,
  first: Answer['body'],
  policy: Answer['body'],
): Promise<void> {
  const { body: listed } = await ask(app, 'a', POLICIES);
  assert.deepEqual({ total: listed.total, policies: listed.policies }, { total: 1, policies: [policy] });
  assert.deepEqual((await ask(app, 'a', `${POLICIES}/payments`)).body, policy);
  const { body: versions } = await ask(app, 'a', `${POLICIES}/payments/versions`);
  const numbers = versions.versions.map((one: { version: number }) => one.version);
  assert.deepEqual(numbers, [2, 1]);
  assert.equal(versions.active_version, 1);
  assert.equal(versions.latest_version, 2);
  const { body: older } = await ask(app, 'a', `${POLICIES}/payments/versions?before=2&limit=1`);
  assert.deepEqual(older.versions, [versions.versions[1]]);
  const { body: shown } = await ask(app, 'a', `${POLICIES}/payments/versions/1`);
  assert.deepEqual(shown, { ...first, active_version: 1, latest_version: 2 });
}

testAsTenant('makes-each-change-of-policies-evidence', async ({ app, service, chain }) => {
  await inForce(app, 'one', [rule('action == "x"')]);
  await inForce(app, 'two', [rule('action == "y"')]);
  await act(app, 'one', 'deactivate', { expected_version: 1 });
  await act(app, 'two', 'deactivate', { expected_version: 1 });
  const changes = await changesOf(service.db, chain);
  const { hash } = (await ask(app, 'a', `${POLICIES}/one/versions/1`)).body;
  const both = [
    { name: 'one', version: 1 },
    { name: 'two', version: 1 },
  ];
  const set = (members: object[]) => ({ version: sha256Text(canonicalJson(members as never)), members });
  assert.deepEqual(
    changes.map(({ action }) => action.replace('policy.', '')),
    ['create', 'activate', 'create', 'activate', 'deactivate', 'deactivate'],
  );
  assert.deepEqual(changes[0]?.change, { name: 'one', version: 1, hash });
  assert.deepEqual(changes[1]?.change, {
    name: 'one',
    from: null,
    to: 1,
    hash,
    policies: set(both.slice(0, 1)),
  });
  assert.deepEqual(changes[3]?.change.policies, set(both));
  assert.deepEqual(changes[4]?.change, {
    name: 'one',
    from: 1,
    to: null,
    hash: null,
    policies: set(both.slice(1)),
  });
  assert.equal(changes[5]?.change.policies, null);
  assert.match(String(changes[5]?.by), /^key_/);
});

testAsTenant(
  'keeps-the-policies-of-tenants-and-environments-apart',
  async ({ app, service, name, sandboxKey }) => {
    await inForce(app, 'payments', [LARGE]);
    const { secret } = await keyHolder(service, `${name}-other`);
    for (const key of [sandboxKey, secret]) {
      assert.equal((await payment(app, 5000, { key })).verdict, 'proceed');
      assert.deepEqual((await ask(app, 'a', POLICIES, { key })).body, { policies: [], total: 0 });
      for (const path of ['payments', 'payments/versions', 'payments/versions/1']) {
        const foreign = await ask(app, 'a', `${POLICIES}/${path}`, { key });
        const unknown = await ask(app, 'a', `${POLICIES}/${path.replace('payments', 'none')}`, { key });
        assert.equal(foreign.status, 404, path);
        assert.deepEqual(foreign.body, unknown.body, path);
      }
      const changes = [
        ['activate', { version: 1, expected_version: null }],
        ['deactivate', { expected_version: 1 }],
        ['rollback', { expected_version: 1 }],
        ['versions', { expected_version: 1, rules: [LARGE] }],
      ] as const;
      for (const [verb, body] of changes) {
        assert.equal((await act(app, 'payments', verb, body, { key })).status, 404, verb);
      }
    }
    // The same name in another environment is another policy.
    await inForce(app, 'payments', [rule('true', 'escalate')], { key: sandboxKey });
    assert.equal((await payment(app, 5, { key: sandboxKey })).verdict, 'escalate');
    assert.equal((await payment(app, 5)).verdict, 'proceed');
  },
);

testAsTenant('blocks-with-a-reason-where-a-rule-cannot-be-judged', async ({ app }) => {
  await inForce(app, 'payments', [{ ...LARGE, effect: 'note' }]);
  const { verdict, law } = await payment(app, null);
  assert.deepEqual({ verdict, result: law.result }, { verdict: 'block', result: 'fail' });
  assert.match(law.reason, /payments\/large could not be evaluated/);
  assert.equal(law.details.matches[0].erred, true);
  assert.equal((await payment(app, 5000)).verdict, 'proceed');
});

testAsTenant('tries-a-draft-in-a-simulation', async ({ app }) => {
  await inForce(app, 'payments', [LARGE]);
  const simulate = async (policy?: object) => {
    const body = { action: 'payment.send', context: { amount: 5000 }, policy };
    return ask(app, 'a', '/api/v1/core/governance/simulate', { body });
  };
  assert.equal((await simulate()).body.verdict, 'block');
  const milder = { name: 'payments', rules: [{ ...LARGE, effect: 'escalate' }] };
  const tried = await simulate(milder);
  assert.equal(tried.body.verdict, 'escalate');
  const law = tried.body.evaluations.find(({ law_id }: { law_id: string }) => law_id === 'policy_adherence');
  assert.deepEqual(
    law.details.matches.map(({ policy, version }: Record<string, string>) => ({ policy, version })),
    [{ policy: 'payments', version: 'draft' }],
  );
  assert.equal((await simulate({ name: 'payments', rules: [rule('false')] })).body.verdict, 'proceed');
  const beside = await simulate({ rules: [rule('true', 'escalate')] });
  assert.equal(beside.body.verdict, 'block');
  const faulty = await simulate({ rules: [rule('true'), rule('action ==', 'block', 'other')] });
  assert.equal(faulty.status, 422);
  assert.deepEqual(faulty.body.detail[0].loc, ['body', 'policy', 'rules', '1', 'when']);
  assert.equal((await payment(app, 5000)).verdict, 'block');
  const { body } = await evaluate(app, 'a', { action: 'payment.send', policy: milder });
  assert.equal(body.detail[0].type, 'extra_forbidden', 'a caller chose the rules it is judged by');
});

testAsTenant('holds-a-draft-against-cases-and-stores-neither', async ({ app }) => {
  const payOf = (amount: unknown) => ({ action: 'payment.send', context: { amount } });
  const wanted = (name: string, amount: unknown, verdict: string) => {
    return { name, request: payOf(amount), expect: { verdict } };
  };
  const test = (body: object) => ask(app, 'a', `${POLICIES}/test`, { body });
  const cases = [
    wanted('small', 5, 'proceed'),
    wanted('large', 5000, 'escalate'),
    wanted('none', null, 'block'),
  ];
  const { body } = await test({ rules: [LARGE], cases });
  assert.deepEqual(body, {
    ...{ valid: true, faults: [] },
    cases: [
      { name: 'small', passed: true, verdict: 'proceed', matches: [], erred: [] },
      { name: 'large', passed: false, verdict: 'block', matches: ['large'], erred: [] },
      // A rule that can't be evaluated fails a case that does not expect it.
      { name: 'none', passed: false, verdict: 'block', matches: [], erred: ['large'] },
    ],
  });
  const faulty = await test({ rules: [rule('action ==')], cases });
  assert.deepEqual([faulty.body.valid, faulty.body.faults.length, faulty.body.cases], [false, 1, []]);
  const unlike = { ...cases[0], request: { action: 'payment.send', context: { trust_score: 101 } } };
  const refused = await test({ rules: [LARGE], cases: [unlike] });
  assert.equal(refused.status, 422);
  assert.match(JSON.stringify(refused.body.detail), /trust_score/);
  const other = await test({ rules: [LARGE], cases: [{ ...cases[0], expect: { matches: ['gone'] } }] });
  assert.match(JSON.stringify(other.body.detail), /has no rule gone/);
  assert.equal((await ask(app, 'a', POLICIES)).body.total, 0);
});

testAsTenant('is-true-of-policies-whose-records-were-redacted', async ({ app, service, chain }) => {
  await inForce(app, 'one', [rule('action == "payment.send"', 'escalate')]);
  await inForce(app, 'two', [LARGE]);
  assert.equal((await payment(app, 5)).verdict, 'escalate');
  await act(app, 'two', 'deactivate', { expected_version: 1 });
  const records = await service.db
    .selectFrom('artifacts')
    .select('id')
    .where('chain', '=', chain)
    .where('action', 'like', 'policy.%')
    .execute();
  assert.equal(records.length, 5);
  for (const { id } of records) {
    assert.equal((await redactWhole(app, id)).status, 200);
    assert.deepEqual((await service.truth.verify(chain)).gaps, []);
  }
});

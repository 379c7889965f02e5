/** Compiled policies match what they say, and never fail to answer. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_ACT, type PolicyInput, type PolicyRule } from '../policy.ts';
import { compilePolicy, faultsOfRule, policySet } from './compile.ts';

const INPUT: PolicyInput = {
  action: 'payment.send',
  description: '',
  context: { amount: 600, to: ['a@example.com'] },
  agent: { id: 'a1', trust: 30 },
  user: {},
  facts: { environment: 'production', risk_level: 'low', is_irreversible: false, approval: 'none' },
  act: NO_ACT,
  session: {},
};

function rule(when: string, more: Partial<PolicyRule> = {}): PolicyRule {
  return { id: 'r', description: '', when, effect: 'escalate', message: '', ...more };
}

test('a-rule-that-errs-is-reported-as-erred', async () => {
  const policy = await compilePolicy('p', 3, { description: '', rules: [rule('context.absent > 1')] });
  const erred = { policy: 'p', version: '3', rule: 'r', effect: 'escalate', message: '', erred: true };
  assert.deepEqual(policy.match(INPUT), [erred]);
});

test('a-set-asks-its-members-in-the-order-of-their-names', async () => {
  const b = await compilePolicy('b', 1, { description: '', rules: [rule('context.amount > 500')] });
  const a = await compilePolicy('a', 2, {
    description: '',
    rules: [rule('false', { id: 'x' }), rule('true', { id: 'y' })],
  });
  const set = policySet([b, a]);
  assert.deepEqual(
    set.match(INPUT).map((match) => `${match.policy}/${match.rule}`),
    ['a/y', 'b/r'],
  );
  assert.deepEqual(set.members, [
    { name: 'a', version: 2 },
    { name: 'b', version: 1 },
  ]);
  assert.equal(set.version, policySet([a, b]).version);
});

test('source-that-does-not-parse-is-refused-with-its-place', async () => {
  assert.deepEqual(await faultsOfRule(rule('true', { id: 'good' }), 0), []);
  const [fault, ...others] = await faultsOfRule(rule('action ==\n  == 3', { id: 'bad' }), 0);
  assert.equal(others.length, 0);
  assert.equal(fault?.rule, 'bad');
  await assert.rejects(
    compilePolicy('p', 1, { description: '', rules: [rule('action ==')] }),
    /policy p, rule r/,
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lawsIn, reasonsIn } from './laws.ts';
import { evidenceSearchOf, filterOf, leavesOut, readsPayloads } from './search.ts';

test('reads-every-filter-from-the-address', () => {
  const contents = { text: 'a', agent: 'b', person: 'c', law: 'monotonic_truth', tool: 'd' };
  const ids = { target: 'e', session: 'f', mandate: 'g' };
  const fields = { type: 'governance_eval', action: 'mail.send', verdict: 'block', range: '7d', all: true };
  const search = { ...fields, ...contents, ...ids };
  assert.deepEqual(evidenceSearchOf(search), search);
});

for (const search of [
  { type: 'toString' },
  { action: '' },
  { action: 1 },
  { verdict: 'maybe' },
  { type: ['x'] },
  { law: 'toString' },
  { text: '' },
  { agent: ['x'] },
  { session: 7 },
  { all: 'yes' },
  { record: 'ev_1' },
]) {
  test(`leaves-out-what-is-no-filter ${JSON.stringify(search)}`, () =>
    assert.deepEqual(evidenceSearchOf(search), {}));
}

test('asks-the-api-for-what-the-address-says', () => {
  const search = evidenceSearchOf({
    agent: 'bot',
    person: 'ann',
    session: 's',
    mandate: 'm',
    type: 'action_executed',
  });
  assert.deepEqual(filterOf(search), {
    artifact_type: 'action_executed',
    agent_id: 'bot',
    user_id: 'ann',
    session_id: 's',
    mandate_id: 'm',
  });
  assert.ok(readsPayloads(search));
  assert.ok(!readsPayloads(evidenceSearchOf({ action: 'x', verdict: 'block', all: true })));
});

test('leaves-trust-updates-and-sign-ins-out-of-the-first-view', () => {
  const { artifact_types: types = [], except_actions } = filterOf({});
  assert.ok(types.includes('governance_eval') && !types.includes('trust_update'));
  assert.deepEqual(except_actions, ['member.sign_in']);
  // The API takes an action, or those to leave out.
  for (const search of [{ all: true as const }, { action: 'x' }, { type: 'trust_update' as const }]) {
    assert.equal(leavesOut(search), false);
    const { artifact_types, except_actions: left } = filterOf(search);
    assert.deepEqual([artifact_types, left], [undefined, undefined]);
  }
});

test('shows-the-laws-that-held-first', () => {
  const payload = {
    laws: {
      b_one: { pass: 'fine' },
      c_two: { warn: 'hm', details: { a: 1 } },
      a_three: { fail: 'no' },
      odd: null,
    },
  };
  assert.deepEqual(
    lawsIn(payload).map(({ id, result }) => [id, result]),
    [
      ['a_three', 'fail'],
      ['c_two', 'warn'],
      ['b_one', 'pass'],
    ],
  );
  assert.deepEqual(reasonsIn(payload), ['A Three: no', 'C Two: hm']);
});

for (const payload of [null, 'x', {}, { laws: 'x' }, { laws: null }]) {
  test(`finds-no-laws-in ${JSON.stringify(payload)}`, () => assert.deepEqual(lawsIn(payload), []));
}

/** A route is the same after a person has opened its form and saved it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ApprovalRoute, conditionsOf, draftOf, moved, routeOf } from './draft.ts';

const WHOLE: ApprovalRoute = {
  name: 'Payments',
  when: {
    action: 'pay.*',
    tool: 'stripe.*',
    agent_id: 'refund-*',
    effects: ['pay'],
    risk_at_least: 'medium',
    amount_usd_at_least: 0,
    environment: 'production',
    target: { kind: 'email', value: '*@acme.example', known: false },
  },
  ask: [{ group: 'grp_a', approvals: 1 }],
  channels: [],
  deadline_minutes: 90,
  later: { after_minutes: 30, groups: ['grp_b'] },
  sign_in: 'passkey',
};

test('a-form-keeps-every-part-of-a-route', () => {
  assert.deepEqual(routeOf(draftOf(WHOLE)), WHOLE);
  const least: ApprovalRoute = { name: 'Everything', ask: [] };
  assert.deepEqual(routeOf(draftOf(least)), least);
});

test('conditions-are-said-in-words', () => {
  assert.deepEqual(conditionsOf(WHOLE), [
    { words: 'action', text: 'pay.*' },
    { words: 'tool', text: 'stripe.*' },
    { words: 'agent', text: 'refund-*' },
    { words: 'effect pay' },
    { words: 'medium risk or more' },
    { words: 'from $0' },
    { words: 'in production' },
    { words: 'an unknown target (email)', text: '*@acme.example' },
  ]);
  assert.deepEqual(conditionsOf({}), []);
});

test('a-route-moves-by-one-place', () => {
  assert.deepEqual(moved(['a', 'b', 'c'], 2, 1), ['a', 'c', 'b']);
  assert.deepEqual(moved(['a', 'b'], 0, -1), ['a', 'b']);
});

/** The settings, policies and halts that an evaluation may name as in force, by its place and its time. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InForce, TOLERANCE_MS } from './in-force.ts';

const AT = 1_000_000;

/** `old` was put out of force by `new` at {@link AT}. */
function replaced(): InForce {
  const state = new InForce({ what: 'old' });
  state.change('what', 'new', AT);
  return state;
}

function admitted(state: InForce, at: number, what = 'what'): string[] {
  state.pass(at);
  return ['old', 'new'].filter((value) => state.admits(what, value));
}

test('what-was-replaced-may-be-named-for-a-while', () => {
  assert.deepEqual(admitted(replaced(), AT), ['old', 'new']);
  assert.deepEqual(admitted(replaced(), AT + TOLERANCE_MS), ['old', 'new']);
  assert.deepEqual(admitted(replaced(), AT + TOLERANCE_MS + 1), ['new']);
});

test('a-clock-that-is-behind-raises-nothing', () => {
  assert.deepEqual(admitted(replaced(), AT - 5_000), ['old', 'new']);
});

test('a-time-long-past-does-not-bring-back-what-held-then', () => {
  const state = replaced();
  state.pass(AT + TOLERANCE_MS + 1);
  assert.deepEqual(admitted(state, AT - 5_000), ['new']);
});

test('what-came-later-is-never-admitted', () => {
  const state = new InForce({ what: 'old' });
  assert.deepEqual(admitted(state, AT + 1), ['old']);
});

test('a-history-that-is-not-known-any-more-admits-everything', () => {
  const state = replaced();
  state.change('what', undefined, AT + 1);
  assert.deepEqual(admitted(state, AT + 60_000), ['old', 'new']);
  state.change('what', 'other', AT + 120_000);
  assert.deepEqual(admitted(state, AT + 180_000), []);
});

test('nothing-is-what-holds-where-nothing-was-put-in-force', () => {
  const state = replaced();
  assert.ok(state.admits('other', null));
  state.change('other', 'x', AT);
  state.change('other', null, AT + 30_000);
  state.pass(AT + 60_000);
  assert.equal(state.admits('other', null), true);
  assert.equal(state.admits('other', 'x'), false);
});

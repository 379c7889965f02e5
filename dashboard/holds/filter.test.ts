/** A hold asks for exactly what was typed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filterOf, partsOf } from './filter.ts';

const NOTHING = { actors: '', actions: ' \n', ids: '', from: '', to: '' };

test('asks-for-no-part-that-was-left-empty', () => {
  assert.deepEqual(filterOf(NOTHING), {});
  assert.deepEqual(partsOf({}), []);
});

test('takes-one-value-on-each-line-and-days-of-the-own-time-zone', () => {
  const typed = { ...NOTHING, actors: ' agent-7 \n\nagent 8', from: '2026-01-31' };
  const from_date = new Date(2026, 0, 31).toISOString();
  assert.deepEqual(filterOf(typed), { actors: ['agent-7', 'agent 8'], from_date });
});

test('names-each-list-of-a-filter', () => {
  assert.deepEqual(partsOf({ from: '2026-01-31T00:00:00Z', artifact_types: ['governance_eval'] }), [
    { name: 'Types', values: ['governance eval'] },
  ]);
});

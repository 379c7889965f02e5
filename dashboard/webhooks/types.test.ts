import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outcomeOf, statusOf } from './types.ts';

test('says-how-an-attempt-ended', () => {
  assert.equal(outcomeOf({ status: 204, error: null }), '204');
  assert.equal(outcomeOf({ status: 302, error: null }), '302, not a success');
  assert.equal(outcomeOf({ status: null, error: 'timed out' }), 'timed out');
  assert.equal(outcomeOf({ status: null, error: null }), 'no answer');
});

test('knows-the-states-of-a-delivery-alone', () => {
  assert.equal(statusOf('failed'), 'failed');
  for (const other of ['constructor', 3, undefined]) assert.equal(statusOf(other), undefined);
});

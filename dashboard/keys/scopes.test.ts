import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lifetimeOf, rotationStepOf, stateOf } from './scopes.ts';

const NOW = Date.parse('2026-03-01T00:00:00Z');

test('finds-the-lifetime-nearest-to-that-of-a-key', () => {
  const created_at = '2026-01-01T00:00:00Z';
  assert.equal(lifetimeOf({ created_at, expires_at: '2026-04-01T00:00:00Z' }), '90');
  assert.equal(lifetimeOf({ created_at, expires_at: '2027-01-01T00:00:00Z' }), '365');
  assert.equal(lifetimeOf({ created_at, expires_at: null }), 'never');
});

test('says-that-a-key-ends-within-a-week', () => {
  assert.equal(stateOf({ status: 'active', expires_at: '2026-03-05T00:00:00Z' }, NOW), 'ending');
  assert.equal(stateOf({ status: 'active', expires_at: '2026-04-05T00:00:00Z' }, NOW), 'active');
  assert.equal(stateOf({ status: 'active', expires_at: '2026-02-28T00:00:00Z' }, NOW), 'expired');
  assert.equal(stateOf({ status: 'revoked', expires_at: '2026-03-05T00:00:00Z' }, NOW), 'revoked');
  assert.equal(stateOf({ status: 'active', expires_at: null }, NOW), 'active');
});

test('goes-on-with-a-rotation-only-once-the-new-key-is-used', () => {
  const old = { status: 'active' };
  assert.equal(rotationStepOf(old, undefined), 'create');
  assert.equal(rotationStepOf(old, { last_used_at: null }), 'use');
  assert.equal(rotationStepOf(old, { last_used_at: '2026-03-01T00:00:00Z' }), 'revoke');
  assert.equal(rotationStepOf({ status: 'revoked' }, { last_used_at: null }), 'done');
});

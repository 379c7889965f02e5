import assert from 'node:assert/strict';
import { createHash, randomFillSync } from 'node:crypto';
import { test } from 'node:test';
import { hashSecret, maskSecret, newSecret, readSecret, shownSecret, statusOf } from './key.ts';

const HEX = '0123456789abcdef0123456789abcdef';

test('makes-secrets-of-the-published-form', () => {
  const made = new Set(Array.from({ length: 100 }, () => newSecret((target) => void randomFillSync(target))));
  assert.equal(made.size, 100);
  for (const secret of made) {
    assert.match(secret, /^ak_[0-9a-f]{32}$/);
    assert.deepEqual(readSecret(secret), { secret, marked: false });
  }
});

test('strips-the-sandbox-marker-and-remembers-it', () => {
  assert.deepEqual(readSecret(`ak_sandbox_${HEX}`), { secret: `ak_${HEX}`, marked: true });
});

const NO_SECRETS = [
  '',
  'ak_',
  HEX,
  `AK_${HEX}`,
  `ak_${HEX}\n`,
  ` ak_${HEX}`,
  `ak_${HEX}0`,
  `ak_production_${HEX}`,
];
for (const text of [
  ...NO_SECRETS,
  `ak_sandbox_sandbox_${HEX}`,
  `ak_${HEX.slice(1)}g`,
  `ak_${HEX.toUpperCase()}`,
]) {
  test(`takes-no-secret-from ${JSON.stringify(text)}`, () => assert.equal(readSecret(text), null));
}

test('stores-the-sha-256-of-a-secret-and-shows-its-leading-part-and-its-last-four', () => {
  const secret = `ak_${HEX}`;
  assert.equal(hashSecret(secret), createHash('sha256').update(secret).digest('hex'));
  assert.deepEqual(shownSecret(maskSecret(secret)), { prefix: 'ak_0123…', last4: 'cdef' });
});

test('expires-at-the-very-millisecond', () => {
  const key = { revokedAt: null, expiresAt: 1000 };
  assert.equal(statusOf(key, 999), 'active');
  assert.equal(statusOf(key, 1000), 'expired');
  assert.equal(statusOf({ ...key, expiresAt: null }, Number.MAX_SAFE_INTEGER), 'active');
  assert.equal(statusOf({ ...key, revokedAt: 1 }, 2000), 'revoked', 'the stronger of the two is stated');
});

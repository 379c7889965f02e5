/** Hashes against a second program and fixed values, and the text form of a hash. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatHash, parseHash, sameHash, sha256, sha256Prefixed, sha256Text } from './sha256.ts';

const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
/** FIPS 180-4, the example "abc". */
const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';

/** The sha256sum program's result for the bytes, in hex; null if there is no such program. */
function sha256sum(bytes: Uint8Array): string | null {
  const { error, stdout } = spawnSync('sha256sum', { input: bytes, encoding: 'utf8' });
  return error ? null : stdout.slice(0, 64);
}

test('gives-the-published-hashes', () => {
  assert.equal(formatHash(sha256()), `sha256:${EMPTY}`);
  assert.equal(formatHash(sha256('')), `sha256:${EMPTY}`);
  assert.equal(formatHash(sha256('abc')), `sha256:${ABC}`);
  assert.equal(formatHash(sha256('a', new Uint8Array([0x62]), 'c')), `sha256:${ABC}`);
  assert.equal(sha256Text('abc'), `sha256:${ABC}`);
});

test('hashes-the-parts-as-one', () => {
  const part = fc.oneof(fc.uint8Array({ maxLength: 80 }), fc.string({ unit: 'binary', maxLength: 80 }));
  fc.assert(
    fc.property(fc.array(part, { maxLength: 4 }), (parts) => {
      const joined = Buffer.concat(parts.map((bytes) => Buffer.from(bytes as string)));
      assert.deepEqual(sha256(...parts), sha256(joined));
    }),
  );
});

test('hashes-a-prefixed-text-as-its-bytes-at-any-length', () => {
  const prefix = new Uint8Array(32).fill(7);
  for (const length of [0, 1, 1_000, 21_834, 21_835, 22_000, 65_504, 65_536, 70_000]) {
    for (const letter of ['a', 'é', '€']) {
      const text = letter.repeat(length);
      assert.deepEqual(sha256Prefixed(prefix, text), sha256(Buffer.concat([prefix, Buffer.from(text)])));
    }
  }
});

test('agrees-with-the-sha256sum-program', (t) => {
  for (const text of ['', 'abc', '€\u{1f602}\n', 'x'.repeat(100_000)]) {
    const wanted = sha256sum(Buffer.from(text));
    if (wanted === null) return t.skip('there is no sha256sum program here');
    assert.equal(sha256Text(text), `sha256:${wanted}`);
  }
});

test('refuses-text-that-has-no-bytes', () => {
  const refusal = { name: 'TypeError', message: /lone surrogate/ };
  assert.throws(() => sha256('a\ud800'), refusal);
  assert.throws(() => sha256('a', '\udc00'), refusal);
  assert.throws(() => sha256Text('\ud800'), refusal);
  assert.throws(() => sha256Prefixed(new Uint8Array(1), '\ud800'), refusal);
});

test('writes-a-hash-and-reads-it-back', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
      const text = formatHash(bytes);
      assert.match(text, /^sha256:[0-9a-f]{64}$/);
      assert.ok(sameHash(parseHash(text), bytes));
      assert.equal(formatHash(Buffer.from(bytes)), text);
    }),
  );
  // A view that begins in the middle of its memory must be read from there.
  assert.equal(formatHash(new Uint8Array(40).fill(1, 8).subarray(8)), `sha256:${'01'.repeat(32)}`);
});

test('refuses-any-other-form-of-a-hash', () => {
  const refused = [
    '',
    EMPTY,
    `sha256:${EMPTY.toUpperCase()}`,
    `SHA256:${EMPTY}`,
    `sha256:${EMPTY.slice(1)}`,
    `sha256:${EMPTY}0`,
    `sha256:${EMPTY}\n`,
    ` sha256:${EMPTY}`,
    `sha512:${EMPTY}`,
  ];
  for (const text of refused) assert.throws(() => parseHash(text), TypeError, JSON.stringify(text));
  assert.throws(() => formatHash(new Uint8Array(31)), { name: 'TypeError', message: /32 bytes, not 31/ });
});

test('tells-hashes-apart-by-length-and-by-byte', () => {
  const one = new Uint8Array(32);
  assert.ok(sameHash(one, Buffer.alloc(32)));
  assert.ok(!sameHash(one, one.subarray(1)));
  assert.ok(!sameHash(one, one.with(31, 1)));
});

/** Keys of signed notes: the published ones are read and written unchanged, and every other form is refused. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatVerifierKey, isKeyName, keyId, parseVerifierKey, signerOf } from './note-key.ts';
import { PETER, PETER_SIGNER, SPECIFICATION } from './note-vectors.ts';

test('reads-and-writes-the-published-keys', () => {
  const peter = parseVerifierKey(PETER);
  assert.equal(peter.name, 'PeterNeumann');
  assert.equal(peter.id, 0xc74f20a3);
  assert.equal(keyId(peter.name, peter.publicKey), 0xc74f20a3);
  assert.equal(formatVerifierKey(peter), PETER);
  assert.equal(formatVerifierKey(PETER_SIGNER), PETER);
  assert.equal(parseVerifierKey(SPECIFICATION.key).name, 'example.com/foo');
});

test('reads-the-verifier-key-that-it-writes', () => {
  const seed = fc.uint8Array({ minLength: 32, maxLength: 32 });
  fc.assert(
    fc.property(seed, fc.string({ unit: 'grapheme', minLength: 1 }).filter(isKeyName), (bytes, name) => {
      const { id, publicKey } = signerOf(name, bytes);
      assert.deepEqual(parseVerifierKey(formatVerifierKey({ name, publicKey })), { name, id, publicKey });
    }),
  );
});

test('refuses-every-part-and-every-mangling-of-a-key', () => {
  const parse = parseVerifierKey;
  for (let start = 0; start <= PETER.length; start += 1) {
    for (let end = start; end <= PETER.length; end += 1) {
      if (end - start < PETER.length) assert.throws(() => parse(PETER.slice(start, end)), SyntaxError);
    }
  }
  for (let at = 0; at < PETER.length; at += 1) {
    const next = String.fromCharCode(PETER.charCodeAt(at) + 1);
    assert.throws(() => parse(PETER.slice(0, at) + next + PETER.slice(at + 1)), SyntaxError, `${at}`);
  }
  for (const other of [`${PETER}\n`, ` ${PETER}`, `${PETER}=`, PETER.replace('c74f20a3', 'C74F20A3')]) {
    assert.throws(() => parse(other), SyntaxError, other);
  }
});

test('refuses-keys-of-another-length-or-algorithm-with-the-id-to-match', () => {
  const wrong = [
    'PeterNeumann+cc469956+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TWBADKEY==',
    'PeterNeumann+173116ae+ZRpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
  ];
  for (const key of wrong) assert.throws(() => parseVerifierKey(key), SyntaxError);
});

test('refuses-names-with-a-space-a-plus-or-nothing', () => {
  for (const name of ['', 'a b', 'a+b', 'a\u00a0b', 'a\u0085', '\u2028', 'a\n', '\u0001', '\ud800']) {
    assert.ok(!isKeyName(name), JSON.stringify(name));
    assert.throws(() => signerOf(name, new Uint8Array(32)), TypeError);
  }
  for (const name of ['a', 'assize/ch_1', 'größe', '—', '\ufeff', '\u{1f602}']) assert.ok(isKeyName(name));
  assert.throws(() => keyId('a', new Uint8Array(31)), TypeError);
});

test('shows-nothing-secret-of-a-signer', () => {
  const shown = JSON.stringify({ ...PETER_SIGNER, publicKey: null });
  assert.equal(shown, '{"name":"PeterNeumann","id":3343851683,"publicKey":null}');
});

/** Keys of signed notes: the published ones are read and written as they are, and every other form is refused. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  formatSignerKey,
  formatVerifierKey,
  isKeyName,
  keyId,
  parseSignerKey,
  parseVerifierKey,
  signerOf,
} from './note-key.ts';
import { PETER, PETER_SECRET, SPECIFICATION } from './note-vectors.ts';

test('reads-and-writes-the-published-keys', () => {
  const peter = parseVerifierKey(PETER);
  assert.equal(peter.name, 'PeterNeumann');
  assert.equal(peter.id, 0xc74f20a3);
  assert.equal(keyId(peter.name, peter.publicKey), 0xc74f20a3);
  assert.equal(formatVerifierKey(peter), PETER);
  assert.equal(formatVerifierKey(parseSignerKey(PETER_SECRET)), PETER);
  assert.equal(parseVerifierKey(SPECIFICATION.key).name, 'example.com/foo');
});

test('writes-the-signer-key-that-it-reads', () => {
  const seed = fc.uint8Array({ minLength: 32, maxLength: 32 });
  fc.assert(
    fc.property(seed, fc.string({ unit: 'grapheme', minLength: 1 }).filter(isKeyName), (bytes, name) => {
      const signer = parseSignerKey(formatSignerKey(name, bytes));
      assert.equal(signer.name, name);
      assert.deepEqual(signer.publicKey, signerOf(name, bytes).publicKey);
      assert.deepEqual(parseVerifierKey(formatVerifierKey(signer)).publicKey, signer.publicKey);
    }),
  );
  assert.match(PETER_SECRET, /^PRIVATE\+KEY\+/);
});

test('refuses-every-part-and-every-mangling-of-a-key', () => {
  for (const [key, parse] of [
    [PETER, parseVerifierKey],
    [PETER_SECRET, parseSignerKey],
  ] as const) {
    for (let start = 0; start <= key.length; start += 1) {
      for (let end = start; end <= key.length; end += 1) {
        if (end - start < key.length) assert.throws(() => parse(key.slice(start, end)), SyntaxError);
      }
    }
    for (let at = 0; at < key.length; at += 1) {
      const next = String.fromCharCode(key.charCodeAt(at) + 1);
      assert.throws(() => parse(key.slice(0, at) + next + key.slice(at + 1)), SyntaxError, `${at}`);
    }
    for (const other of [`${key}\n`, ` ${key}`, `${key}=`, key.replace('c74f20a3', 'C74F20A3')]) {
      assert.throws(() => parse(other), SyntaxError, other);
    }
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
  const signer = parseSignerKey(PETER_SECRET);
  const shown = JSON.stringify({ ...signer, publicKey: null });
  assert.equal(shown, '{"name":"PeterNeumann","id":3343851683,"publicKey":null}');
  const mangled = PETER_SECRET.replace('c74f20a3', 'c74f20a4');
  assert.throws(
    () => parseSignerKey(mangled),
    (error: Error) => !error.message.includes('AYEKFALV'),
  );
});

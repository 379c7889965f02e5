/** Base64 is accepted in the form that the platform's own encoder writes, and refused in every other. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodeBase64, encodeBase64 } from './base64.ts';

test('is-written-as-the-platform-does-and-read-back', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      const text = encodeBase64(bytes);
      assert.equal(text, Buffer.from(bytes).toString('base64'));
      assert.deepEqual(decodeBase64(text), Uint8Array.from(bytes));
    }),
  );
  const long = new Uint8Array(300_000).map((_, place) => place % 251);
  assert.deepEqual(decodeBase64(encodeBase64(long)), long);
});

test('is-read-in-no-other-form', () => {
  const wrong = [
    'A',
    'AA',
    'AAA',
    'AA=',
    'A===',
    '====',
    'AA==AA==',
    'AB==',
    'AAB=',
    'AA A',
    ' AAAA',
    'AAAA\n',
  ];
  for (const text of [...wrong, 'AA-_', 'AAA\u0100', '\u{1f602}', 'AAAA=', 'AAAA====']) {
    assert.equal(decodeBase64(text), null, JSON.stringify(text));
  }
});

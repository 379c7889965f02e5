/** The hashes of names stay what they were, since tables and evidence keep them. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { hashesUnder } from './hashes.ts';

test('hashes-a-name-by-hmac-sha-256-whatever-its-length-and-that-of-the-secret', () => {
  const length = { minLength: 1, maxLength: 100 };
  const name = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ minLength: 2500, maxLength: 3000 }));
  fc.assert(
    fc.property(fc.uint8Array(length), fc.nat(), name, (secret, chain, text) => {
      const expected = createHmac('sha256', secret).update(`${chain} ${text}`).digest().subarray(0, 16);
      const hashes = hashesUnder(secret);
      assert.deepEqual(Buffer.from(hashes.of(chain, text)), expected);
      assert.equal(hashes.textOf(chain, text), expected.toString('latin1'));
    }),
  );
});

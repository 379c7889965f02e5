/** No single bit of a stored chain can change without being noticed. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { StoredRecord } from './chain.ts';
import { type Content, chainOf, verify } from './chain-fixture.ts';

const text = fc.string({ unit: 'binary', maxLength: 8 });
const contents: fc.Arbitrary<Content> = fc.record({
  id: text,
  action: fc.option(text),
  actor: text,
  verdict: fc.option(text),
  created_at_ms: fc.integer({ min: 0, max: 253_402_300_799_999 }),
  salt: fc.uint8Array({ minLength: 32, maxLength: 32 }),
  payload: fc.oneof(text, fc.uint8Array({ maxLength: 40 })),
});

test('catches-any-flipped-bit-anywhere', () => {
  fc.assert(
    fc.property(fc.array(contents, { minLength: 1, maxLength: 6 }), fc.nat(), fc.nat(), (all, at, where) => {
      const records = chainOf(all);
      assert.equal(verify(records).verifier.firstFault, null);
      const index = at % records.length;
      const tampered = records.map((record, i) => (i === index ? flipAnywhere(record, where) : record));
      assert.notEqual(verify(tampered).verifier.firstFault, null);
      assert.equal(verify(tampered).verifier.firstFault?.index, index);
    }),
    { numRuns: 1_000 },
  );
});

/** The record with one bit flipped, chosen by number among all the bits of all its fields. */
function flipAnywhere(record: StoredRecord, where: number): StoredRecord {
  const entries = Object.entries(record).filter(([, value]) => bitsOf(value) > 0);
  let bit = where % entries.reduce((sum, [, value]) => sum + bitsOf(value), 0);
  for (const [name, value] of entries) {
    if (bit < bitsOf(value)) return { ...record, [name]: flipBit(value, bit) };
    bit -= bitsOf(value);
  }
  assert.fail('the bit lies in one of the fields');
}

function bitsOf(value: unknown): number {
  if (typeof value === 'string') return 16 * value.length;
  if (typeof value === 'number') return 40;
  return value instanceof Uint8Array ? 8 * value.length : 0;
}

function flipBit(value: unknown, bit: number): unknown {
  if (typeof value === 'number') return Number(BigInt(value) ^ (1n << BigInt(bit)));
  if (value instanceof Uint8Array) {
    const at = Math.floor(bit / 8);
    return Uint8Array.from(value, (byte, i) => (i === at ? byte ^ (1 << (bit % 8)) : byte));
  }
  const at = Math.floor(bit / 16);
  const units = String(value).split('');
  units[at] = String.fromCharCode((units[at] ?? '').charCodeAt(0) ^ (1 << (bit % 16)));
  return units.join('');
}

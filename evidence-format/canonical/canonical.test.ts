/**
 * Canonical JSON against the published vectors of RFC 8785, a second implementation, and values that JSON can't hold.
 */

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { canonicalJson, MAX_NESTING } from './canonical.ts';

function vector(name: string): string {
  return readFileSync(new URL(`../vectors/jcs/${name}.txt`, import.meta.url), 'utf8');
}

function fromIeee754(hex: string): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(`0x${hex}`));
  return view.getFloat64(0);
}

suite('published vectors', () => {
  for (const name of ['arrays', 'french', 'structures', 'unicode', 'values', 'weird']) {
    test(`writes-the-published-bytes-of-${name}`, () => {
      const wanted = vector(`${name}.outhex`).replaceAll(/\s/g, '');
      const written = canonicalJson(JSON.parse(vector(`${name}.input`)));
      assert.equal(Buffer.from(written, 'utf8').toString('hex'), wanted);
    });
  }

  test('writes-every-number-of-rfc-8785-appendix-b', () => {
    const lines = vector('numbers-rfc8785-appendix-b').trim().split('\n');
    assert.equal(lines.length, 26);
    for (const line of lines) {
      const [hex = '', wanted] = line.split(' ');
      if (wanted === 'refused') assert.throws(() => canonicalJson(fromIeee754(hex)), TypeError, hex);
      else assert.equal(canonicalJson(fromIeee754(hex)), wanted, hex);
    }
  });

  test('writes-the-first-ten-thousand-published-numbers', () => {
    const checksum = createHash('sha256');
    const checksums: Record<number, string> = {};
    let count = 0;
    for (const number of publishedNumbers(10_000)) {
      const bits = new DataView(new ArrayBuffer(8));
      bits.setFloat64(0, number);
      checksum.update(`${bits.getBigUint64(0).toString(16)},${canonicalJson(number)}\n`);
      count += 1;
      if (count === 1_000 || count === 10_000) checksums[count] = checksum.copy().digest('hex');
    }
    assert.deepEqual(checksums, {
      1000: 'be18b62b6f69cdab33a7e0dae0d9cfa869fda80ddc712221570f9f40a5878687',
      10000: 'b9f7a8e75ef22a835685a52ccba7f7d6bdc99e34b010992cbc5864cd12be6892',
    });
  });
});

/** The sequence that the published checksums cover: fixed values, 2,000 in series, then hashes of hashes. */
function* publishedNumbers(count: number): Generator<number> {
  const fixed = vector('numbers-static').trim().split('\n');
  for (const hex of fixed) yield fromIeee754(hex);
  for (let i = 0n; i < 2000n; i += 1n) yield fromIeee754((0x0010000000000000n + i).toString(16));
  let left = count - fixed.length - 2000;
  let block = Buffer.alloc(32);
  while (left > 0) {
    block = createHash('sha256').update(block).digest();
    for (let at = 0; at < 32 && left > 0; at += 8) {
      const number = block.readDoubleLE(at);
      if (number === 0 || !Number.isFinite(number)) continue;
      yield number;
      left -= 1;
    }
  }
}

const oddKeys = [
  '__proto__',
  'constructor',
  'toString',
  '',
  '0',
  '1',
  '9',
  '10',
  '01',
  '1a',
  '-1',
  '4294967295',
];
const oddTexts = [
  '\u20ac',
  '\ufb33',
  '\u{1f602}',
  '\\ud800',
  '\u0000',
  '"',
  '\\',
  '\u007f',
  '\u2028',
  '</script>',
];
const text = fc.oneof(
  fc.constantFrom(...oddKeys, ...oddTexts),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
  fc.string({ unit: 'binary', maxLength: 6 }),
);
const scalar = fc.oneof(
  text,
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
);
const { value: json } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 5 }),
    // From entries, because assignment would lose `__proto__`; some in order, to take both paths through the code.
    fc.array(fc.tuple(text, tie('value')), { maxLength: 6 }).map((entries) => Object.fromEntries(entries)),
    fc
      .array(fc.tuple(text, tie('value')), { maxLength: 30 })
      .map((entries) => Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))),
  ),
}));

suite('any JSON', () => {
  test('agrees-with-a-second-implementation', () => {
    fc.assert(
      fc.property(json, (value) => assert.equal(canonicalJson(value), canonicalize(value))),
      { numRuns: 1_000 },
    );
  });

  test('says-the-same-value-and-is-a-fixed-point', () => {
    fc.assert(
      fc.property(json, (value) => {
        const written = canonicalJson(value);
        // JSON.parse itself may misread an escaped key (https://github.com/nodejs/node/issues/63785).
        fc.pre(!written.includes('\\'));
        const read: unknown = JSON.parse(written);
        assert.deepEqual(read, JSON.parse(JSON.stringify(value)));
        assert.equal(canonicalJson(read), written);
      }),
      { numRuns: 500 },
    );
  });

  test('refuses-a-lone-surrogate-wherever-it-stands', () => {
    const lone = fc.constantFrom('\ud800', '\udc00', 'a\udfffb', '\ude02\ud83d');
    fc.assert(
      fc.property(json, text, lone, (value, key, broken) => {
        assert.throws(() => canonicalJson([value, { [key]: broken }]), TypeError);
        assert.throws(() => canonicalJson({ [broken]: value }), TypeError);
      }),
      { numRuns: 300 },
    );
  });

  test('leaves-the-value-as-it-was', () => {
    const value = { b: [{ d: 1, c: -0 }], a: { z: 1, y: 2 } };
    const before = structuredClone(value);
    assert.equal(canonicalJson(value), '{"a":{"y":2,"z":1},"b":[{"c":0,"d":1}]}');
    assert.deepEqual(value, before);
    assert.deepEqual(Object.keys(value), ['b', 'a']);
  });
});

suite('edges', () => {
  const written: [name: string, value: unknown, text: string][] = [
    ['minus-zero', [-0], '[0]'],
    ['undefined-members-left-out', { b: undefined, a: 1, '\ud800': undefined }, '{"a":1}'],
    ['integer-like-keys', { b: 1, 9: 2, 10: 3 }, '{"10":3,"9":2,"b":1}'],
    ['a-key-before-the-digits', { 1: 1, '!': 2 }, '{"!":2,"1":1}'],
    ['own-proto-key', JSON.parse('{"b":1,"__proto__":{"d":1,"c":2}}'), '{"__proto__":{"c":2,"d":1},"b":1}'],
    ['own-proto-key-in-order', JSON.parse('{"__proto__":{"d":1,"c":2}}'), '{"__proto__":{"c":2,"d":1}}'],
    ['no-prototype', Object.assign(Object.create(null), { b: 1, a: 2 }), '{"a":2,"b":1}'],
    ['a-text-that-looks-escaped', { b: '\\ud800', a: 1 }, '{"a":1,"b":"\\\\ud800"}'],
    ['toJSON-as-data', { toJSON: 'x' }, '{"toJSON":"x"}'],
    ['many-keys', Object.fromEntries(letters().map((key) => [key, 0])), `{${sortedLetters()}}`],
  ];
  for (const [name, value, text] of written) {
    test(`writes-${name}`, () => assert.equal(canonicalJson(value), text));
  }

  const cycle: { a: unknown[] } = { a: [] };
  cycle.a.push(cycle);
  const hidden = Object.defineProperty({ a: 1 }, 'toJSON', { value: () => 'forged' });
  const refused: [name: string, value: unknown, message: RegExp][] = [
    ['NaN', { a: [1, Number.NaN] }, /the number NaN \(at \$\.a\[1\]\)/],
    ['infinity', [Number.NEGATIVE_INFINITY], /the number -Infinity \(at \$\[0\]\)/],
    ['a-bigint', { 'odd key': 1n }, /a bigint \(at \$\["odd key"\]\)/],
    ['a-function', { f: () => 1 }, /a function \(at \$\.f\)/],
    ['a-symbol', { s: Symbol('s') }, /a symbol \(at \$\.s\)/],
    ['undefined', undefined, /undefined \(at \$\)/],
    ['undefined-in-an-array', { a: [undefined] }, /undefined \(at \$\.a\[0\]\)/],
    ['a-hole-in-an-array', new Array(2), /undefined \(at \$\[0\]\)/],
    ['a-date', { at: new Date(0) }, /neither plain nor an array \(at \$\.at\)/],
    ['a-map', new Map(), /neither plain nor an array/],
    ['bytes', new Uint8Array(1), /neither plain nor an array/],
    ['an-array-of-a-subclass', new (class extends Array {})(), /neither plain nor an array/],
    ['a-boxed-string', [Object('x')], /neither plain nor an array/],
    ['a-hidden-toJSON', hidden, /neither plain nor an array/],
    ['a-lone-surrogate', { a: '\ud800' }, /a lone surrogate \(at \$\.a\)/],
    ['a-lone-surrogate-in-a-key', { '\udc00': 1 }, /a lone surrogate \(at \$\["\\udc00"\]\)/],
    ['a-cycle', cycle, /a cycle/],
    ['nesting-too-deep', nested(MAX_NESTING + 1), /nesting deeper than 1000/],
  ];
  for (const [name, value, message] of refused) {
    test(`refuses-${name}`, () => assert.throws(() => canonicalJson(value), { name: 'TypeError', message }));
  }

  test('writes-the-deepest-nesting-allowed', () => {
    assert.equal(canonicalJson(nested(MAX_NESTING)), '['.repeat(MAX_NESTING) + ']'.repeat(MAX_NESTING));
    assert.match(canonicalJson({ b: 1, 2: nested(MAX_NESTING - 1) }), /^\{"2":\[+\]+,"b":1\}$/);
  });
});

function nested(depth: number): unknown[] {
  let value: unknown[] = [];
  for (let i = 1; i < depth; i += 1) value = [value];
  return value;
}

function letters(): string[] {
  return [...'zyxwvutsrqponmlkjihgfedcbaZYXWVUTSRQPONMLKJIHGFEDCBA'];
}

function sortedLetters(): string {
  return [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'].map((key) => `"${key}":0`).join(',');
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isExactNumber } from './exact-number.ts';

// biome-ignore format: a table reads better with one kind of number a line
const TAKEN = [
  '0', '-0', '0.0', '0e9', '0e-9', '0e99999', '-0.0e5', '1', '-1', '1.0', '1e0', '1E+2', '100e-2', '42.50',
  '9007199254740991', '-9007199254740991', '9007199254740991.000', '9007199254740991e0', '9.007199254740991e15',
  // Written with an exponent, and exact.
  '1e16', '1E16', '1e+21', '1e22', '-1e22', '9007199254740992e0', '9.007199254740992e15', '90071992547409920e-1',
  '100000000000000000000000e-23', '1267650600228229401496703205376e0', '1.267650600228229401496703205376e30',
  // Fractions, which are read as the nearest double.
  '0.1', '5e-324', '1e-400', '-1e-400', '0.30000000000000000004', '9007199254740992.5', '12345678901234567890e-3', '123456789012345678.1', '1e-9999999999',
];

// biome-ignore format: a table reads better with one kind of number a line
const REFUSED = [
  // Only digits, beyond 2^53 - 1, although a double holds some of them exactly.
  '9007199254740992', '-9007199254740992', '9007199254740993', '9007199254740992.0', '9007199254740993.000', '10000000000000000', '18014398509481984',
  '9223372036854775807', '18446744073709551616', '123456789012345678901234567890', '1'.padEnd(200, '0'),
  // With an exponent, and not exact.
  '9007199254740993e0', '9.007199254740993e15', '90071992547409930e-1', '1e23', '-1e23', '1e308', '1.7976931348623157e308', '12345678901234567e1',
  // Beyond a double.
  '1e400', '-1e400', '1'.repeat(400), '1e999999999999',
  // Not JSON numbers, but numbers in other notations.
  '', '0x20000000000001', '0o17', '.5', '+1', '1_000', 'NaN', '.inf', ' 1', '1n',
];

test('tells-a-number-that-every-reader-reads-as-the-same', () => {
  for (const text of TAKEN) assert.equal(isExactNumber(text), true, text);
  for (const text of REFUSED) assert.equal(isExactNumber(text), false, text);
});

test('takes-no-longer-for-a-number-that-fills-a-body', () => {
  const zeros = '0'.repeat(200_000);
  for (const text of [`1${zeros}1e-199980`, `1${zeros}e-199980`, `0.${zeros}1e200020`, `1.${zeros}1e20`]) {
    assert.equal(isExactNumber(text), true, text.slice(-20));
  }
});

/** The number as written: digits times ten to the power. */
interface Written {
  text: string;
  digits: bigint;
  power: number;
  hasExponent: boolean;
}

const LAST_SAFE = 2n ** 53n - 1n;
const wholes = fc.oneof(
  fc.bigInt({ min: 0n, max: 10n ** 40n }),
  fc.bigInt({ min: LAST_SAFE - 20n, max: LAST_SAFE + 20n }),
  fc.tuple(fc.bigInt({ min: 0n, max: LAST_SAFE }), fc.nat(60)).map(([odd, bits]) => odd << BigInt(bits)),
);

const numbers: fc.Arbitrary<Written> = fc
  .record({
    minus: fc.constantFrom('', '-'),
    whole: wholes,
    fraction: fc.option(
      fc.oneof(fc.constantFrom('0', '000', '5', '10'), fc.stringMatching(/^[0-9]{1,25}$/)),
      { nil: '' },
    ),
    exponent: fc.option(fc.integer({ min: -60, max: 60 }), { nil: undefined }),
    sign: fc.constantFrom('', '+'),
    e: fc.constantFrom('e', 'E'),
  })
  .map(({ minus, whole, fraction, exponent, sign, e }) => {
    const behind = fraction === '' ? '' : `.${fraction}`;
    const shown = exponent !== undefined && exponent >= 0 ? `${sign}${exponent}` : `${exponent}`;
    return {
      text: `${minus}${whole}${behind}${exponent === undefined ? '' : `${e}${shown}`}`,
      digits: BigInt(`${minus}${whole}${fraction}`),
      power: (exponent ?? 0) - fraction.length,
      hasExponent: exponent !== undefined,
    };
  });

/** Uses rational arithmetic. Returns the written integer, or null for a fraction. */
function integerOf({ digits, power }: Written): bigint | null {
  if (power >= 0) return digits * 10n ** BigInt(power);
  const unit = 10n ** BigInt(-power);
  return digits % unit === 0n ? digits / unit : null;
}

test('agrees-with-rational-arithmetic', () => {
  let refused = 0;
  fc.assert(
    fc.property(numbers, (written) => {
      const integer = integerOf(written);
      let wanted = true;
      if (integer !== null && (integer > LAST_SAFE || integer < -LAST_SAFE)) {
        wanted = written.hasExponent && BigInt(Number(written.text)) === integer;
      }
      if (!wanted) refused += 1;
      assert.equal(isExactNumber(written.text), wanted, written.text);
    }),
    { numRuns: 20_000 },
  );
  assert.ok(refused > 1000, `only ${refused} were refused`);
});

test('of-integers-that-are-taken-no-two-are-read-as-one', () => {
  const near = fc
    .tuple(numbers, fc.bigInt({ min: 1n, max: 1000n }))
    .map(([{ text, digits, power, hasExponent }, more]) => {
      const other = digits + more;
      return { one: text, other: hasExponent || power !== 0 ? `${other}e${power}` : String(other) };
    });
  const isInteger = (text: string) => !text.includes('.') && !text.includes('e-') && !text.includes('E-');
  fc.assert(
    fc.property(near, ({ one, other }) => {
      if (![one, other].every((text) => isInteger(text) && isExactNumber(text))) return;
      assert.notEqual(Number(one), Number(other), `${one} ${other}`);
    }),
    { numRuns: 20_000 },
  );
});

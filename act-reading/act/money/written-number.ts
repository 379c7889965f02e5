/**
 * Reads a number as people and programs write it. If it can be read in several ways, the greatest counts, because a
 * limit must hold for each of them. A text with more than one number, or in another form, can't be read.
 */
import { currenciesOf } from './currencies.ts';

export interface WrittenNumber {
  /** Never negative: a negative amount moves as much, in the other direction. */
  value: number;
  /** The currencies that the sign beside the number may stand for; empty if there is none. */
  codes: readonly string[];
  /** A currency or hundredths stand beside the number; identifiers have neither. */
  isPriced: boolean;
}

const MAX_CHARACTERS = 64;
/** Characters beyond ASCII may stand for digits. */
const MAY_HAVE_DIGITS = /[\d\u0080-\uffff]/;
const UNSEEN = /\p{Cf}/gu;
const ONE = /^([^\p{N}]*?)[-+\u2212\u2013]?(\d[\d.,'’_ ]*)(?:e\+?(\d{1,2}))?([^\p{N}]*)$/iu;
/** Signs around a number that change nothing, as in `98.-`, `98,—` and `(98)`. */
const NOTHING_BESIDE = /^[\s()\-–—.,:+\u2212]*$/;
const SCALES: readonly [RegExp, number][] = [
  [/^\s?k(?!\p{L})/iu, 1e3],
  [/^\s?(?:m|mio)\.?(?!\p{L})/iu, 1e6],
];
const IN_GROUPS = /^[1-9]\d{0,2}(?:[.,]\d{2,3})*[.,]\d{3}$/;
const WITH_PART = /^(\d+(?:[.,]\d{2,3})*)[.,](\d+)$/;

/** Returns null if the text is not a number, or can't be read as one. */
export function writtenNumber(text: string): WrittenNumber | null {
  if (text.length > MAX_CHARACTERS || !MAY_HAVE_DIGITS.test(text)) return null;
  const plain = inAsciiDigits(text.replace(UNSEEN, '').trim());
  const [, before = '', written = '', exponent, after = ''] = ONE.exec(plain) ?? [];
  const [scale, beside] = scaled(after);
  const digits = written.replace(/['’_ ]/g, '').replace(/[.,]$/, '');
  const value = greatestOf(digits) * 10 ** Number(exponent ?? 0) * scale;
  if (!(value <= Number.MAX_SAFE_INTEGER)) return null;
  const surroundings = [before, beside].filter((text) => !NOTHING_BESIDE.test(text));
  const currencies = surroundings.map(currencyAlone);
  if (currencies.some((codes) => codes.length === 0)) return null;
  const codes = currencies.flat();
  return { value, codes, isPriced: codes.length > 0 || /[.,]\d{2}$/.test(digits) };
}

/** Replaces the digits of any script by ASCII digits. */
export function inAsciiDigits(text: string): string {
  return text.normalize('NFKC').replace(/[^\P{Nd}0-9]/gu, (digit) => {
    let value = 0;
    const code = digit.codePointAt(0) ?? 0;
    while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
    return String(value);
  });
}

function scaled(after: string): [scale: number, rest: string] {
  for (const [pattern, scale] of SCALES) if (pattern.test(after)) return [scale, after.replace(pattern, '')];
  return [1, after];
}

const CURRENCY = /^(?:\p{Sc}|(?:US|AU?|CA?|NZ|HK|SG?|R|MX|NT)\$|\p{L}{2,})$/u;

/** Reads one sign or word: `thousand EUR` says more than a currency. */
function currencyAlone(text: string): readonly string[] {
  const alone = text.replace(/^[\s()\-–—.,:+\u2212]+|[\s()\-–—.,:+\u2212]+$/g, '');
  return CURRENCY.test(alone) ? currenciesOf(alone) : [];
}

/** Returns the greater of the two readings of `98.000`, and the only one of `0.125` and `1.5`. NaN if there is none. */
function greatestOf(digits: string): number {
  if (/^\d+$/.test(digits)) return Number(digits);
  if (IN_GROUPS.test(digits)) return Number(digits.replace(/[.,]/g, ''));
  const [, whole = '', part] = WITH_PART.exec(digits) ?? [];
  return part === undefined ? Number.NaN : Number(`${whole.replace(/[.,]/g, '')}.${part}`);
}

/** The amount of money that an action's arguments name, in US dollars. */
import type { JsonObject, JsonValue } from '@assize/evidence-format';
import { CURRENCY_PATTERN, type ToolAmount } from '../../tools/index.ts';
import { type Allowance, allowance, readPath } from '../arguments/arguments.ts';
import { writtenNumber } from './written-number.ts';

const CODE = new RegExp(CURRENCY_PATTERN);
const DOLLARS = 'USD';
/** A place in the arguments, and why nothing can be read there. */
export interface UnreadableAmount {
  path: string;
  unreadable: string;
}

/** Returns the sum of all amounts; null if there are none or one is in another currency. */
export function amountOf(
  amount: ToolAmount,
  given: JsonObject,
  allowed: Allowance,
): number | UnreadableAmount | null {
  if (!isInDollars(amount, given, allowed)) return null;
  const found = readPath(given, amount.path, allowed);
  if ('unreadable' in found) return { path: amount.path, unreadable: found.unreadable };
  if (found.values.length === 0) return null;
  let sum = 0;
  for (const { path, value } of found.values) {
    for (const each of Array.isArray(value) ? value : [value]) {
      const read = numberOf(each);
      if (typeof read !== 'number') return read === null ? null : { path, unreadable: read };
      sum += read;
    }
  }
  return amount.in_cents === true ? sum / 100 : sum;
}

function isInDollars({ currency = DOLLARS }: ToolAmount, given: JsonObject, allowed: Allowance): boolean {
  if (CODE.test(currency)) return currency === DOLLARS;
  const found = readPath(given, currency, allowed);
  if ('unreadable' in found) return false;
  return found.values.every(
    ({ value }) => typeof value === 'string' && value.trim().toUpperCase() === DOLLARS,
  );
}

/** Returns null for another currency, and a clause for an amount that can't be read. */
function numberOf(value: JsonValue): number | string | null {
  if (typeof value === 'number') return value >= 0 ? value : 'it is less than nothing';
  const read = typeof value === 'string' ? writtenNumber(value) : null;
  if (read === null) return 'it is no number';
  return read.codes.length === 0 || read.codes.includes(DOLLARS) ? read.value : null;
}

export interface StatedAmount {
  value: number;
  /** A code of ISO 4217; null where none is stated. */
  currency: string | null;
}

/**
 * The amount as the arguments state it, in any currency, for people to read.
 * @returns null if there is none, it can't be read, or its parts are in several currencies.
 */
export function statedAmount(amount: ToolAmount, given: JsonObject): StatedAmount | null {
  const allowed = allowance();
  const found = readPath(given, amount.path, allowed);
  if ('unreadable' in found || found.values.length === 0) return null;
  const numbers = found.values
    .flatMap(({ value }) => (Array.isArray(value) ? value : [value]))
    .map((value) =>
      typeof value === 'string' ? writtenNumber(value) : { value, codes: [] as readonly string[] },
    );
  const currencies = new Set(currenciesStated(amount, given, allowed));
  let sum = 0;
  for (const read of numbers) {
    if (read === null || typeof read.value !== 'number' || read.value < 0) return null;
    // A sign such as $ stands for several.
    if (read.codes.length === 1) currencies.add(read.codes[0] ?? '');
    sum += read.value;
  }
  if (currencies.size > 1) return null;
  const [currency = amount.currency === undefined ? DOLLARS : null] = currencies;
  return { value: amount.in_cents === true ? sum / 100 : sum, currency };
}

function currenciesStated({ currency }: ToolAmount, given: JsonObject, allowed: Allowance): string[] {
  if (currency === undefined) return [];
  if (CODE.test(currency)) return [currency];
  const found = readPath(given, currency, allowed);
  if ('unreadable' in found) return [];
  const written = found.values.map(({ value }) => String(value).trim().toUpperCase());
  return written.filter((code) => CODE.test(code));
}

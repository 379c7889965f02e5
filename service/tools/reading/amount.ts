/** The amount of money that an action's arguments name, in US dollars. */
import type { JsonObject, JsonValue } from '@assize/evidence-format';
import { CURRENCY_PATTERN, type ToolAmount } from '../entry.ts';
import { type Allowance, readPath } from './arguments.ts';

const CODE = new RegExp(CURRENCY_PATTERN);
const DOLLARS = 'USD';
/** `1200`, `1200.50`, `$1,200.50`; nothing that could be read in two ways. */
const WRITTEN = /^\$?\s?((?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?)(?:\s?USD)?$/;

/** Several are added up. null where there is none, or one can't be read or is in another currency. */
export function amountOf(amount: ToolAmount, given: JsonObject, allowed: Allowance): number | null {
  if (!isInDollars(amount, given, allowed)) return null;
  const found = readPath(given, amount.path, allowed);
  if ('unreadable' in found || found.values.length === 0) return null;
  let sum = 0;
  for (const { value } of found.values) {
    for (const each of Array.isArray(value) ? value : [value]) {
      const read = numberOf(each);
      if (read === null) return null;
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

function numberOf(value: JsonValue): number | null {
  if (typeof value === 'number') return value >= 0 ? value : null;
  if (typeof value !== 'string') return null;
  const digits = WRITTEN.exec(value.trim())?.[1];
  return digits === undefined ? null : Number(digits.replaceAll(',', ''));
}

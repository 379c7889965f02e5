/** Reads the currency of an action's arguments, and whether the payment recurs. */
import type { JsonValue } from '@assize/evidence-format';
import { splitAtCase } from '../../names/index.ts';
import { argumentsOf } from '../arguments/arguments.ts';
import { currenciesIn, currenciesOf } from './currencies.ts';
import { AMOUNT } from './greatest-number.ts';

export interface CurrencyAt {
  /** Its place in the arguments. */
  path: string;
  /** As written. */
  text: string;
  /** The currencies it may stand for; empty if it is not a known one. */
  codes: readonly string[];
}

export interface Money {
  currencies: readonly CurrencyAt[];
  /** The place, or the action's name, that says that the payment recurs. null if nothing does. */
  repeats: string | null;
}

export const NO_MONEY: Money = { currencies: [], repeats: null };

const MAX_LOOKED_AT = 2000;
const MAX_DEPTH = 16;
const MAX_TEXT = 64;

const CURRENCY =
  /(?:^|_)(?:currency|currencies|ccy|devise|währung|waehrung|moneda|valuta|divisa)(?:_(?:code|iso|iso_code|symbol|name))?$/;
/** Fields that may name something other than a currency, so only a known one counts. */
const UNIT = /(?:^|_)(?:unit|denomination|asset|coin|money|cur)$/;
const REPEATS =
  /(?:^|_)(?:recurring|recurrent|recurrence|recurs|repeats?|repeating|repeat_(?:every|interval|frequency)|standing_order|standing|frequency|periodicity|auto_?(?:renew|pay)(?:al|s)?|rrule|cron|interval|instal?lments|subscription|subscribe|billing_(?:cycle|period|interval)|every|occurrences|times|number_of_payments)$/;
const ONE_TIME =
  /^(?:|0|1|false|no|off|none|never|null|once|single|one|one[\s_-]?(?:time|off|shot)|not[\s_-]recurring|non[\s_-]?recurring|immediate(?:ly)?|now)$/i;
const AGAIN =
  /^(?:recurring|recurrent|standing[\s_-]?orders?|subscriptions?|instal?lments|(?:bi[\s_-]?)?(?:hourly|daily|weekly|monthly|quarterly|yearly)|fortnightly|annual(?:ly)?|every[\s_-]\w+|per[\s_-](?:day|week|month|year)|auto[\s_-]?renew|dauerauftrag|monatlich|mensuel|mensual|mensile)$/i;
/** A text for people says nothing about how often. */
const PROSE =
  /(?:^|_)(?:description|reason|notes?|memo|reference|subject|message|title|name|comment|text|label|purpose|category|query)$/;
const IN_NAME =
  /(?:^|_)(?:standing_orders?|subscriptions?|subscribe|recurring|recurrent|autopay|auto_pay|direct_debits?|instal?lments)(?:_|$)/;
/** Ending or viewing a recurring payment pays nothing more. */
const ENDS =
  /(?:^|_)(?:cancel|delete|remove|stop|end|pause|suspend|terminate|get|list|find|unsubscribe)(?:_|$)/;

/** @param action its name, which may say that the payment recurs. */
export function moneyIn(action: string, context: Readonly<Record<string, unknown>>): Money {
  const given = argumentsOf(context);
  const name = wordsOf(action);
  const currencies: CurrencyAt[] = [];
  let repeats = IN_NAME.test(name) && !ENDS.test(name) ? action : null;
  let left = MAX_LOOKED_AT;
  const look = (value: JsonValue, path: string, field: string, depth: number): void => {
    left -= 1;
    if (left < 0 || depth > MAX_DEPTH || value === null) return;
    if (typeof value !== 'object') {
      const found = currencyOf(field, value);
      if (found !== null) currencies.push({ path, ...found });
      if (repeats === null && isRepeated(field, value)) repeats = path;
      return;
    }
    const isList = Array.isArray(value);
    for (const [key, each] of Object.entries(value)) {
      const inner = isList || (CURRENCY.test(field) && INSIDE.test(key)) ? field : wordsOf(key);
      look(
        each as JsonValue,
        isList ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`,
        inner,
        depth + 1,
      );
    }
    if (repeats === null && REPEATS.test(field) && Object.keys(value).length > 0) repeats = path;
  };
  if (typeof given !== 'string') look(given, '', '', 0);
  return { currencies, repeats };
}

/** The members of a currency object that hold its code; its number of decimals is left out. */
const INSIDE = /^(?:code|iso|iso_code|isoCode|symbol|name|value)$/i;

function wordsOf(name: string): string {
  return name
    .slice(0, MAX_TEXT)
    .normalize('NFKC')
    .split(/[^\p{L}\p{N}]+/u)
    .flatMap(splitAtCase)
    .join('_')
    .toLowerCase();
}

function currencyOf(field: string, value: string | number | boolean): Omit<CurrencyAt, 'path'> | null {
  if (typeof value === 'boolean') return null;
  const text = String(value).trim();
  if (text === '' || text.length > MAX_TEXT) return null;
  if (CURRENCY.test(field)) return { text, codes: currenciesOf(text) };
  const beside =
    AMOUNT.test(field) && /\d/.test(text) ? [...currenciesIn(text.toUpperCase()), ...inField(field)] : [];
  const codes = beside.length === 0 && UNIT.test(field) ? currenciesOf(text) : beside;
  return codes.length === 0 ? null : { text: inField(field).length > 0 ? field : text, codes };
}

/** Reads the currency in a name such as `amount_kwd`. */
function inField(field: string): string[] {
  const [, last = ''] = /_(\p{L}{3,4})$/u.exec(field) ?? [];
  return last === '' ? [] : currenciesOf(last);
}

function isRepeated(field: string, value: string | number | boolean): boolean {
  const text = String(value).trim();
  if (REPEATS.test(field)) return !ONE_TIME.test(text);
  return typeof value === 'string' && !PROSE.test(field) && AGAIN.test(text);
}

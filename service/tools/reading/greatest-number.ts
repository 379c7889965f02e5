/** The greatest number that an action's arguments state of what it does: an amount, a count, a limit. */
import type { JsonObject, JsonValue } from '@assize/evidence-format';
import { currenciesIn } from '../currencies.ts';
import type { Allowance } from './arguments.ts';

export interface NumberAt {
  /** Its place in the arguments. */
  path: string;
  value: number;
}

/** These say how a call is made, or which thing is meant, and not how much of it. */
const NO_AMOUNT =
  /(?:^|[^a-z])(?:time_?out|ttl|page|per_page|offset|cursor|port|width|height|lat|lon|lng|latitude|longitude|x|y|index|idx|position|line|column|number|num|nr|no|version|revision|year|month|day|hour|minute|second|seed|temperature|delay|wait|interval|retries|depth|top_k|max_tokens|max_results|page_size|size|zip|postcode|postal|phone|timestamp|time|date|since|until|from|to|start|end|expires?|ms|sec|seconds|millis)$/;
const IDENTIFIES = /(?:id|ids|ref|code|key|iban|account)$/i;
/** A text with a number in it counts only where its name says that it is one. */
export const AMOUNT =
  /amount|price|total|sum|budget|salary|cost|limit|quantity|qty|credit|fee|refund|deposit/i;
const WRITTEN = /^-?\d{1,12}(?:\.\d{1,4})?$/;
/** `EUR 1,200.50`, `900 €`: beside its currency a number may have groups. */
const PRICED =
  /^(?:[\p{L}\p{Sc}]{1,4}\s?)?(-?(?:\d{1,3}(?:,\d{3})+|\d{1,12})(?:\.\d{1,4})?)(?:\s?[\p{L}\p{Sc}]{1,8})?$/u;
const IN_CENTS = /cents?$|_minor$|minor_?units?$/i;
const MAX_DEPTH = 16;

/** @param inCents the places of amounts that are written in cents: a task speaks of whole ones. */
export function greatestNumber(
  given: JsonObject,
  allowed: Allowance,
  inCents: ReadonlySet<string> = new Set(),
): NumberAt | null {
  let greatest: NumberAt | null = null;
  const look = (value: JsonValue, path: string, name: string, depth: number): void => {
    if (allowed.left <= 0 || depth > MAX_DEPTH) return;
    allowed.left -= 1;
    if (typeof value === 'object' && value !== null) {
      for (const [key, each] of Object.entries(value)) {
        const isElement = Array.isArray(value);
        const at = isElement ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;
        look(each as JsonValue, at, isElement ? name : key, depth + 1);
      }
      return;
    }
    const written = numberIn(value, name);
    const number = written !== null && (inCents.has(path) || IN_CENTS.test(name)) ? written / 100 : written;
    if (number !== null && (greatest === null || number > greatest.value)) greatest = { path, value: number };
  };
  look(given, '', '', 0);
  return greatest;
}

function numberIn(value: JsonValue, name: string): number | null {
  const read = typeof value === 'string' ? writtenNumber(value.trim(), name) : value;
  if (typeof read !== 'number') return null;
  const words = name.replace(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase();
  if (IDENTIFIES.test(words) || (NO_AMOUNT.test(words) && !AMOUNT.test(words))) return null;
  // Less than nothing moves as much, the other way.
  return Math.abs(read);
}

function writtenNumber(text: string, name: string): number | null {
  if (!AMOUNT.test(name)) return null;
  if (WRITTEN.test(text)) return Number(text);
  const number = currenciesIn(text.toUpperCase()).length === 0 ? undefined : PRICED.exec(text)?.[1];
  return number === undefined ? null : Number(number.replaceAll(',', ''));
}

/** The greatest number in an action's arguments that states an amount, a count or a limit. */
import type { JsonObject, JsonValue } from '@assize/evidence-format';
import type { Allowance } from '../arguments/arguments.ts';
import { writtenNumber } from './written-number.ts';

export interface NumberAt {
  /** Its place in the arguments. */
  path: string;
  /** null for an amount that can't be read, which may be any. */
  value: number | null;
}

/** Fields that say how a call is made or which thing is meant, not how much of it. */
const NO_AMOUNT =
  /(?:^|[^a-z])(?:time_?out|ttl|page|per_page|offset|cursor|port|width|height|lat|lon|lng|latitude|longitude|x|y|index|idx|position|line|column|number|num|nr|no|version|revision|year|month|day|hour|minute|second|seed|temperature|delay|wait|interval|retries|depth|top_k|max_tokens|max_results|page_size|size|zip|postcode|postal|phone|timestamp|time|date|since|until|from|to|start|end|expires?|ms|sec|seconds|millis)$/;
const IDENTIFIES = /(?:id|ids|ref|code|key|iban|account)$/i;
/** A text that is a number without a price counts only if its name says that it is an amount. */
export const AMOUNT =
  /amount|^amt$|price|total|sum|budget|salary|cost|limit|quantity|qty|credit|fee|refund|deposit|betrag|preis|montant|somme|prix|import[eo]|prec?[iç]o|prezzo|valore?|bedrag|prijs/i;
/** Fields that say how much is paid, and not something else about the payment. */
const PAYS =
  /(?:^|_)(?:amount|amt|price|total|sum|salary|cost|fee|refund|deposit|betrag|preis|montant|somme|prix|import[eo]|prec?[iç]o|prezzo|valore?|bedrag|prijs)(?:_(?:value|due|\p{L}{3}))?$/u;
const IN_CENTS = /cents?$|_minor$|minor_?units?$/i;
const MAX_DEPTH = 16;

interface Place {
  path: string;
  /** The path with `[*]` for each list around it; '' outside lists. */
  each: string;
  name: string;
  /** A field around it has the name of an amount. */
  isInAmount: boolean;
}

/**
 * @param inCents the places of amounts in cents: a task speaks of whole dollars.
 * @param pays whether the call moves value: then the sum of a list of amounts counts, and an amount that can't be
 * read may be any.
 */
export function greatestNumber(
  given: JsonObject,
  allowed: Allowance,
  { inCents = new Set(), pays = false }: { inCents?: ReadonlySet<string>; pays?: boolean } = {},
): NumberAt | null {
  let greatest: NumberAt | null = null;
  const sums = new Map<string, number>();
  const count = (path: string, value: number | null) => {
    if (greatest === null || value === null || (greatest.value !== null && value > greatest.value))
      greatest = { path, value };
  };
  const look = (value: JsonValue, place: Place, depth: number): void => {
    if (allowed.left <= 0 || depth > MAX_DEPTH) return;
    allowed.left -= 1;
    if (typeof value === 'object' && value !== null) {
      for (const [key, each] of Object.entries(value))
        look(each as JsonValue, placeIn(place, key, Array.isArray(value)), depth + 1);
      return;
    }
    const { path, each, name } = place;
    const number = numberIn(value, place, pays);
    if (number === undefined) return;
    const isInCents = inCents.has(path) || IN_CENTS.test(name);
    const counted = number === null || !isInCents ? number : number / 100;
    count(path, counted);
    if (pays && each !== '' && PAYS.test(wordsOf(name)))
      sums.set(each, (sums.get(each) ?? 0) + (counted ?? 0));
  };
  look(given, { path: '', each: '', name: '', isInAmount: false }, 0);
  for (const [path, sum] of sums) if (greatest !== null) count(path, sum);
  return greatest;
}

function placeIn({ path, each, name, isInAmount }: Place, key: string, isList: boolean): Place {
  const within = isInAmount || AMOUNT.test(name);
  if (isList) return { path: `${path}[${key}]`, each: `${each || path}[*]`, name, isInAmount: within };
  const member = path === '' ? key : `${path}.${key}`;
  return { path: member, each: each && `${each}.${key}`, name: key, isInAmount: within };
}

/** Turns `totalAmount` into `total_amount`. */
function wordsOf(name: string): string {
  return name.replace(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase();
}

/** Returns undefined if the value states no amount, and null if it states one that can't be read. */
function numberIn(value: JsonValue, { name, isInAmount }: Place, pays: boolean): number | null | undefined {
  const words = wordsOf(name);
  if (IDENTIFIES.test(words) || (NO_AMOUNT.test(words) && !AMOUNT.test(words))) return undefined;
  if (typeof value === 'number') return Math.abs(value);
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const read = writtenNumber(value);
  const isAmount = isInAmount || AMOUNT.test(name) || (pays && words === 'value');
  if (read !== null) return read.isPriced || isAmount ? read.value : undefined;
  // `price_17` is the id of a price.
  const isId = value.toLowerCase().startsWith(`${name.toLowerCase()}_`);
  return pays && PAYS.test(words) && !isId ? null : undefined;
}

/** The fields whose text is read for what it does or carries, and the field that holds the amount. */

import { AMOUNT, TEXT } from '../../../lexicon/field-names.ts';
import type { Effect } from '../../../targets/index.ts';
import type { ToolAmount } from '../../entry.ts';
import type { Field } from '../document/fields.ts';
import type { Subject } from '../effect/subject.ts';
import { type ContentPart, commandsOf, isFreeText, listsOf } from './commands.ts';
import type { Part } from './part.ts';

const OUTGOING: readonly Effect[] = ['send', 'share', 'pay', 'book', 'write', 'configure'];
const MAX_LISTED = 16;

export function contentsOf(
  subject: Subject,
  effects: ReadonlySet<Effect>,
  parts: readonly Part[],
): ContentPart[] {
  const links = parts
    .filter(({ kind, role }) => (kind === 'url' || kind === 'path') && (role === 'place' || kind === 'path'))
    .map(({ path, kind, why }): ContentPart => ({ path, kind: kind === 'url' ? 'url' : 'path', why }));
  const commands = commandsOf(subject, effects);
  const lists = listsOf(subject);
  const texts = subject.fields.flatMap((field) => {
    const found = OUTGOING.some((effect) => effects.has(effect)) ? textOf(field) : null;
    const isOther = lists.has(field.path) || [...commands, ...parts].some(({ path }) => path === field.path);
    return found === null || isOther ? [] : [found];
  });
  const own = commands.filter(({ path }) => !parts.some((part) => part.path === path));
  return [...own, ...texts, ...links].slice(0, MAX_LISTED);
}

function textOf({ path, name, type, values, words }: Field): ContentPart | null {
  if (!isFreeText({ type, values })) return null;
  const isText = TEXT.has(words.join('_')) || TEXT.has(words.at(-1) ?? '');
  return isText ? { path, kind: 'text', why: `the field is called ${name}`.slice(0, 250) } : null;
}

/** An amount counts if value moves or an order is placed. */
export function amountOf(
  { fields }: Subject,
  effects: ReadonlySet<Effect>,
): (ToolAmount & { why: string }) | null {
  if (!effects.has('pay') && !effects.has('book')) return null;
  const found = fields.find(({ words, type, values }) => {
    const isNumber = type === 'number' || type === 'integer' || type === 'string' || type === '';
    return (
      isNumber &&
      values.length === 0 &&
      (AMOUNT.has(words.join('_')) || words.at(-1) === 'amount' || AMOUNT.has(withoutCode(words)))
    );
  });
  if (found === undefined) return null;
  const inside = found.path.slice(0, Math.max(0, found.path.lastIndexOf('.')));
  const currencies = fields.filter(
    ({ words }) => words.at(-1) === 'currency' || words.join('_') === 'currency_code',
  );
  const currency =
    (currencies.find(({ path }) => path.startsWith(inside)) ?? currencies[0])?.path ?? coded(found);
  const inCents =
    found.words.includes('cent') ||
    /\bcents?\b|smallest (?:currency )?unit|minor units?/i.test(found.description);
  return {
    path: found.path,
    ...(currency !== undefined && { currency }),
    ...(inCents && { in_cents: true }),
    why: `the field is called ${found.name}`.slice(0, 250),
  };
}

const CODES = ['usd', 'eur', 'gbp', 'chf', 'jpy', 'cad', 'aud', 'inr'];

function withoutCode(words: readonly string[]): string {
  return words.filter((word) => !CODES.includes(word)).join('_');
}

function coded({ words, description }: Field): string | undefined {
  const code = words.find((word) => CODES.includes(word));
  return code?.toUpperCase() ?? /\b(?:in|In) (USD|EUR|GBP|CHF|JPY|CAD|AUD|INR)\b/.exec(description)?.[1];
}

/** The texts in an action's arguments, each with its place. */
import type { JsonValue } from '@assize/evidence-format';
import { type Allowance, allowance, argumentsOf, readPath } from './arguments.ts';

export interface TextAt {
  path: string;
  text: string;
}

/** @param paths places such as `body` or `messages[0].text`; a place without a text is left out. */
export function textsOfAct(context: Readonly<Record<string, unknown>>, paths: readonly string[]): TextAt[] {
  const given = paths.length === 0 ? '' : argumentsOf(context);
  if (typeof given === 'string') return [];
  const allowed = allowance();
  return paths.flatMap((place) => {
    const found = readPath(given, place, allowed);
    if ('unreadable' in found) return [];
    return found.values.flatMap(({ path, value }) =>
      typeof value === 'string' ? [{ path, text: value }] : [],
    );
  });
}

const MAX_TEXTS = 500;

/** Returns all of them, in their order, up to a limit. */
export function allTextsOf(context: Readonly<Record<string, unknown>>): TextAt[] {
  const given = argumentsOf(context);
  const texts: TextAt[] = [];
  if (typeof given !== 'string') addTexts(given, '', texts, allowance());
  return texts;
}

function addTexts(value: JsonValue, path: string, texts: TextAt[], allowed: Allowance): void {
  allowed.left -= 1;
  if (allowed.left < 0 || texts.length >= MAX_TEXTS) return;
  if (typeof value === 'string') texts.push({ path: path === '' ? '$' : path, text: value });
  else if (Array.isArray(value))
    for (const [place, each] of value.entries()) addTexts(each, `${path}[${place}]`, texts, allowed);
  else if (typeof value === 'object' && value !== null)
    for (const [name, each] of Object.entries(value))
      addTexts(each, path === '' ? name : `${path}.${name}`, texts, allowed);
}

/** The texts at given places of an action's arguments. */
import { allowance, argumentsOf, readPath } from './arguments.ts';

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

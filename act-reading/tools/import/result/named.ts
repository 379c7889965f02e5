/** Reads from a tool's name which things it returns. */

import { isPreposition, saysNothing } from '../../../lexicon/nouns.ts';
import { verbOf } from '../../../lexicon/verbs.ts';
import type { Names } from '../../../lists.ts';
import type { Subject } from '../effect/subject.ts';
import { singular, wordsOfName } from '../words.ts';

export interface Named {
  /** The verb, in most names. */
  first: string;
  /** The words of the name, in the singular, up to a criterion: `get_user_by_email` returns a user. */
  words: readonly string[];
  /** The thing itself, and with the word before it: `user` and `channel_user` in `list_channel_users`. */
  head: readonly string[];
  /** The words of the server's name. */
  server: readonly string[];
}

export function namedBy({ words: written, server }: Subject): Named {
  const all = written.map(singular);
  const criterion = all.indexOf('by');
  const words = criterion > 0 ? all.slice(0, criterion) : all;
  const place = words.findIndex(isPreposition);
  return {
    first: words[0] ?? '',
    words,
    head: headOf(place > 0 ? words.slice(0, place) : words),
    server: wordsOfName(server).map(singular),
  };
}

/** `customer_lookup` and `get_user_details` return a customer and a user. */
function headOf(words: readonly string[]): string[] {
  const at = words.findLastIndex((word) => !saysNothing(word) && verbOf(word)?.sense !== 'read');
  const head = words[at];
  if (head === undefined) return [];
  return at === 0 ? [head] : [`${words[at - 1]}_${head}`, head];
}

/** Returns the first word, or pair of words, that is in the list. */
export function wordIn(list: Names, words: readonly string[]): string | null {
  for (const [at, word] of words.entries()) {
    for (const term of [`${word}_${words[at + 1]}`, word])
      if (list.has(term)) return term.replaceAll('_', ' ');
  }
  return null;
}

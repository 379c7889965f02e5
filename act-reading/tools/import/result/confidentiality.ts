/** Proposes how confidential a tool's results are: by its name, its server's, and what its description adds. */

import * as LIST from '../../../lexicon/results.ts';
import type { Effect } from '../../../targets/index.ts';
import type { Confidentiality } from '../../entry.ts';
import { singular, wordsOfText } from '../words.ts';
import { type Named, wordIn } from './named.ts';
import type { Told } from './source.ts';

export function confidentialityOf(
  named: Named,
  description: string,
  effects: ReadonlySet<Effect>,
): Told<Confidentiality> {
  const { first, words, head, server } = named;
  const tells = effects.has('read') || effects.has('execute');
  const secret = wordIn(LIST.SECRET, words);
  // Making or rotating a key returns it.
  if (secret !== null && !effects.has('delete')) return { value: 'secret', why: `the name says "${secret}"` };
  if (!tells && (!effects.has('write') || LIST.MAKING.has(first))) {
    return { value: 'internal', why: 'it returns little more than what it was given' };
  }
  const isListing = first === 'list' && head.some((word) => LIST.LISTED.has(word));
  if (isListing || head.some((word) => LIST.STRUCTURE.has(word))) {
    return { value: 'internal', why: 'it returns names and settings' };
  }
  const sentence = wordsOfText(description.split(/[.!?\n](?:\s|$)/, 1)[0] ?? '').map(singular);
  for (const [where, said] of Object.entries({ name: words, server, description: sentence })) {
    const word =
      wordIn(LIST.CONFIDENTIAL, said) ?? (where === 'description' ? wordIn(LIST.SECRET, said) : null);
    if (word !== null) return { value: 'confidential', why: `the ${where} says "${word}"` };
  }
  const open = wordIn(LIST.PUBLIC, [...words, ...server]);
  if (open !== null) return { value: 'public', why: `the name says "${open}", which anyone may read` };
  return { value: 'internal', why: 'nothing says that it is public or confidential' };
}

/** Tells the language of a sentence by its small words. */

import type { Token } from '../tokens.ts';
import { DUTCH } from './dutch.ts';
import { ENGLISH } from './english.ts';
import { FRENCH } from './french.ts';
import { GERMAN } from './german.ts';
import { ITALIAN } from './italian.ts';
import { type Lexicon, lexiconOf } from './lexicon.ts';
import { PORTUGUESE } from './portuguese.ts';
import { SPANISH } from './spanish.ts';

const LEXICONS: readonly Lexicon[] = [ENGLISH, GERMAN, FRENCH, SPANISH, ITALIAN, PORTUGUESE, DUTCH].map(
  lexiconOf,
);

/** The first wins a tie. */
const ENGLISH_LEXICON = LEXICONS[0] as Lexicon;

/** null where none of the languages has words in it. */
export function languageOf(tokens: readonly Token[]): Lexicon | null {
  const words = tokens.filter(({ kind }) => kind === 'word');
  const scores = LEXICONS.map((lexicon) => ({ lexicon, score: scoreOf(lexicon, words) }));
  let best = { lexicon: ENGLISH_LEXICON, score: 0 };
  for (const one of scores) if (one.score > best.score) best = one;
  return best.score === 0 ? null : best.lexicon;
}

function scoreOf(lexicon: Lexicon, words: readonly Token[]): number {
  let score = 0;
  for (const [place, { text }] of words.entries()) {
    if (lexicon.common.has(text)) score += 2;
    const verb = lexicon.verbs.get(text);
    if (verb !== undefined || lexicon.particles.has(text)) score += place === 0 ? 2 : 1;
  }
  return score;
}

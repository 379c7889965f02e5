/** Detects the language of a sentence by its small words. */

import type { Token } from '../tokens.ts';
import { type Lexicon, lexiconsOfAll } from './lexicon.ts';

let made: readonly Lexicon[] | undefined;

/** Made with the first task, because they cost 50 ms of CPU. English comes first, and wins a tie. */
function lexicons(): readonly Lexicon[] {
  made ??= lexiconsOfAll();
  return made;
}

/** Returns null if none of the languages has words in the sentence. */
export function languageOf(tokens: readonly Token[]): Lexicon | null {
  const words = tokens.filter(({ kind }) => kind === 'word');
  let best: Lexicon | null = null;
  let most = 0;
  for (const lexicon of lexicons()) {
    const score = scoreOf(lexicon, words);
    if (score > most) {
      best = lexicon;
      most = score;
    }
  }
  return best;
}

function scoreOf(lexicon: Lexicon, words: readonly Token[]): number {
  let score = 0;
  for (const [place, { text }] of words.entries()) {
    if (lexicon.is('common', text)) score += 2;
    const verb = lexicon.verbs.get(text);
    if (verb !== undefined || lexicon.particles.has(text)) score += place === 0 ? 2 : 1;
  }
  return score;
}

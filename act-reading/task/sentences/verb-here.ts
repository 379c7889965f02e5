/** Finds the verb of a command, or of a denial, at a place in a sentence. */
import type { Token } from '../tokens.ts';
import { isVerbHere, type Taken, verbAt } from './verb-at.ts';
import type { Walk } from './walk.ts';

/** @returns null if the word there neither commands nor denies anything. */
export function verbHere(walk: Walk, place: number): Taken | null {
  const { tokens, lexicon, open } = walk;
  if (walk.isDenied) return deniedVerb(walk, place);
  if (walk.isQuestion) return null;
  const token = tokens[place] as Token;
  const isFirst = tokens.slice(0, place).every(({ kind }) => kind !== 'word');
  const isName = token.isCapital && !isFirst && open !== 'first';
  if (open !== null && !isName && isVerbHere(tokens, place, lexicon, open)) {
    const found = verbAt(tokens, place, lexicon, 'command');
    if (found !== null) return found;
  }
  if (isName || walk.isTold) return null;
  if (lexicon.grammar.hasFreeInfinitives === true && !(isFirst && token.isCapital && open === null)) {
    const found = verbAt(tokens, place, lexicon, 'infinitive');
    if (found !== null && !found.verb.isNoun) return found;
  }
  return null;
}

function deniedVerb({ tokens, lexicon }: Walk, place: number): Taken | null {
  for (const mood of ['infinitive', 'command', 'gerund', 'participle'] as const) {
    const found = verbAt(tokens, place, lexicon, mood);
    if (found !== null) return found;
  }
  return null;
}

/** Finds the verb of a command at a place of a sentence, and of what is denied. */
import type { Token } from './tokens.ts';
import { isVerbHere, type Taken, verbAt } from './verb-at.ts';
import type { Walk } from './walk.ts';

/** @returns null where the word there commands and denies nothing. */
export function verbHere(walk: Walk, place: number): Taken | null {
  const { tokens, lexicon, open } = walk;
  if (walk.isDenied) return deniedVerb(walk, place);
  if (walk.isQuestion) return null;
  const token = tokens[place] as Token;
  const isFirst = tokens.slice(0, place).every(({ kind }) => kind !== 'word');
  const isName = token.isCapital && !isFirst && open !== 'first';
  if (open !== null && !isName && isVerbHere(tokens, place, lexicon, open)) {
    const found = verbAt(tokens, place, lexicon, open === 'marked' ? 'infinitive' : 'command');
    if (found !== null) return found;
  }
  if (isName || walk.isTold || walk.isForOthers) return null;
  if (lexicon.language.hasFreeInfinitives === true && !(isFirst && token.isCapital && open === null)) {
    const found = verbAt(tokens, place, lexicon, 'infinitive');
    if (found !== null && !found.verb.isNoun && !isOfSpeaker(walk, place)) return found;
  }
  return participleAt(walk, place);
}

/** `should be deleted`, `I want it sent`, `get it paid`, `by deleting`. */
function participleAt({ tokens, lexicon, isGoverned }: Walk, place: number): Taken | null {
  const found = verbAt(tokens, place, lexicon, 'participle');
  if (found === null || isGoverned) return null;
  const before = tokens.slice(Math.max(0, place - 8), place).map(({ text }) => text);
  const isPassive = lexicon.is('passives', before.at(-1) ?? '') && before.some((word) => WISHES.has(word));
  const next = tokens[place + 1];
  const isEnd =
    next === undefined ||
    next.kind === 'pause' ||
    lexicon.is('prepositions', next.text) ||
    lexicon.is('conjunctions', next.text);
  return isPassive || (isEnd && before.some((word) => WANTS.has(word))) ? found : null;
}

const WISHES = new Set("should must needs need has have to can ought gets get shall let's please".split(' '));
const WANTS = new Set('want wants need needs get wanted'.split(' '));

/** `I'll pay them myself`, `ich überweise selbst`. */
function isOfSpeaker({ tokens }: Walk, place: number): boolean {
  const texts = tokens.slice(Math.max(0, place - 8), place + 4).map(({ text }) => text);
  return (
    (texts.includes('selbst') || texts.includes('werde') || texts.includes('werden')) &&
    texts.some((text) => text === 'ich' || text === 'wir')
  );
}

function deniedVerb({ tokens, lexicon, open }: Walk, place: number): Taken | null {
  if (open === null && lexicon.language.hasFreeInfinitives !== true) return null;
  for (const mood of ['infinitive', 'command', 'gerund', 'participle'] as const) {
    const found = verbAt(tokens, place, lexicon, mood);
    // `no need to …`: what is denied comes after it.
    const isBefore =
      found?.verb.senses.every((sense) => sense === 'look') &&
      lexicon.is('markers', tokens[place + 1]?.text ?? '');
    if (found !== null && !isBefore) return found;
  }
  return null;
}

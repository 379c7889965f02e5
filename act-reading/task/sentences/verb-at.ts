/**
 * Whether a word is a verb at its place: many English verbs are also nouns, and some verbs are separated from their
 * particle.
 */
import { setOf } from '../../lists.ts';
import type { Mood } from '../languages/forms.ts';
import type { Lexicon, Verb } from '../languages/lexicon.ts';
import type { Token } from '../tokens.ts';
import { afterBracket, isObjectSign } from './phrase.ts';

/** How a verb may begin: at the start of a clause, or after a comma or `and`. */
export type Opening = 'first' | 'next';

export interface Taken {
  verb: Verb;
  /** How many words it takes; an adjacent particle adds one. */
  length: number;
}

const MAX_TO_PARTICLE = 28;

/** Returns the verb with its particle if one follows, and otherwise the verb alone. */
export function verbAt(tokens: readonly Token[], place: number, lexicon: Lexicon, mood: Mood): Taken | null {
  const { text, kind } = tokens[place] as Token;
  if (kind !== 'word') return null;
  const reach = lexicon.grammar.hasFreeInfinitives === true ? MAX_TO_PARTICLE : 7;
  for (const [particle, verb] of lexicon.particles.get(text) ?? []) {
    if (!verb.moods.has(mood)) continue;
    for (let offset = 1; offset <= reach; offset += 1) {
      const other = tokens[place + offset];
      if (other === undefined || (other.kind === 'pause' && reach < MAX_TO_PARTICLE)) break;
      if (other.text === particle) return { verb, length: offset === 1 ? 2 : 1 };
    }
  }
  const verb = lexicon.verbs.get(text);
  return verb?.moods.has(mood) === true ? { verb, length: 1 } : null;
}

const NOMINAL_NEXT =
  /^(?:from|of|is|was|are|were|has|had|says|said|came|arrived|came|about|which|that|number)$/;

/** Whether a word that is also a noun is a verb at this place. */
export function isVerbHere(
  tokens: readonly Token[],
  place: number,
  lexicon: Lexicon,
  open: Opening,
): boolean {
  const token = tokens[place] as Token;
  const verb = lexicon.verbs.get(token.text);
  if (verb === undefined || !verb.isNoun) return true;
  const at = tokens[place + 1]?.text === '(' ? afterBracket(tokens, place + 1) : place + 1;
  const next = tokens[at];
  if (isObjectSign(next, lexicon))
    return !(open === 'first' && next?.kind === 'number' && tokens[place + 2]?.text === 'is');
  if (open !== 'first') {
    if (next?.kind !== 'word' || lexicon.language !== 'en') return false;
    return (
      CONDITIONS.has(next.text) ||
      mayStartObject(next, lexicon) ||
      (tellsWhere(verb, next) && isObjectSign(tokens[at + 1], lexicon))
    );
  }
  return next === undefined || next.kind === 'pause' ? place === 0 : !NOMINAL_NEXT.test(next.text);
}

/** `and email accounting` begins a command; `and email and message from Bob` does not. */
function mayStartObject({ text }: Token, lexicon: Lexicon): boolean {
  return (
    !lexicon.is('prepositions', text) &&
    !lexicon.is('conjunctions', text) &&
    !NOMINAL_NEXT.test(text) &&
    !lexicon.is('subordinators', text)
  );
}

/** Recognises `and book as soon as …` */
const CONDITIONS = setOf('if when once as whether that how why where what who');

/** Recognises `and post in #ops` and `, answer in the ticket`. */
function tellsWhere({ senses }: Verb, { text }: Token): boolean {
  return ['in', 'to', 'on'].includes(text) && senses.some((sense) => sense === 'send' || sense === 'tell');
}

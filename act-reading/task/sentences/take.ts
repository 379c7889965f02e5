/** Makes a command from a verb and its object, as far as the words around it allow. */

import type { NounClass } from '../../lexicon/nouns.ts';
import type { Token } from '../tokens.ts';
import { classAt, isObjectSign, type Phrase, phraseAfter } from './phrase.ts';
import type { Taken } from './verb-at.ts';
import type { Walk } from './walk.ts';

/** @returns the place to continue from. */
export function take(walk: Walk, place: number, { verb, length }: Taken): number {
  const { tokens, lexicon } = walk;
  const token = tokens[place] as Token;
  const object = phraseAfter(tokens, place + length, lexicon);
  const isNothing = lexicon.is('negators', object.words[0] ?? '');
  const isDenied = walk.isDenied || isNothing;
  if (object.isPronoun) object.direct.push(...meantBefore(walk, place));
  const isInfinitive = verb.moods.has('infinitive') && lexicon.grammar.hasFreeInfinitives === true;
  const whole =
    isInfinitive && !isObjectSign(tokens[place + length], lexicon) ? withBefore(walk, place, object) : object;
  walk.commands.push({
    verb,
    object: whole,
    isDenied,
    from: walk.isDenied ? walk.deniedFrom : token.from,
    to: object.to,
  });
  walk.open = null;
  walk.isDenied = false;
  return place + length;
}

/** Returns the class of the noun at this place, if any. */
export function nounAt({ tokens, lexicon }: Walk, place: number): NounClass[] {
  const kind = place < 0 ? null : classAt(tokens, place, lexicon);
  return kind === null ? [] : [kind];
}

/** Returns what `it` stands for: the last thing acted on, or what the text mentions. */
function meantBefore(walk: Walk, place: number): NounClass[] {
  const acted = walk.commands.findLast(({ object }) => object.direct.length > 0)?.object.direct.at(-1);
  if (acted !== undefined) return [acted];
  const { firstNoun, mentioned } = walk;
  return firstNoun >= 0 && firstNoun < place ? nounAt(walk, firstNoun) : mentioned.slice(0, 1);
}

/** In languages with the verb at the end, its object comes before it. */
function withBefore({ tokens, lexicon }: Walk, place: number, after: Phrase): Phrase {
  let start = place;
  while (start > 0 && tokens[start - 1]?.kind !== 'pause' && place - start < 14) start -= 1;
  const before = phraseAfter(tokens.slice(start, place), 0, lexicon);
  return {
    ...before,
    words: [...before.words, ...after.words],
    direct: [...before.direct, ...before.rest, ...after.direct],
    rest: after.rest,
    hasAmount: before.hasAmount || after.hasAmount,
    hasName: before.hasName || after.hasName,
    to: after.to,
  };
}

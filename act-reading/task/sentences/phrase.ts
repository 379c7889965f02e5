/** The object of a verb: the words after it until the clause ends or another verb begins. */

import type { NounClass } from '../../lexicon/nouns.ts';
import type { Lexicon } from '../languages/lexicon.ts';
import type { Token } from '../tokens.ts';

export interface Phrase {
  words: string[];
  /** The last word before the first preposition. */
  headWord: string;
  /** Classes of the words before the first preposition, in their order. */
  direct: NounClass[];
  /** After it. */
  rest: NounClass[];
  /** It begins with the one who gave the task. */
  isMe: boolean;
  /** It is a pronoun only. */
  isPronoun: boolean;
  /** It is an amount, or holds one. */
  hasAmount: boolean;
  /** It names a person or a thing by a name or an address. */
  hasName: boolean;
  /** It begins with a name, most likely of a person. */
  beginsWithName: boolean;
  /** Where it says what is to happen to it: `into a document`. */
  prepositions: ReadonlySet<string>;
  /** Of the text: the first character after it. */
  to: number;
}

const MAX_WORDS = 24;
const CALENDAR =
  /^(?:(?:mon|tues?|wednes|thurs?|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december|i)s?$/;
const AMOUNT = /^[$€£]$|^(?:usd|eur|gbp|chf|euros?|dollars?|bucks|pounds?|pesos|cents?|kr|pln|yen|rupees)$/;

export function phraseAfter(tokens: readonly Token[], start: number, lexicon: Lexicon): Phrase {
  const phrase: Phrase & { prepositions: Set<string> } = {
    words: [],
    headWord: '',
    direct: [],
    rest: [],
    isMe: false,
    isPronoun: false,
    hasAmount: false,
    hasName: false,
    beginsWithName: isName(tokens[start]) || /^@/.test(tokens[start]?.text ?? ''),
    prepositions: new Set(),
    to: tokens[start - 1]?.to ?? 0,
  };
  let isDirect = true;
  let place = start;
  for (; place < tokens.length && phrase.words.length < MAX_WORDS; place += 1) {
    const token = tokens[place] as Token;
    if (token.text === '(') {
      place = afterBracket(tokens, place) - 1;
      phrase.hasName = true;
      continue;
    }
    if (endsObject(tokens, place, lexicon)) break;
    phrase.to = token.to;
    phrase.words.push(token.text);
    if (token.kind === 'literal' || token.kind === 'quote' || isName(token)) phrase.hasName = true;
    if (token.kind === 'number' && /^\d+[.,]\d{2}$/.test(token.text)) phrase.hasAmount = true;
    if (AMOUNT.test(token.text) || /\d[$€£%]$/.test(token.text)) phrase.hasAmount = !token.text.endsWith('%');
    if (token.kind !== 'word') continue;
    if (lexicon.is('prepositions', token.text) && (place > start || !lexicon.is('determiners', token.text))) {
      isDirect = false;
      phrase.prepositions.add(token.text);
    }
    if (isDirect) phrase.headWord = token.text;
    const kind = classAt(tokens, place, lexicon);
    if (kind === null) continue;
    (isDirect ? phrase.direct : phrase.rest).push(kind);
    // The second word of two is no noun of its own.
    if (lexicon.nounClass(`${token.text}-${tokens[place + 1]?.text}`) !== null) {
      place += 1;
      phrase.words.push(tokens[place]?.text ?? '');
    }
  }
  const [first = ''] = phrase.words;
  phrase.isMe = lexicon.is('me', first);
  phrase.isPronoun = lexicon.is('pronouns', first) && phrase.direct.length === 0 && phrase.rest.length === 0;
  return phrase;
}

function isName(token: Token | undefined): boolean {
  return token?.kind === 'word' && token.isCapital && !CALENDAR.test(token.text);
}

/** The place after the bracket that closes, or after the one that opens where none does. */
export function afterBracket(tokens: readonly Token[], place: number): number {
  const end = tokens.findIndex(({ text }, at) => at > place && text === ')');
  return end < 0 ? place + 1 : end + 1;
}

function endsObject(tokens: readonly Token[], place: number, lexicon: Lexicon): boolean {
  const { kind, text } = tokens[place] as Token;
  if (kind === 'end' || kind === 'question' || kind === 'pause') return true;
  if (!lexicon.is('conjunctions', text)) return false;
  const next = tokens[place + 1];
  const verb = next === undefined ? undefined : lexicon.verbs.get(next.text);
  if (verb === undefined || !(verb.moods.has('command') || verb.moods.has('infinitive'))) return false;
  return !verb.isNoun || isObjectSign(tokens[place + 2], lexicon);
}

/** Two words with a hyphen, where the list has them so, or one. */
export function classAt(tokens: readonly Token[], place: number, lexicon: Lexicon): NounClass | null {
  const { text } = tokens[place] as Token;
  const next = tokens[place + 1];
  const both = next?.kind === 'word' ? lexicon.nounClass(`${text}-${next.text}`) : null;
  if (both !== null) return both;
  const whole = lexicon.nounClass(text);
  if (whole !== null || !text.includes('-')) return whole;
  return lexicon.nounClass(text.slice(text.lastIndexOf('-') + 1));
}

/** The place of the first noun that has a class; -1 where there is none. */
export function firstNounIn(tokens: readonly Token[], lexicon: Lexicon): number {
  return tokens.findIndex((_, place) => classAt(tokens, place, lexicon) !== null);
}

/** All classes of its nouns; a sign of money is one too. */
export function allClassesIn(tokens: readonly Token[], lexicon: Lexicon): Set<NounClass> {
  const found = new Set<NounClass>();
  for (const [place, { text }] of tokens.entries()) {
    const kind = AMOUNT.test(text) ? 'money' : classAt(tokens, place, lexicon);
    if (kind !== null) found.add(kind);
  }
  return found;
}

/** Whether an object may begin here, so that a word before it that is a noun too is a verb. */
export function isObjectSign(token: Token | undefined, lexicon: Lexicon): boolean {
  if (token === undefined) return false;
  if (token.kind === 'literal' || token.kind === 'quote' || token.kind === 'number') return true;
  if (token.kind !== 'word') return false;
  return token.isCapital || lexicon.is('determiners', token.text) || lexicon.is('pronouns', token.text);
}

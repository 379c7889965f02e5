/** The object of a verb: the words after it until the clause ends or another verb begins. */

import type { NounClass } from '../../lexicon/nouns.ts';
import type { Lexicon } from '../languages/lexicon.ts';
import type { Token } from '../tokens.ts';

export interface Phrase {
  words: string[];
  /** The last word before the first preposition. */
  headWord: string;
  /** Classes of the words before the first preposition, in order. */
  direct: NounClass[];
  /** Classes of the words after it. */
  rest: NounClass[];
  /** The phrase begins with the one who gave the task. */
  isMe: boolean;
  /** The phrase is only a pronoun. */
  isPronoun: boolean;
  /** The phrase is an amount, or contains one. */
  hasAmount: boolean;
  /** The phrase names a person or a thing by a name or an address. */
  hasName: boolean;
  /** The phrase begins with a name, most likely of a person. */
  beginsWithName: boolean;
  /** Prepositions that say what happens to it: `into a document`. */
  prepositions: ReadonlySet<string>;
  /** The place of the first character of the text after it. */
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
    // The second word of a pair is not a noun on its own.
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

/** Returns the place after the closing bracket, or after the opening one if it is never closed. */
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

/** Returns the class of two words with a hyphen if the list has them, and otherwise of one. */
export function classAt(tokens: readonly Token[], place: number, lexicon: Lexicon): NounClass | null {
  const { text } = tokens[place] as Token;
  const next = tokens[place + 1];
  const both = next?.kind === 'word' ? lexicon.nounClass(`${text}-${next.text}`) : null;
  if (both !== null) return both;
  const whole = lexicon.nounClass(text);
  if (whole !== null || !text.includes('-')) return whole;
  return lexicon.nounClass(text.slice(text.lastIndexOf('-') + 1));
}

/** Returns the place of the first noun with a class; -1 if there is none. */
export function firstNounIn(tokens: readonly Token[], lexicon: Lexicon): number {
  return tokens.findIndex((_, place) => classAt(tokens, place, lexicon) !== null);
}

/** Returns all classes of the nouns; a currency sign counts as one. */
export function allClassesIn(tokens: readonly Token[], lexicon: Lexicon): Set<NounClass> {
  const found = new Set<NounClass>();
  for (const [place, { text }] of tokens.entries()) {
    const kind = AMOUNT.test(text) ? 'money' : classAt(tokens, place, lexicon);
    if (kind !== null) found.add(kind);
  }
  return found;
}

/** Whether an object may begin here, which makes the word before it a verb even if it could be a noun. */
export function isObjectSign(token: Token | undefined, lexicon: Lexicon): boolean {
  if (token === undefined) return false;
  if (token.kind === 'literal' || token.kind === 'quote' || token.kind === 'number') return true;
  if (token.kind !== 'word') return false;
  return token.isCapital || lexicon.is('determiners', token.text) || lexicon.is('pronouns', token.text);
}

/**
 * Finds in the sentences of a task what is commanded and what is denied. A verb is a command at the beginning of a clause
 * and after words that ask for it; questions, relative clauses, and what others shall be told to do are none.
 */
import { languageOf } from './languages.ts';
import type { Lexicon, Verb } from './lexicon.ts';
import { classAt, isObjectSign, type Phrase, phraseAfter } from './phrase.ts';
import type { Token } from './tokens.ts';

export interface Command {
  /** null where a noun stands alone: `a table for two, please`, `no payment yet`. */
  verb: Verb | null;
  object: Phrase;
  isDenied: boolean;
  /** A denial of all such acts, not of one beside others. */
  isGeneral: boolean;
  /** Where the clause begins and ends in the text. */
  from: number;
  to: number;
}

export interface Sentence {
  tokens: Token[];
  isQuestion: boolean;
}

interface Walk {
  tokens: readonly Token[];
  lexicon: Lexicon;
  commands: Command[];
  /** How a verb may begin here: at a beginning, after a comma or `and`, after `to`; null where none may. */
  open: 'first' | 'next' | 'marked' | null;
  /** The clause tells of something, such as `who …` or `if …`. */
  isTold: boolean;
  /** What follows is to be done by others, as in `ask them to …`. */
  isForOthers: boolean;
  /** A command of this clause was found. */
  isGoverned: boolean;
  isDenied: boolean;
  isQuestion: boolean;
  deniedFrom: number;
}

export function sentencesOf(tokens: readonly Token[]): Sentence[] {
  const sentences: Sentence[] = [];
  let current: Token[] = [];
  const close = (isQuestion: boolean) => {
    if (current.length > 0) sentences.push({ tokens: current, isQuestion });
    current = [];
  };
  for (const token of tokens) {
    if (token.kind === 'end' || token.kind === 'question') close(token.kind === 'question');
    else current.push(token);
  }
  close(false);
  return sentences;
}

export function commandsOf({ tokens, isQuestion }: Sentence, otherwise: Lexicon | null): Command[] {
  const lexicon = languageOf(tokens) ?? otherwise;
  if (lexicon === null) return [];
  const first = tokens.find(({ kind }) => kind === 'word');
  const asks = isQuestion || (first !== undefined && lexicon.is('questions', first.text));
  const walk: Walk = {
    tokens,
    lexicon,
    commands: [],
    open: 'first',
    isTold: false,
    isForOthers: false,
    isGoverned: false,
    isDenied: false,
    isQuestion: asks && !beginsWithCommand(tokens, lexicon),
    deniedFrom: 0,
  };
  let place = 0;
  while (place < tokens.length) place = step(walk, place);
  if (walk.commands.length === 0 && !asks) walk.commands.push(...withoutVerb(tokens, lexicon));
  return walk.commands;
}

/** `Send it?` is a command that is asked for kindly. */
function beginsWithCommand(tokens: readonly Token[], lexicon: Lexicon): boolean {
  const place = tokens.findIndex(({ kind, text }) => kind === 'word' && !lexicon.is('fillers', text));
  const token = tokens[place];
  if (token === undefined || lexicon.is('questions', token.text)) return false;
  return verbAt(tokens, place, lexicon, 'command') !== null && isVerbHere(tokens, place, lexicon, 'first');
}

/** @returns the place to go on from. */
function step(walk: Walk, place: number): number {
  const { tokens, lexicon } = walk;
  const token = tokens[place] as Token;
  if (token.kind === 'pause') return pause(walk, place);
  if (token.kind !== 'word') {
    if (token.kind !== 'number' || walk.open !== 'first') walk.open = null;
    return place + 1;
  }
  const polite = politeAt(walk, place);
  if (polite > 0) {
    walk.open = 'first';
    walk.isQuestion = false;
    walk.isDenied = false;
    walk.isTold = false;
    return place + polite;
  }
  if (denies(walk, place)) {
    walk.isDenied = true;
    walk.deniedFrom = token.from;
    walk.open = 'marked';
    return place + 1;
  }
  const found = verbHere(walk, place);
  if (found !== null) return take(walk, place, found);
  return pass(walk, place, token);
}

/** A comma, a dash, a bracket: what follows may be a command again. */
function pause(walk: Walk, place: number): number {
  const token = walk.tokens[place] as Token;
  const before = walk.commands.at(-1);
  const isColon = token.text.startsWith(':');
  if (isColon && before !== undefined && saysSomething(before) && walk.isGoverned) return walk.tokens.length;
  walk.open = isColon || /\n/.test(token.text) ? 'first' : 'next';
  walk.isTold = false;
  walk.isGoverned = false;
  if (isColon || token.text === '(' || token.text === ';' || /[-–—\n]/.test(token.text))
    walk.isForOthers = false;
  walk.isDenied = false;
  return place + 1;
}

/** After a message and a colon stands what the message says. */
function saysSomething({ verb, isDenied }: Command): boolean {
  return (
    !isDenied && (verb?.senses.some((sense) => ['send', 'answer', 'tell', 'draft'].includes(sense)) ?? false)
  );
}

function pass(walk: Walk, place: number, { text, isCapital }: Token): number {
  const { lexicon } = walk;
  if (lexicon.is('conjunctions', text)) {
    if (walk.open !== 'first') walk.open = 'next';
    walk.isDenied = false;
    if (!walk.isForOthers) walk.isGoverned = false;
  } else if (lexicon.is('alternatives', text)) {
    walk.open = walk.isDenied ? 'marked' : 'next';
  } else if (lexicon.is('markers', text)) {
    const mayMark = !walk.isTold && !walk.isGoverned && !walk.isForOthers;
    walk.open = mayMark || lexicon.is('please', text) ? 'marked' : null;
  } else if (
    lexicon.is('subordinators', text) &&
    !(walk.open === 'first' && lexicon.is('determiners', text))
  ) {
    walk.isTold = !(lexicon.is('determiners', text) && walk.tokens[place - 1]?.kind !== 'pause');
    if (walk.isTold) walk.open = null;
  } else if (walk.open !== null && (lexicon.is('fillers', text) || /ly$/.test(text))) {
    return place + 1;
  } else if (walk.open === 'marked' && walk.isDenied) {
    if (!lexicon.is('passives', text) && !lexicon.is('anything', text) && !lexicon.is('me', text))
      walk.open = null;
  } else if (!(walk.open === 'first' && isCapital && walk.tokens[place + 1]?.kind === 'pause')) {
    walk.open = null;
  }
  return place + 1;
}

function politeAt({ tokens, lexicon, isTold }: Walk, place: number): number {
  if (isTold) return 0;
  const phrases = lexicon.polite.get((tokens[place] as Token).text) ?? [];
  const found = phrases.find((phrase) =>
    phrase.every((word, offset) => tokens[place + offset]?.text === word),
  );
  return found?.length ?? 0;
}

/** `don't`, `do not`, `without`; `not` alone only where a verb follows. */
function denies({ tokens, lexicon, isTold }: Walk, place: number): boolean {
  const { text } = tokens[place] as Token;
  if (lexicon.is('negatingArticles', text)) return !isTold;
  return lexicon.is('negators', text);
}

interface Found {
  verb: Verb;
  /** How many words it takes: a particle next to it is one more. */
  length: number;
}

function verbHere(walk: Walk, place: number): Found | null {
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
function participleAt({ tokens, lexicon, isGoverned }: Walk, place: number): Found | null {
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

function deniedVerb({ tokens, lexicon, open }: Walk, place: number): Found | null {
  if (open === null && lexicon.language.hasFreeInfinitives !== true) return null;
  for (const mood of ['infinitive', 'command', 'gerund', 'participle'] as const) {
    const found = verbAt(tokens, place, lexicon, mood);
    if (found !== null) return found;
  }
  return null;
}

type VerbMood = 'command' | 'infinitive' | 'participle' | 'gerund';
const MAX_TO_PARTICLE = 28;

/** The verb with a particle after it, where there is one; else the verb alone. */
function verbAt(tokens: readonly Token[], place: number, lexicon: Lexicon, mood: VerbMood): Found | null {
  const { text, kind } = tokens[place] as Token;
  if (kind !== 'word') return null;
  const reach = lexicon.language.hasFreeInfinitives === true ? MAX_TO_PARTICLE : 7;
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

/** Whether a word that is a noun too is a verb at this place. */
function isVerbHere(
  tokens: readonly Token[],
  place: number,
  lexicon: Lexicon,
  open: 'first' | 'next' | 'marked',
): boolean {
  const token = tokens[place] as Token;
  const verb = lexicon.verbs.get(token.text);
  if (verb === undefined || !verb.isNoun) return true;
  const next = tokens[place + 1];
  if (isObjectSign(next, lexicon))
    return !(open === 'first' && next?.kind === 'number' && tokens[place + 2]?.text === 'is');
  if (open !== 'first')
    return next?.kind === 'word' && lexicon.language.name === 'en' && mayStartObject(next, lexicon);
  return next === undefined || next.kind === 'pause' ? place === 0 : !NOMINAL_NEXT.test(next.text);
}

/** `and email accounting` against `email and message from Bob`. */
function mayStartObject({ text }: Token, lexicon: Lexicon): boolean {
  return (
    !lexicon.is('prepositions', text) &&
    !lexicon.is('conjunctions', text) &&
    !NOMINAL_NEXT.test(text) &&
    !lexicon.is('subordinators', text)
  );
}

function take(walk: Walk, place: number, { verb, length }: Found): number {
  const { tokens, lexicon, isDenied } = walk;
  const token = tokens[place] as Token;
  const object = phraseAfter(tokens, place + length, lexicon);
  const isInfinitive = verb.moods.has('infinitive') && lexicon.language.hasFreeInfinitives === true;
  const whole =
    isInfinitive && !isObjectSign(tokens[place + length], lexicon) ? withBefore(walk, place, object) : object;
  walk.commands.push({
    verb,
    object: whole,
    isDenied,
    isGeneral: isDenied && isGeneral(walk, place, object),
    from: isDenied ? walk.deniedFrom : token.from,
    to: object.to,
  });
  walk.open = null;
  walk.isForOthers = !isDenied && verb.senses.includes('urge') && !object.isMe;
  walk.isGoverned = true;
  return place + length;
}

/** In languages where the verb stands last, its object stands before it. */
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

function isGeneral({ tokens, lexicon }: Walk, place: number, object: Phrase): boolean {
  const before = tokens.slice(Math.max(0, place - 3), place).map(({ text }) => text);
  const around = [...before, ...object.words];
  if (object.words.some((word) => lexicon.is('exceptions', word))) return false;
  if (object.words.length === 0 || around.some((word) => lexicon.is('anything', word)))
    return !object.hasName;
  return false;
}

/** Without a verb, a sentence with `please` asks for what it names, and `no payment yet` denies it. */
function withoutVerb(tokens: readonly Token[], lexicon: Lexicon): Command[] {
  const isAsked = tokens.some(({ text }) => lexicon.is('please', text));
  const object = phraseAfter(tokens, 0, lexicon);
  const noun = tokens.findIndex((_, place) => classAt(tokens, place, lexicon) !== null);
  const isDenied = tokens
    .slice(0, Math.max(noun, 0))
    .some(({ text }) => lexicon.is('negatingArticles', text));
  if (noun < 0 || !(isAsked || isDenied)) return [];
  const [{ from } = { from: 0 }] = tokens;
  return [{ verb: null, object, isDenied, isGeneral: isDenied, from, to: object.to }];
}

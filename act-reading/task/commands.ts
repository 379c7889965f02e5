/**
 * Finds in the sentences of a task what is commanded and what is denied. A verb is a command at the beginning of a clause
 * and after words that ask for it; questions, relative clauses, and what others shall be told to do are none.
 */
import { languageOf } from './languages/detect.ts';
import type { Lexicon } from './languages/lexicon.ts';
import type { NounClass } from './languages/noun-classes.ts';
import { firstNounIn } from './phrase.ts';
import { type Sentence, withoutClitics } from './sentences.ts';
import { nounAt, take } from './take.ts';
import type { Token } from './tokens.ts';
import { isVerbHere, verbAt } from './verb-at.ts';
import { verbHere } from './verb-here.ts';
import type { Command, Walk } from './walk.ts';
import { namedIn } from './without-verb.ts';

export interface Found {
  commands: Command[];
  /** It is a question, with or without its mark. */
  asks: boolean;
  /** What the sentence speaks of, for an `it` in the next one. */
  mentioned: NounClass[];
}

/** @param mentioned what the sentences before speak of. */
export function commandsOf(
  { tokens: written, isQuestion }: Sentence,
  otherwise: Lexicon | null,
  mentioned: readonly NounClass[],
): Found {
  const lexicon = languageOf(written) ?? otherwise;
  if (lexicon === null) return { commands: [], asks: isQuestion, mentioned: [] };
  const tokens = withoutClitics(written, lexicon);
  const first = tokens.find(({ kind }) => kind === 'word');
  const asks =
    isQuestion || (first !== undefined && lexicon.is('questions', first.text) && !isCondition(tokens, first));
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
    firstNoun: firstNounIn(tokens, lexicon),
    mentioned,
  };
  let place = 0;
  while (place < tokens.length) place = step(walk, place);
  const named = walk.commands.length === 0 && !asks ? namedIn(tokens, lexicon) : null;
  if (named !== null) {
    const [{ from } = { from: 0 }] = tokens;
    walk.commands.push({ verb: null, ...named, isGeneral: named.isDenied, from, to: named.object.to });
  }
  // `Kannst du …` asks for something, though its verb is not known.
  return {
    commands: walk.commands,
    asks: asks && (walk.isQuestion || walk.commands.length > 0),
    mentioned: nounAt(walk, walk.firstNoun),
  };
}

const WHEN = new Set('when whenever wenn quand cuando quando wanneer'.split(' '));

/** `When it arrives, pay it.` */
function isCondition(tokens: readonly Token[], first: Token): boolean {
  return WHEN.has(first.text) && tokens.some(({ text }) => text === ',');
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
  const { tokens } = walk;
  const token = tokens[place] as Token;
  if (token.kind === 'pause') return pause(walk, place);
  if (token.kind !== 'word') {
    if (token.kind !== 'number' || walk.open !== 'first') walk.open = null;
    return place + 1;
  }
  const polite = politeAt(walk, place);
  if (polite > 0) {
    walk.open = walk.isDenied ? 'marked' : 'first';
    if (walk.isDenied) return place + polite;
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
    if (lexicon.is('please', text)) walk.open = 'first';
    else walk.open = mayMark ? 'marked' : null;
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
  if (isTold && !lexicon.is('conjunctions', tokens[place - 1]?.text ?? '')) return 0;
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

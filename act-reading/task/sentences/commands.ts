/**
 * Finds what the sentences of a task command and deny. A verb is a command at the beginning of a clause; questions
 * and relative clauses command nothing.
 */

import type { NounClass } from '../../lexicon/nouns.ts';
import { setOf } from '../../lists.ts';
import { languageOf } from '../languages/detect.ts';
import type { Lexicon } from '../languages/lexicon.ts';
import type { Token } from '../tokens.ts';
import { firstNounIn } from './phrase.ts';
import { type Sentence, withoutClitics } from './sentences.ts';
import { nounAt, take } from './take.ts';
import { isVerbHere, verbAt } from './verb-at.ts';
import { verbHere } from './verb-here.ts';
import type { Command, Walk } from './walk.ts';
import { namedIn } from './without-verb.ts';

export interface Found {
  commands: Command[];
  /** The sentence is a question, with or without a question mark. */
  asks: boolean;
  /** Nouns that the sentence mentions, for an `it` in the next one. */
  mentioned: NounClass[];
}

/** @param mentioned the nouns of the sentences before. */
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
    walk.commands.push({ verb: null, ...named, from, to: named.object.to });
  }
  // `Kannst du …` asks for something even if its verb is unknown.
  return {
    commands: walk.commands,
    asks: asks && (walk.isQuestion || walk.commands.length > 0),
    mentioned: nounAt(walk, walk.firstNoun),
  };
}

const WHEN = setOf('when whenever wenn quand cuando quando wanneer');

/** Recognises `When it arrives, pay it.` */
function isCondition(tokens: readonly Token[], first: Token): boolean {
  return WHEN.has(first.text) && tokens.some(({ text }) => text === ',');
}

/** `Send it?` is a polite command. */
function beginsWithCommand(tokens: readonly Token[], lexicon: Lexicon): boolean {
  const place = tokens.findIndex(({ kind }) => kind === 'word');
  const token = tokens[place];
  if (token === undefined || lexicon.is('questions', token.text)) return false;
  return verbAt(tokens, place, lexicon, 'command') !== null && isVerbHere(tokens, place, lexicon, 'first');
}

/** @returns the place to continue from. */
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
    walk.open = 'first';
    walk.isQuestion = false;
    walk.isTold = false;
    return place + polite;
  }
  if (walk.lexicon.is('negators', token.text)) {
    walk.isDenied = true;
    walk.deniedFrom = token.from;
    return place + 1;
  }
  const found = verbHere(walk, place);
  if (found !== null) return take(walk, place, found);
  return pass(walk, place, token);
}

/** After a comma, a dash or a bracket, another command may follow. */
function pause(walk: Walk, place: number): number {
  const token = walk.tokens[place] as Token;
  const before = walk.commands.at(-1);
  const isColon = token.text.startsWith(':');
  if (isColon && before !== undefined && saysSomething(before)) return walk.tokens.length;
  walk.open = isColon || /\n/.test(token.text) ? 'first' : 'next';
  walk.isTold = false;
  walk.isDenied = false;
  return place + 1;
}

/** The text after a message and a colon is what the message says. */
function saysSomething({ verb, isDenied }: Command): boolean {
  return !isDenied && (verb?.senses.some((sense) => sense === 'send' || sense === 'tell') ?? false);
}

function pass(walk: Walk, place: number, { text, isCapital }: Token): number {
  const { lexicon } = walk;
  if (lexicon.is('conjunctions', text)) {
    if (walk.open !== 'first') walk.open = 'next';
    walk.isDenied = false;
  } else if (
    lexicon.is('subordinators', text) &&
    !(walk.open === 'first' && lexicon.is('determiners', text))
  ) {
    walk.isTold = !(lexicon.is('determiners', text) && walk.tokens[place - 1]?.kind !== 'pause');
    if (walk.isTold) walk.open = null;
  } else if (
    !/ly$/.test(text) &&
    !(walk.open === 'first' && isCapital && walk.tokens[place + 1]?.kind === 'pause')
  ) {
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

/**
 * Derives from the words of a task which effects it asks for and which targets it names. Pure and deterministic. A
 * text that can't be read with confidence asks for nothing: a question, an unknown language, what others should do, a
 * pasted text.
 */

import type { NounClass } from '../lexicon/nouns.ts';
import { EFFECTS, type Effect, type Target } from '../targets/index.ts';
import { type Meaning, meaningOf } from './effects-of.ts';
import { greatestNumberIn } from './greatest-number.ts';
import { languageOf } from './languages/detect.ts';
import type { Lexicon } from './languages/lexicon.ts';
import { moneyOfTask } from './money.ts';
import { type Literal, literalsOf, MAX_NAMED } from './named-targets.ts';
import { withoutPasted } from './pasted.ts';
import { commandsOf } from './sentences/commands.ts';
import { allClassesIn } from './sentences/phrase.ts';
import { sentencesOf } from './sentences/sentences.ts';
import type { Command } from './sentences/walk.ts';
import { type Token, tokensOf } from './tokens.ts';

export interface DerivedTerms {
  /** In the order of `EFFECTS`, and always with `read`. */
  effects: Effect[];
  /** Targets that the text names and does not except. */
  targets: Target[];
  /** The greatest number that the task gives a reason for; null if the text names no amount. */
  greatestNumber: number | null;
  /** Empty if the text names no amount, or none with a currency. */
  currencies: string[];
  /** The text names an amount of money, and nothing says that it is paid again. */
  paysOnce: boolean;
  /** If the language is unknown, only `read` is derived. */
  isLanguageKnown: boolean;
}

export function deriveTerms(task: string): DerivedTerms {
  const text = withoutPasted(task.normalize('NFC').replace(/\r\n?/g, '\n'))
    .replace(/[’ʼ]/g, "'")
    .replace(/[^\S\n]/g, ' ');
  const literals = literalsOf(text);
  const tokens = tokensOf(text, literals);
  const sentences = sentencesOf(tokens);
  const language = languageOf(tokens);
  let mentioned: NounClass[] = [];
  let asks = false;
  const commands: Command[] = [];
  for (const sentence of sentences) {
    const found = commandsOf(sentence, language, mentioned);
    if (found.mentioned.length > 0) mentioned = found.mentioned;
    asks ||= found.asks;
    commands.push(...found.commands);
  }
  const greatestNumber = greatestNumberIn(text);
  const { currencies, once } = moneyOfTask(text);
  const namesMoney = greatestNumber !== null && currencies.length > 0;
  return {
    effects: effectsOf(commands, {
      isUnderstood: commands.some(saysSomething) || asks || !isSurelyRead(tokens, language),
      speaksOf: language === null ? new Set() : allClassesIn(tokens, language),
    }),
    targets: targetsOf(literals, exceptedIn(text, commands)),
    greatestNumber,
    currencies: namesMoney ? currencies : [],
    paysOnce: namesMoney && once,
    isLanguageKnown: language !== null,
  };
}

/** Enough of its words are known, and none of them reports something done: `He paid the bill.` */
function isSurelyRead(tokens: readonly Token[], language: Lexicon | null): boolean {
  if (language === null) return false;
  const words = tokens.filter(({ kind }) => kind === 'word');
  const known = words.filter(({ text }) => {
    return (
      language.is('common', text) || language.is('prepositions', text) || language.nounClass(text) !== null
    );
  });
  const isTold = words.some(
    ({ text }, place) => place > 0 && language.verbs.get(text)?.moods.has('participle') === true,
  );
  return !isTold && known.length * 4 > words.length;
}

/** A noun alone asks for something only if it is a thing to be made, such as a table for two. */
function saysSomething(command: Command): boolean {
  const { verb, isDenied } = command;
  return verb !== null || isDenied || meaningOf(command).sure.length > 0;
}

interface Setting {
  /** Some of the text was read as a command, a denial or a question. */
  isUnderstood: boolean;
  speaksOf: ReadonlySet<NounClass>;
}

/** Effects that a noun may mean without a verb, as in `New badge for Ada`. */
const UNSAID: Partial<Record<NounClass, Effect>> = {
  access: 'configure',
  device: 'configure',
  program: 'execute',
  money: 'pay',
};
/** A task that does more than read may also keep notes and tell others, because those must be known anyway. */
const AMONG_KNOWN: readonly Effect[] = ['write', 'send', 'share', 'book'];

interface Understood extends Meaning {
  isDenied: boolean;
}

/** A denial removes what only usually belongs to a task. */
function effectsOf(commands: readonly Command[], setting: Setting): Effect[] {
  const { isUnderstood, speaksOf } = setting;
  const understood: Understood[] = [];
  for (const command of commands) {
    const { isDenied } = command;
    understood.push({ ...meaningOf(command), isDenied });
  }
  const effects = new Set<Effect>(['read']);
  for (const { sure, implied, isDenied } of understood) {
    if (!isDenied) for (const effect of [...sure, ...implied]) effects.add(effect);
  }
  if (!isUnderstood) {
    effects.add('write');
    for (const kind of speaksOf) effects.add(UNSAID[kind] ?? 'write');
  }
  if (effects.size > 1) {
    // Acting on code or servers takes running something.
    if (speaksOf.has('program')) effects.add('execute');
    for (const effect of AMONG_KNOWN) effects.add(effect);
  }
  for (const { sure, isDenied } of understood) {
    if (!isDenied) continue;
    const asked = understood.filter((other) => !other.isDenied);
    for (const effect of sure)
      if (!asked.some((other) => other.sure.includes(effect))) effects.delete(effect);
  }
  return EFFECTS.filter((effect) => effects.has(effect));
}

interface Span {
  from: number;
  to: number;
}

const EXCEPT =
  /(?:\bexcept(?: for)?|\bbut not|,\s*not|\bother than|\bleave out|\bleaving out|\bexclud(?:e|ing)|\baußer|\bsauf|\bexcepto|\bsalvo|\bnicht an|\btranne)\s[^.,;:!?\n]{0,200}/giu;

/** Finds where the text speaks of what must not be reached. */
function exceptedIn(text: string, commands: readonly Command[]): Span[] {
  const denied = commands.filter(({ isDenied }) => isDenied).map(({ from, to }) => ({ from, to }));
  const excepted = [...text.matchAll(EXCEPT)].map((match) => ({
    from: match.index,
    to: match.index + match[0].length,
  }));
  return [...denied, ...excepted];
}

function targetsOf(literals: readonly Literal[], excepted: readonly Span[]): Target[] {
  const targets = new Map<string, Target>();
  for (const { from, targets: named } of literals) {
    if (excepted.some((span) => span.from <= from && from < span.to)) continue;
    for (const target of named)
      if (targets.size < MAX_NAMED) targets.set(`${target.kind} ${target.value}`, target);
  }
  return [...targets.values()];
}

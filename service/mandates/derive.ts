/**
 * Derives from the words of a task what belongs to it: the effects that it asks for, and the targets that it names. Pure and
 * deterministic. What it is not sure to read asks for nothing: a question, an unknown language, what others shall do.
 */
import { EFFECTS, type Effect, type Target } from '../targets/index.ts';
import { type Command, commandsOf, sentencesOf } from './task/commands.ts';
import { languageOf } from './task/languages.ts';
import { type Meaning, meaningOf } from './task/meaning.ts';
import { type Literal, literalsOf, MAX_NAMED } from './task/named-targets.ts';
import type { NounClass } from './task/noun-classes.ts';
import { type Token, tokensOf } from './task/tokens.ts';

export interface DerivedTerms {
  /** In the order of `EFFECTS`, with `read` always. */
  effects: Effect[];
  /** Those that stand in the text as such, and are not excepted there. */
  targets: Target[];
  /** Where it is not, nothing but `read` is derived. */
  isLanguageKnown: boolean;
}

export function deriveTerms(task: string): DerivedTerms {
  const text = task
    .normalize('NFC')
    .replace(/[’ʼ]/g, "'")
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]/g, ' ');
  const literals = literalsOf(text);
  const tokens = tokensOf(text, literals);
  const sentences = sentencesOf(tokens);
  const language = languageOf(tokens);
  const commands = sentences.map((sentence) => commandsOf(sentence, language));
  const isCode = speaksOfCode(tokens, literals);
  return {
    effects: effectsOf(commands.flat(), isCode),
    targets: targetsOf(literals, exceptedIn(text, commands.flat())),
    isLanguageKnown: language !== null,
  };
}

interface Understood extends Meaning {
  isDenied: boolean;
  isGeneral: boolean;
}

/** A denial takes away what only usually belongs to a task; a denial of all such acts, what was asked before too. */
function effectsOf(commands: readonly Command[], isCode: boolean): Effect[] {
  const understood: Understood[] = [];
  let before: readonly NounClass[] = [];
  for (const command of commands) {
    const { isDenied, isGeneral, object } = command;
    understood.push({ ...meaningOf(command, before, isCode), isDenied, isGeneral });
    if (!object.isPronoun) before = [...object.direct, ...object.rest];
  }
  const effects = new Set<Effect>(['read']);
  for (const { sure, implied, isDenied } of understood) {
    if (!isDenied) for (const effect of [...sure, ...implied]) effects.add(effect);
  }
  for (const [place, { sure, isDenied, isGeneral }] of understood.entries()) {
    if (!isDenied) continue;
    const asked = understood.filter((other, at) => !other.isDenied && (!isGeneral || at > place));
    for (const effect of sure)
      if (!asked.some((other) => other.sure.includes(effect))) effects.delete(effect);
  }
  // What does anything may keep its own notes of it, unless that is denied.
  const keepsNothing = understood.some((one) => one.isDenied && one.isGeneral && one.sure.includes('write'));
  if (effects.size > 1 && !keepsNothing) effects.add('write');
  return EFFECTS.filter((effect) => effects.has(effect));
}

const CODE_WORDS = new Set(
  `bug bugs repo repository branch commit pr lint linter ci codebase refactor compile npm pip pytest jest docker dockerfile typescript
  javascript python rust golang java readme dependency dependencies deps cli regex stacktrace endpoint unit-test unittest
  tests typecheck tsc eslint webpack vite cargo gradle maven makefile pull-request merge code function module package
  api build pipeline workflow django rails flask react vue kubernetes terraform helm git main develop master lockfile
  traceback exception backend frontend`
    .trim()
    .split(/\s+/),
);
const CODE_FILE =
  /\.(?:js|ts|jsx|tsx|mjs|py|sh|rs|rb|go|java|kt|swift|php|cs|cpp|c|h|hpp|tf|sql|lua|vue|svelte|gradle|toml|lock|ipynb)$/i;

function speaksOfCode(tokens: readonly Token[], literals: readonly Literal[]): boolean {
  if (
    tokens.some(
      ({ kind, text }) => kind === 'word' && (CODE_WORDS.has(text) || CODE_WORDS.has(text.replace(/s$/, ''))),
    )
  )
    return true;
  return literals.some(({ targets }) => targets.some(({ value }) => CODE_FILE.test(value)));
}

interface Span {
  from: number;
  to: number;
}

const EXCEPT =
  /(?:\bexcept(?: for)?|\bbut not|,\s*not|\bother than|\baußer|\bsauf|\bexcepto|\bsalvo|\bnicht an|\btranne)\s[^.,;:!?\n]{0,200}/giu;

/** Where the text speaks of what must not be reached. */
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

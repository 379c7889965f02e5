/**
 * Derives from the words of a task what belongs to it: the effects that it asks for, and the targets that it names. Pure and
 * deterministic. What it is not sure to read asks for nothing: a question, an unknown language, what others shall do, a pasted
 * text.
 */
import { EFFECTS, type Effect, type Target } from '../targets/index.ts';
import { commandsOf } from './commands.ts';
import type { Meaning } from './effects-of.ts';
import { greatestNumberIn } from './greatest-number.ts';
import { byIdioms } from './idioms.ts';
import { languageOf } from './languages/detect.ts';
import type { Lexicon } from './languages/lexicon.ts';
import type { NounClass } from './languages/noun-classes.ts';
import { meaningOf } from './meaning.ts';
import { moneyOfTask } from './money.ts';
import { type Literal, literalsOf, MAX_NAMED } from './named-targets.ts';
import { withoutPasted } from './pasted.ts';
import { allClassesIn } from './phrase.ts';
import { sentencesOf } from './sentences.ts';
import { type Token, tokensOf } from './tokens.ts';
import type { Command } from './walk.ts';

export interface DerivedTerms {
  /** In the order of `EFFECTS`, with `read` always. */
  effects: Effect[];
  /** Those that stand in the text as such, and are not excepted there. */
  targets: Target[];
  /** The most that an action of it can have a reason for; null where the text names no amount. */
  greatestNumber: number | null;
  /** Empty where it names no amount, or none of a currency. */
  currencies: string[];
  /** It names an amount of money, and nothing of it says that it is paid again. */
  paysOnce: boolean;
  /** Where it is not, nothing but `read` is derived. */
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
  const isCode = speaksOfCode(tokens, literals);
  const greatestNumber = greatestNumberIn(text, language?.language.name ?? null);
  const { currencies, once } = moneyOfTask(text);
  const namesMoney = greatestNumber !== null && currencies.length > 0;
  return {
    effects: effectsOf(commands, {
      isCode,
      isOperation: isCode || speaksOfOperation(tokens),
      isUnderstood: commands.some(saysSomething) || asks || !isSurelyRead(tokens, language),
      idioms: byIdioms(text),
      speaksOf: language === null ? new Set() : allClassesIn(tokens, language),
    }),
    targets: targetsOf(literals, exceptedIn(text, commands)),
    greatestNumber,
    currencies: namesMoney ? currencies : [],
    paysOnce: namesMoney && once,
    isLanguageKnown: language !== null,
  };
}

/** Enough of its words are known, and none of them tells what was done: `He paid the bill.` */
function isSurelyRead(tokens: readonly Token[], language: Lexicon | null): boolean {
  if (language === null) return false;
  const words = tokens.filter(({ kind }) => kind === 'word');
  const known = words.filter(({ text }) => {
    return (
      language.common.has(text) || language.is('prepositions', text) || language.nounClass(text) !== null
    );
  });
  const isTold = words.some(
    ({ text }, place) => place > 0 && language.verbs.get(text)?.moods.has('participle') === true,
  );
  return !isTold && known.length * 4 > words.length;
}

/** A noun alone says something where it is a thing to be made, such as a table for two. */
function saysSomething(command: Command): boolean {
  const { verb, isDenied } = command;
  return verb !== null || isDenied || meaningOf(command, false).sure.length > 0;
}

interface Setting {
  isCode: boolean;
  /** What it changes, it changes by running something. */
  isOperation: boolean;
  /** Something of it is read as a command, a denial or a question. */
  isUnderstood: boolean;
  /** What turns of speech ask for. */
  idioms: readonly Effect[];
  speaksOf: ReadonlySet<NounClass>;
}

/** What may be meant by a noun where no verb says it, as in `New badge for Ada`. */
const UNSAID: Partial<Record<NounClass, Effect>> = {
  access: 'configure',
  device: 'configure',
  program: 'execute',
  package: 'execute',
  money: 'pay',
};
/** These reach others, who must be known anyway, and may be told of what is done. */
const AMONG_KNOWN: readonly Effect[] = ['send', 'share', 'book'];

interface Understood extends Meaning {
  isDenied: boolean;
  isGeneral: boolean;
}

/** A denial takes away what only usually belongs to a task; a denial of all such acts, what was asked before too. */
function effectsOf(commands: readonly Command[], setting: Setting): Effect[] {
  const { isCode, isOperation, isUnderstood, idioms, speaksOf } = setting;
  const understood: Understood[] = [];
  for (const command of commands) {
    const { isDenied, isGeneral } = command;
    understood.push({ ...meaningOf(command, isCode), isDenied, isGeneral });
  }
  const effects = new Set<Effect>(['read']);
  for (const { sure, implied, isDenied } of understood) {
    if (!isDenied) for (const effect of [...sure, ...implied]) effects.add(effect);
  }
  for (const effect of idioms) effects.add(effect);
  if (!isUnderstood) {
    effects.add('write');
    for (const kind of speaksOf) effects.add(UNSAID[kind] ?? 'write');
  }
  if (effects.size > 1) {
    if (isOperation) effects.add('execute');
    for (const effect of AMONG_KNOWN) effects.add(effect);
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

const listed = (text: string) => new Set(text.trim().split(/\s+/));
/** One of these tells that the task is about code; of the others it takes two. */
const CODE_WORDS =
  listed(`bug repo repository pr lint linter ci codebase refactor compile npm pip pytest jest docker dockerfile typescript
  javascript python golang readme dependency dependencies deps cli regex stacktrace unit-test unittest typecheck tsc eslint
  webpack cargo gradle maven makefile pull-request lockfile traceback django rails flask git rebase changelog`);
const LIKELY_CODE_WORDS =
  listed(`branch commit test code function module package api build pipeline workflow merge main develop
  master rust go java react vue exception backend frontend endpoint class method script release version deploy push flag config
  debug implement helper library parser component type flaky error staging migration`);
const OPERATION_WORDS =
  listed(`firewall bucket buckets prod production staging cluster kubernetes k8s dns terraform node load-balancer subnet
  vpc vm namespace replica replicas ingress s3 ec2 aws gcp azure kubectl rollout container containers server servers nginx systemd
  pare-feu cortafuegos monitoring uptime balancer ttl`);
const CODE_FILE =
  /\.(?:js|ts|jsx|tsx|mjs|py|sh|rs|rb|go|java|kt|swift|php|cs|cpp|c|h|hpp|tf|sql|lua|vue|svelte|gradle|toml|lock|ipynb)$/i;

function speaksOfCode(tokens: readonly Token[], literals: readonly Literal[]): boolean {
  const words = new Set(
    tokens.filter(({ kind }) => kind === 'word').flatMap(({ text }) => [text, text.replace(/s$/, '')]),
  );
  if ([...CODE_WORDS].some((word) => words.has(word))) return true;
  if ([...LIKELY_CODE_WORDS].filter((word) => words.has(word)).length > 1) return true;
  return literals.some(({ targets }) => targets.some(({ value }) => CODE_FILE.test(value)));
}

function speaksOfOperation(tokens: readonly Token[]): boolean {
  return tokens.some(({ kind, text }) => kind === 'word' && OPERATION_WORDS.has(text));
}

interface Span {
  from: number;
  to: number;
}

const EXCEPT =
  /(?:\bexcept(?: for)?|\bbut not|,\s*not|\bother than|\bleave out|\bleaving out|\bexclud(?:e|ing)|\baußer|\bsauf|\bexcepto|\bsalvo|\bnicht an|\btranne)\s[^.,;:!?\n]{0,200}/giu;

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

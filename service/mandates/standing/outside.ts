/** Finds the parts of an action that are beyond a mandate: its tool and effects, amounts, counts, what its task names. */

import type { Money, Particular } from '@assize/act-reading/act';
import { namesTool } from '@assize/act-reading/names';
import { type Effect, nameOf, type Reach } from '@assize/act-reading/targets';
import type { Catalogue } from '@assize/act-reading/tools';
import { hexOf, type TargetHashes } from '../../targets/known/index.ts';
import type { MandateTerms } from '../mandate.ts';
import { allowedBy, type CountedStep, type PlanStep } from '../plan/index.ts';
import { unnamedIn } from '../unnamed-changes.ts';
import { TaskWords } from '../words.ts';
import { type MandateNow, targetsFor } from './mandate-now.ts';

const MAX_UNNAMED = 5;

/** The parts of an action that are beyond the mandate. */
export interface Outside {
  effects: Effect[];
  tool: boolean;
  /** The places of targets for which the task names others of the same form. */
  targets: string[];
  /** The effects that delete or configure something, where the task mentions neither the targets nor the arguments. */
  unspoken: Effect[];
  /** Whether the greatest number in its arguments is more than the task allows. */
  number: boolean;
  /** The place of a currency that the task does not name; left out where there is none. */
  currency?: string;
  /** The place that repeats the payment, where the task is for one payment; left out where there is none. */
  repeats?: string;
  /**
   * The rows, columns and rights that it changes although the task does not name them; left out where there are none.
   */
  unnamed?: string[];
  /** The bounds of the plan for this tool that the action exceeds; left out where there are none. */
  planned?: BeyondPlan;
  /** The plan has forgotten the tool, which only reads, and no secrets; left out where it has not. */
  forgotten?: true;
}

export interface BeyondPlan {
  /** All effects that the plan has for the tool, where the action has others. */
  effects?: Effect[];
  /** The greatest amount, where the action has a greater one. */
  amount?: number;
  /** The place of another currency than the plan's. */
  currency?: string;
  /** How often it may be used, where it was used as often. */
  count?: number;
}

export interface Act {
  agentId: string | null;
  /** Whether to compare the names of agents letter by letter, as for records from before names had a common form. */
  byLetter: boolean;
  /** Whether the requester is not a party to the mandate. Naming its agent is not proof. */
  isOfOthers: boolean;
  action: string;
  effects: readonly Effect[];
  reaches: readonly Reach[];
  /** The greatest number in its arguments; null where they contain none, infinite where one can't be read. */
  greatestNumber: number | null;
  /** The words of its arguments. */
  words: () => readonly string[];
  /** The statements of the act about money; absent in records from before they were read. */
  money: () => Money;
  /** As it stood when the act was judged. */
  catalogue: Catalogue;
  /** The rows and fields that it changes; empty in records from before they were read. */
  changes: () => readonly Particular[];
  /** ms since the epoch. */
  at: number;
}

/** @param hashes null where no secret for targets was ever made. */
export function outsideOf(mandate: MandateNow, hashes: TargetHashes | null, act: Act): Outside {
  const { terms } = mandate;
  const outside = nothingOutside();
  const { greatestNumber } = act;
  outside.number =
    greatestNumber !== null && terms.greatest_number !== null && greatestNumber > terms.greatest_number;
  addMoney(outside, terms, act.money);
  if (terms.by_words && hashes !== null) addWords(outside, mandate, hashes, act);
  if (terms.plan === undefined) addTerms(outside, terms, act);
  else addPlan(outside, mandate, terms.plan, act);
  return outside;
}

/** Its members are in the order in which they are recorded. */
export function nothingOutside(): Outside {
  return { effects: [], number: false, targets: [], tool: false, unspoken: [] };
}

function addWords(outside: Outside, mandate: MandateNow, hashes: TargetHashes, act: Act): void {
  const { row, terms } = mandate;
  const task = new TaskWords(row.words, hashes, row.chain);
  // In older mandates the words alone decided.
  const targets = terms.source === undefined ? null : targetsFor(mandate, act.action);
  const isNamed = (reach: Reach) =>
    'value' in reach && targets?.has(hexOf(hashes.of(row.chain, nameOf(reach)))) === true;
  outside.targets = othersUnder(
    task,
    act.reaches.filter((reach) => !isNamed(reach)),
  );
  outside.unspoken = unspokenUnder(task, act);
  const unnamed = unnamedIn(act.changes(), task, MAX_UNNAMED);
  if (unnamed.length > 0) outside.unnamed = unnamed;
}

function addTerms(outside: Outside, { effects, tools }: MandateTerms, act: Act): void {
  outside.effects = act.effects.filter((effect) => !effects.includes(effect));
  outside.tool = tools.length > 0 && !tools.some((tool) => namesTool(tool, act.action));
}

function addPlan(outside: Outside, mandate: MandateNow, plan: readonly PlanStep[], act: Act): void {
  const { uses, terms } = mandate;
  const { action, effects, greatestNumber, money } = act;
  const allowed = allowedBy(plan, action, effects);
  outside.tool = !allowed.tool;
  outside.effects = effects.filter((effect) => !allowed.effects.includes(effect));
  if (outside.tool) {
    if (effects.every((effect) => effect === 'read') && !readsSecrets(act)) outside.forgotten = true;
    return;
  }
  const { amount, currencies, counted } = allowed;
  const beyond: BeyondPlan = {};
  if (outside.effects.length > 0) beyond.effects = allowed.effects;
  const most = terms.source === 'planned' ? (amount ?? 0) * OF_AN_AMOUNT : amount;
  if (amount !== null && most !== null && greatestNumber !== null && greatestNumber > most)
    beyond.amount = amount;
  const foreign =
    currencies && money().currencies.find(({ codes }) => !codes.some((one) => currencies.includes(one)));
  if (foreign) beyond.currency = foreign.path;
  if (counted.length > 0 && freeStep(counted, uses) === null)
    beyond.count = counted.reduce((sum, { most }) => sum + most, 0);
  if (Object.keys(beyond).length > 0) outside.planned = beyond;
}

/** A task says "about 240", and the invoice is 241.18: the words of a task allow as much. */
const OF_AN_AMOUNT = 1.1;

/** Whether an entry says that it returns secrets, or the tool is in no catalogue. */
function readsSecrets({ catalogue, action }: Act): boolean {
  const match = catalogue.match(action);
  return 'unlisted' in match || match.all.some(({ entry }) => entry.confidentiality === 'secret');
}

/** How often a step had been used at a past moment is not known, so what was recorded of it stays. */
export function withCountOf(outside: Outside, recorded: Outside): Outside {
  const count = recorded.planned?.count;
  return count === undefined ? outside : { ...outside, planned: { ...outside.planned, count } };
}

/** Returns a step that may be used once more; null where there is none. */
export function freeStep(counted: readonly CountedStep[], uses: MandateNow['uses']): CountedStep | null {
  return counted.find(({ key, most }) => (uses.get(key) ?? 0) < most) ?? null;
}

/** A currency that can't be determined from its notation may be any. */
function addMoney(outside: Outside, { currencies, pays_once }: MandateTerms, money: () => Money): void {
  if (currencies === undefined && pays_once === undefined) return;
  const said = money();
  const other = said.currencies.find(({ codes }) => !codes.some((code) => currencies?.includes(code)));
  if (currencies !== undefined && other !== undefined) outside.currency = other.path;
  if (pays_once === true && said.repeats !== null) outside.repeats = said.repeats;
}

/** Returns the places of targets other than those that the task names. Reading other targets is allowed. */
function othersUnder(task: TaskWords, reaches: readonly Reach[]): string[] {
  return reaches.flatMap((reach) => {
    if ('unreadable' in reach || reach.effect === 'read') return [];
    return task.namesAnother(reach) ? [reach.path] : [];
  });
}

/** The effects that a task allows only for things that it mentions. */
const TO_BE_SPOKEN_OF: readonly Effect[] = ['delete', 'configure'];

function unspokenUnder(
  task: TaskWords,
  { effects, reaches, words }: Pick<Act, 'effects' | 'reaches' | 'words'>,
): Effect[] {
  const bare = TO_BE_SPOKEN_OF.filter(
    (effect) =>
      effects.includes(effect) &&
      !reaches.some((reach) => reach.effect === effect && reach.role !== 'program'),
  );
  return bare.length === 0 || words().some((word) => task.speaksOf(word)) ? [] : bare;
}

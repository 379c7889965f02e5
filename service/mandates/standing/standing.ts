/**
 * Finds the standing of an action under the mandate that its request names: whether the mandate holds for it, which
 * parts of the action are beyond the mandate, and which of its targets the mandate knows.
 */

import type { Money, Particular } from '@assize/act-reading/act';
import { isSameName, namesTool } from '@assize/act-reading/names';
import type { Effect, Reach } from '@assize/act-reading/targets';
import type { Database } from '../../database/open.ts';
import { OPERATOR } from '../../evidence/changes/index.ts';
import { isSameParty } from '../../members/index.ts';
import type { TargetHashes } from '../../targets/known/index.ts';
import { findMandateRow, type MandateRow, type MandateTerms, stateOf, termsOf } from '../mandate.ts';
import { allowedBy, type CountedStep, type PlanStep, type TermsSource } from '../plan/index.ts';
import { unnamedIn } from '../unnamed-changes.ts';
import { TaskWords } from '../words.ts';

const MAX_UNNAMED = 5;

export interface MandateNow {
  row: MandateRow;
  terms: MandateTerms;
  /** The hashes of its targets, in hex. */
  targets: ReadonlySet<string>;
  /** How often each step of its plan was used, by the step's key. */
  uses: ReadonlyMap<string, number>;
}

const NO_USES: MandateNow['uses'] = new Map();

export function mandateNow(row: MandateRow, uses = NO_USES): MandateNow {
  const terms = termsOf(row);
  return { row, terms, targets: new Set(terms.targets), uses };
}

/** Returns the mandate as if it were unused and not closed, since its use at a past moment is not known. */
export function unused(mandate: MandateNow): MandateNow {
  const row = { ...mandate.row, closed_at: null, actions_used: 0, spent_micro_usd: 0 };
  return { ...mandate, row, uses: NO_USES };
}

/** Finds the mandate under a version of its terms; null where there is none. */
export async function findMandateVersion(
  db: Database,
  chain: number,
  mandateId: string,
  version: number,
): Promise<MandateNow | null> {
  const row = await findMandateRow(db, chain, mandateId);
  if (row === undefined) return null;
  const kept = await db
    .selectFrom('mandate_versions')
    .select('terms')
    .where('chain', '=', chain)
    .where('mandate_id', '=', mandateId)
    .where('version', '=', version)
    .executeTakeFirst();
  // A mandate of another agent is recorded without a version.
  return mandateNow(kept === undefined ? row : { ...row, version, terms: kept.terms });
}

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
  /** The plan has forgotten the tool, which only reads a register of the tenant's; left out where it has not. */
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

export interface Standing {
  id: string;
  /** The version of its terms; 0 where it is unknown. */
  version: number;
  state: 'open' | 'unknown' | 'closed' | 'expired' | 'used_up' | 'of_another_agent' | 'of_another_party';
  strict: boolean;
  /** Whether a target that the words of the task name is known. */
  by_words: boolean;
  /** It has a plan; left out where it has none. */
  plan?: true;
  /** The origin of its terms; left out where it is not kept. */
  source?: TermsSource;
  outside: Outside;
  /** The remainder of its budget; null where it has none. */
  remaining_micro_usd: number | null;
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
  /** Whether the tool only reads a register of the tenant's that is not confidential. */
  isOwnRead: () => boolean;
  /** The rows and fields that it changes; empty in records from before they were read. */
  changes: () => readonly Particular[];
  /** ms since the epoch. */
  at: number;
}

/**
 * @param mandate null where the chain has no mandate with this id.
 * @param hashes null where no secret for targets was ever made.
 */
export function standing(
  id: string,
  mandate: MandateNow | null,
  hashes: TargetHashes | null,
  act: Act,
): Standing {
  const { agentId, byLetter, isOfOthers, effects, reaches, greatestNumber, words, money, changes, at } = act;
  if (mandate === null) return standingOf(id, 0, 'unknown');
  const { row, terms } = mandate;
  if (!isForAgent(row, agentId, byLetter)) return standingOf(id, 0, 'of_another_agent');
  if (isOfOthers) return standingOf(id, 0, 'of_another_party');
  const held = standingOf(id, row.version, stateOf(row, at, terms), terms);
  if (held.state !== 'open') return held;
  const { outside } = held;
  outside.number =
    greatestNumber !== null && terms.greatest_number !== null && greatestNumber > terms.greatest_number;
  addMoney(outside, terms, money);
  const task = terms.by_words && hashes !== null ? new TaskWords(row.words, hashes, row.chain) : null;
  if (task !== null) {
    outside.targets = othersUnder(task, reaches);
    outside.unspoken = unspokenUnder(task, { effects, reaches, words });
    const unnamed = unnamedIn(changes(), task, MAX_UNNAMED);
    if (unnamed.length > 0) outside.unnamed = unnamed;
  }
  if (terms.plan === undefined) addTerms(outside, terms, act);
  else addPlan(outside, mandate, terms.plan, act);
  const { budget_micro_usd: budget } = terms;
  if (budget !== null) held.remaining_micro_usd = Math.max(0, budget - row.spent_micro_usd);
  return held;
}

function addTerms(outside: Outside, { effects, tools }: MandateTerms, act: Act): void {
  outside.effects = act.effects.filter((effect) => !effects.includes(effect));
  outside.tool = tools.length > 0 && !tools.some((tool) => namesTool(tool, act.action));
}

function addPlan(outside: Outside, { uses }: MandateNow, plan: readonly PlanStep[], act: Act): void {
  const { action, effects, greatestNumber, money } = act;
  const allowed = allowedBy(plan, action, effects);
  outside.tool = !allowed.tool;
  outside.effects = effects.filter((effect) => !allowed.effects.includes(effect));
  if (outside.tool) {
    if (effects.every((effect) => effect === 'read') && act.isOwnRead()) outside.forgotten = true;
    return;
  }
  const { amount, currencies, counted } = allowed;
  const beyond: BeyondPlan = {};
  if (outside.effects.length > 0) beyond.effects = allowed.effects;
  if (amount !== null && greatestNumber !== null && greatestNumber > amount) beyond.amount = amount;
  const other =
    currencies && money().currencies.find(({ codes }) => !codes.some((one) => currencies.includes(one)));
  if (other) beyond.currency = other.path;
  if (counted.length > 0 && freeStep(counted, uses) === null)
    beyond.count = counted.reduce((sum, { most }) => sum + most, 0);
  if (Object.keys(beyond).length > 0) outside.planned = beyond;
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

export function isForAgent({ agent_id }: MandateRow, agentId: string | null, byLetter: boolean): boolean {
  return byLetter ? agent_id === agentId : isSameName(agent_id, agentId);
}

/**
 * Where names are not believed, a mandate is for the party that opened it, or for any party if the operator opened it.
 * @param party the one that asks.
 */
export async function isOfOtherParty(
  db: Database,
  { chain, opened_by }: MandateRow,
  party: string,
): Promise<boolean> {
  return opened_by !== OPERATOR && !(await isSameParty(db, chain, party, opened_by));
}

/** A currency that can't be determined from its notation may be any. */
function addMoney(outside: Outside, { currencies, pays_once }: MandateTerms, money: () => Money): void {
  if (currencies === undefined && pays_once === undefined) return;
  const said = money();
  const other = said.currencies.find(({ codes }) => !codes.some((code) => currencies?.includes(code)));
  if (currencies !== undefined && other !== undefined) outside.currency = other.path;
  if (pays_once === true && said.repeats !== null) outside.repeats = said.repeats;
}

/** Returns a standing within all terms, its members in the order in which they are recorded. */
function standingOf(
  id: string,
  version: number,
  state: Standing['state'],
  terms: Pick<MandateTerms, 'by_words' | 'strict' | 'source' | 'plan'> = { by_words: false, strict: false },
): Standing {
  const { by_words, strict, source, plan } = terms;
  const outside: Outside = { effects: [], number: false, targets: [], tool: false, unspoken: [] };
  return {
    by_words,
    id,
    outside,
    ...(plan !== undefined && { plan: true as const }),
    remaining_micro_usd: null,
    ...(source !== undefined && { source }),
    state,
    strict,
    version,
  };
}

/**
 * Returns for each target whether an open mandate knows it. The parties of a plan are known for the tools of their
 * steps only.
 */
export function knownUnder(
  { row, terms, targets }: MandateNow,
  hashes: TargetHashes,
  action: string,
  reaches: readonly Reach[],
): boolean[] {
  const planned = allowedBy(terms.plan ?? [], action, []).targets;
  const task = terms.by_words ? new TaskWords(row.words, hashes, row.chain) : null;
  return reaches.map((reach) => {
    if ('unreadable' in reach) return false;
    const isNamed =
      targets.size + planned.size > 0 &&
      hashes.allOf(row.chain, reach).some((hash) => targets.has(hash) || planned.has(hash));
    return isNamed || task?.names(reach) === true;
  });
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

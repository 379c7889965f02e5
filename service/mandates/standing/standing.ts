/**
 * Where an action stands under the mandate that its request names: whether the mandate holds for it, what of it is
 * beyond the mandate, and which of its targets the mandate knows.
 */

import type { Money, Particular } from '@assize/act-reading/act';
import { isSameName, namesTool } from '@assize/act-reading/names';
import type { Effect, Reach } from '@assize/act-reading/targets';
import type { Database } from '../../database/open.ts';
import { OPERATOR } from '../../evidence/changes/index.ts';
import { isSameParty } from '../../members/index.ts';
import type { TargetHashes } from '../../targets/known/index.ts';
import { findMandateRow, type MandateRow, type MandateTerms, stateOf, termsOf } from '../mandate.ts';
import { unnamedIn } from '../unnamed-changes.ts';
import { isAnotherIn, isSpokenOf, standsIn } from '../words.ts';

const MAX_UNNAMED = 5;

export interface MandateNow {
  row: MandateRow;
  terms: MandateTerms;
  /** The hashes of its targets, in hex. */
  targets: ReadonlySet<string>;
}

export function mandateNow(row: MandateRow): MandateNow {
  const terms = termsOf(row);
  return { row, terms, targets: new Set(terms.targets) };
}

/** As if nothing had been done under it, and it were not closed: what has been used by a past moment is not known. */
export function unused(mandate: MandateNow): MandateNow {
  return { ...mandate, row: { ...mandate.row, closed_at: null, actions_used: 0, spent_micro_usd: 0 } };
}

/** As it stood under a version of its terms; null where there is none. */
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
  // One of another agent is recorded without a version.
  return mandateNow(kept === undefined ? row : { ...row, version, terms: kept.terms });
}

/** What of an action is beyond the mandate. */
export interface Outside {
  effects: Effect[];
  tool: boolean;
  /** The places of targets that are not those of their form that the task names. */
  targets: string[];
  /** It deletes or configures, and neither its targets nor its arguments are anything that the task speaks of. */
  unspoken: Effect[];
  /** The greatest number of its arguments is more than the task speaks of. */
  number: boolean;
  /** The place of a currency that the task does not name; left out where there is none. */
  currency?: string;
  /** The place that says that it is done again, where the task is for one payment; left out where there is none. */
  repeats?: string;
  /** The rows, columns and rights that it changes and the task does not name; left out where there are none. */
  unnamed?: string[];
}

export interface Standing {
  id: string;
  /** The version of its terms; 0 where it is unknown. */
  version: number;
  state: 'open' | 'unknown' | 'closed' | 'expired' | 'used_up' | 'of_another_agent' | 'of_another_party';
  strict: boolean;
  /** Whether a target that stands in the words of the task is known. */
  by_words: boolean;
  outside: Outside;
  /** The remainder of its budget; null where it has none. */
  remaining_micro_usd: number | null;
}

export interface Act {
  agentId: string | null;
  /** Compares the names of agents letter by letter, as records before there was a form in which they meet. */
  byLetter: boolean;
  /** The requester is not a party to the mandate. Naming its agent is not proof. */
  isOfOthers: boolean;
  action: string;
  effects: readonly Effect[];
  reaches: readonly Reach[];
  /** Among its arguments; null where they state none, infinite where one can't be read. */
  greatestNumber: number | null;
  /** The words of its arguments. */
  words: () => readonly string[];
  /** What the act says about money. Absent in records from before that was read. */
  money: () => Money;
  /** The rows and fields it changes. Empty in records from before these were read. */
  changes: () => readonly Particular[];
  /** ms since the epoch. */
  at: number;
}

/**
 * @param mandate null where there is none of this id in this chain.
 * @param hashes null where no secret for targets was ever made.
 */
export function standing(
  id: string,
  mandate: MandateNow | null,
  hashes: TargetHashes | null,
  { agentId, byLetter, isOfOthers, action, effects, reaches, greatestNumber, words, money, changes, at }: Act,
): Standing {
  if (mandate === null) return standingOf(id, 0, 'unknown');
  const { row, terms } = mandate;
  if (!isForAgent(row, agentId, byLetter)) return standingOf(id, 0, 'of_another_agent');
  if (isOfOthers) return standingOf(id, 0, 'of_another_party');
  const held = standingOf(id, row.version, stateOf(row, at, terms), terms);
  if (held.state !== 'open') return held;
  const { outside } = held;
  outside.effects = effects.filter((effect) => !terms.effects.includes(effect));
  outside.number =
    greatestNumber !== null && terms.greatest_number !== null && greatestNumber > terms.greatest_number;
  outside.targets = hashes === null ? [] : othersUnder(mandate, hashes, reaches);
  outside.tool = terms.tools.length > 0 && !terms.tools.some((tool) => namesTool(tool, action));
  outside.unspoken = hashes === null ? [] : unspokenUnder(mandate, hashes, { effects, reaches, words });
  const unnamed =
    hashes === null || !terms.by_words
      ? []
      : unnamedIn(changes(), { packed: row.words, hashes, chain: row.chain }, MAX_UNNAMED);
  addMoney(outside, terms, money);
  if (unnamed.length > 0) outside.unnamed = unnamed;
  const { budget_micro_usd: budget } = terms;
  if (budget !== null) held.remaining_micro_usd = Math.max(0, budget - row.spent_micro_usd);
  return held;
}

export function isForAgent({ agent_id }: MandateRow, agentId: string | null, byLetter: boolean): boolean {
  return byLetter ? agent_id === agentId : isSameName(agent_id, agentId);
}

/**
 * Where names are not believed, a mandate is for the party that opened it; for any, where the operator did.
 * @param party who asks.
 */
export async function isOfOtherParty(
  db: Database,
  { chain, opened_by }: MandateRow,
  party: string,
): Promise<boolean> {
  return opened_by !== OPERATOR && !(await isSameParty(db, chain, party, opened_by));
}

/** A currency that can't be told from what is written may be any. */
function addMoney(outside: Outside, { currencies, pays_once }: MandateTerms, money: () => Money): void {
  if (currencies === undefined && pays_once === undefined) return;
  const said = money();
  const other = said.currencies.find(({ codes }) => !codes.some((code) => currencies?.includes(code)));
  if (currencies !== undefined && other !== undefined) outside.currency = other.path;
  if (pays_once === true && said.repeats !== null) outside.repeats = said.repeats;
}

/** Within everything. Its members stand in the order in which they are recorded. */
function standingOf(
  id: string,
  version: number,
  state: Standing['state'],
  { by_words, strict }: Pick<MandateTerms, 'by_words' | 'strict'> = { by_words: false, strict: false },
): Standing {
  const outside: Outside = { effects: [], number: false, targets: [], tool: false, unspoken: [] };
  return { by_words, id, outside, remaining_micro_usd: null, state, strict, version };
}

/** For each of the targets, whether an open mandate knows it. */
export function knownUnder(
  { row, terms, targets }: MandateNow,
  hashes: TargetHashes,
  reaches: readonly Reach[],
): boolean[] {
  return reaches.map((reach) => {
    if ('unreadable' in reach) return false;
    const isNamed = targets.size > 0 && hashes.allOf(row.chain, reach).some((hash) => targets.has(hash));
    return isNamed || (terms.by_words && standsIn(row.words, hashes, row.chain, reach));
  });
}

/** The places of the targets that are others than the task names. Looking at others is free. */
function othersUnder({ row, terms }: MandateNow, hashes: TargetHashes, reaches: readonly Reach[]): string[] {
  if (!terms.by_words) return [];
  return reaches.flatMap((reach) => {
    if ('unreadable' in reach || reach.effect === 'read') return [];
    return isAnotherIn(row.words, hashes, row.chain, reach) ? [reach.path] : [];
  });
}

/** A task that has something deleted or configured says what. */
const TO_BE_SPOKEN_OF: readonly Effect[] = ['delete', 'configure'];

function unspokenUnder(
  { row, terms }: MandateNow,
  hashes: TargetHashes,
  { effects, reaches, words }: Pick<Act, 'effects' | 'reaches' | 'words'>,
): Effect[] {
  if (!terms.by_words) return [];
  const bare = TO_BE_SPOKEN_OF.filter(
    (effect) =>
      effects.includes(effect) &&
      !reaches.some((reach) => reach.effect === effect && reach.role !== 'program'),
  );
  if (bare.length === 0 || words().some((word) => isSpokenOf(row.words, hashes, row.chain, word))) return [];
  return bare;
}

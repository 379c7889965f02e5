/**
 * A mandate: the permission for one task of one agent. Its terms say which effects, tools and targets belong to the
 * task, how much may be spent, and until when. Each change of the terms makes a new version, and versions never
 * change.
 */

import type { Effect } from '@assize/act-reading/targets';
import { canonicalJson, type JsonObject, parseJson } from '@assize/evidence-format';
import type { Selectable } from 'kysely';
import type { Database } from '../database/open.ts';
import type { MandatesTable } from '../database/tables/acts.ts';
import { DAY_MS } from '../foundation/clock.ts';
import { Failure } from '../foundation/failure.ts';
import { isId } from '../foundation/ids.ts';
import { isCounted, type PlanStep, type TermsSource } from './plan/index.ts';

export const MANDATE_PREFIX = 'mdt';
export const MAX_TASK_CHARACTERS = 8000;
export const MAX_LISTED = 100;
export const MAX_LIFETIME_MS = 30 * DAY_MS;
export const DEFAULT_LIFETIME_MS = DAY_MS;
export const MAX_ACTIONS = 1_000_000;

export const MANDATE_STATES = ['open', 'used_up', 'closed', 'expired'] as const;
export type MandateState = (typeof MANDATE_STATES)[number];

/** The terms as they are stored: targets only as keyed hashes. */
export interface MandateTerms {
  effects: Effect[];
  /** Names or patterns of tools; empty for every tool. */
  tools: string[];
  /** The hashes of the names of its targets, in hex. */
  targets: string[];
  /** Whether a target that the words of the task name is known. */
  by_words: boolean;
  /**
   * The greatest amount that the task names: more is beyond it. null where it names none, or its words don't count.
   */
  greatest_number: number | null;
  /** The currencies that the task names; left out where it names none, or its words don't count. */
  currencies?: string[];
  /** Whether the task is for one payment; left out where it is not, or its words don't count. */
  pays_once?: true;
  /** Whether anything beyond the mandate is refused, instead of shown to a human. */
  strict: boolean;
  budget_micro_usd: number | null;
  max_actions: number | null;
  /** ms since the epoch. */
  expires_at: number;
  /** Left out in mandates from before it was kept. */
  source?: TermsSource;
  /** Left out where there is no plan. With one, a tool belongs to the task only if a step has it. */
  plan?: PlanStep[];
}

export type MandateRow = Selectable<MandatesTable>;

/** @throws {Failure} `not_found`, also for a mandate of another tenant or environment. */
export async function findMandate(db: Database, chain: number, mandateId: string): Promise<MandateRow> {
  const row = await findMandateRow(db, chain, mandateId);
  if (row === undefined) throw new Failure('not_found', 'There is no such mandate.');
  return row;
}

export async function findMandateRow(
  db: Database,
  chain: number,
  mandateId: string,
): Promise<MandateRow | undefined> {
  if (!isId(MANDATE_PREFIX, mandateId)) return undefined;
  return mandatesOf(db, chain).where('mandate_id', '=', mandateId).executeTakeFirst();
}

export function mandatesOf(db: Database, chain: number) {
  return db.selectFrom('mandates').selectAll().where('chain', '=', chain);
}

export function termsText(terms: MandateTerms): string {
  return canonicalJson(terms as unknown as JsonObject);
}

export function termsOf({ terms }: Pick<MandateRow, 'terms'>): MandateTerms {
  return parseJson(terms) as unknown as MandateTerms;
}

/**
 * @param at ms since the epoch.
 * @param terms of the row, if they were read before: reading them takes longer than everything else here.
 */
export function stateOf(row: MandateRow, at: number, terms?: MandateTerms): MandateState {
  if (row.closed_at !== null) return 'closed';
  const { max_actions, budget_micro_usd, expires_at } = terms ?? termsOf(row);
  if (expires_at <= at) return 'expired';
  if (max_actions !== null && row.actions_used >= max_actions) return 'used_up';
  // A budget of zero still allows actions that cost nothing.
  const isSpent =
    budget_micro_usd !== null && row.spent_micro_usd > 0 && row.spent_micro_usd >= budget_micro_usd;
  return isSpent ? 'used_up' : 'open';
}

/** Whether its use is counted, which is necessary only if there is a limit. */
export function hasLimits({ max_actions, budget_micro_usd, plan }: MandateTerms): boolean {
  return max_actions !== null || budget_micro_usd !== null || isCounted(plan);
}

/**
 * Where an action stands under the mandate that its request names: whether the mandate holds for it, what of it is
 * beyond the mandate, and which of its targets the mandate knows.
 */
import type { Database } from '../database/open.ts';
import { type Effect, hexOf, namesOf, type Reach, type TargetHashes } from '../targets/index.ts';
import { namesTool } from '../tools/index.ts';
import { findMandateRow, type MandateRow, type MandateTerms, stateOf, termsOf } from './mandate.ts';
import { standsIn } from './words.ts';

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

export interface Standing {
  id: string;
  /** The version of its terms; 0 where it is unknown. */
  version: number;
  state: 'open' | 'unknown' | 'closed' | 'expired' | 'used_up' | 'of_another_agent';
  strict: boolean;
  outside: { effects: Effect[]; tool: boolean };
  /** The remainder of its budget; null where it has none. */
  remaining_micro_usd: number | null;
}

export interface Act {
  agentId: string | null;
  action: string;
  effects: readonly Effect[];
  /** ms since the epoch. */
  at: number;
}

/** @param mandate null where there is none of this id in this chain. */
export function standing(
  id: string,
  mandate: MandateNow | null,
  { agentId, action, effects, at }: Act,
): Standing {
  const none: Standing = {
    id,
    version: 0,
    state: 'unknown',
    strict: false,
    outside: { effects: [], tool: false },
    remaining_micro_usd: null,
  };
  if (mandate === null) return none;
  const { row, terms } = mandate;
  if (row.agent_id !== agentId) return { ...none, state: 'of_another_agent' };
  const state = stateOf(row, at);
  const { strict, budget_micro_usd } = terms;
  const held = { ...none, version: row.version, state, strict };
  if (state !== 'open') return held;
  return {
    ...held,
    outside: {
      effects: effects.filter((effect) => !terms.effects.includes(effect)),
      tool: terms.tools.length > 0 && !terms.tools.some((tool) => namesTool(tool, action)),
    },
    remaining_micro_usd:
      budget_micro_usd === null ? null : Math.max(0, budget_micro_usd - row.spent_micro_usd),
  };
}

/** For each of the targets, whether an open mandate knows it. */
export function knownUnder(
  { row, terms, targets }: MandateNow,
  hashes: TargetHashes,
  reaches: readonly Reach[],
): boolean[] {
  return reaches.map((reach) => {
    if ('unreadable' in reach) return false;
    const isNamed = namesOf(reach).some((name) => targets.has(hexOf(hashes.of(row.chain, name))));
    return isNamed || (terms.by_words && standsIn(row.words, hashes, row.chain, reach));
  });
}

/** A mandate with its terms, as an action is compared with it. */

import type { Reach } from '@assize/act-reading/targets';
import type { Database } from '../../database/open.ts';
import type { TargetHashes } from '../../targets/known/index.ts';
import { findMandateRow, type MandateRow, type MandateTerms, termsOf } from '../mandate.ts';
import { allowedBy } from '../plan/index.ts';
import { TaskWords } from '../words.ts';

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

/** The hashes of the targets that an action may reach. The parties of a plan are for the tools of their steps only. */
export function targetsFor({ terms: { plan }, targets }: MandateNow, action: string): ReadonlySet<string> {
  if (plan === undefined) return targets;
  const planned = allowedBy(plan, action, []).targets;
  return planned.size === 0 ? targets : new Set([...targets, ...planned]);
}

/** Returns for each target whether an open mandate knows it. */
export function knownUnder(
  mandate: MandateNow,
  hashes: TargetHashes,
  action: string,
  reaches: readonly Reach[],
): boolean[] {
  const { row, terms } = mandate;
  const targets = targetsFor(mandate, action);
  const task = terms.by_words ? new TaskWords(row.words, hashes, row.chain) : null;
  return reaches.map((reach) => {
    if ('unreadable' in reach) return false;
    const isNamed = targets.size > 0 && hashes.allOf(row.chain, reach).some((hash) => targets.has(hash));
    return isNamed || task?.names(reach) === true;
  });
}

/**
 * Finds the standing of an action under the mandate that its request names: whether the mandate holds for it, which
 * parts of the action are beyond the mandate, and which of its targets the mandate knows.
 */

import { isSameName } from '@assize/act-reading/names';
import type { Database } from '../../database/open.ts';
import { OPERATOR } from '../../evidence/changes/index.ts';
import { isSameParty } from '../../members/index.ts';
import type { TargetHashes } from '../../targets/known/index.ts';
import { type MandateRow, type MandateTerms, stateOf } from '../mandate.ts';
import type { TermsSource } from '../plan/index.ts';
import type { MandateNow } from './mandate-now.ts';
import { type Act, nothingOutside, type Outside, outsideOf } from './outside.ts';

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
  const { agentId, byLetter, isOfOthers, at } = act;
  if (mandate === null) return standingOf(id, 0, 'unknown');
  const { row, terms } = mandate;
  if (!isForAgent(row, agentId, byLetter)) return standingOf(id, 0, 'of_another_agent');
  if (isOfOthers) return standingOf(id, 0, 'of_another_party');
  const held = standingOf(id, row.version, stateOf(row, at, terms), terms);
  if (held.state !== 'open') return held;
  held.outside = outsideOf(mandate, hashes, act);
  const { budget_micro_usd: budget } = terms;
  if (budget !== null) held.remaining_micro_usd = Math.max(0, budget - row.spent_micro_usd);
  return held;
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

/** Returns a standing within all terms, its members in the order in which they are recorded. */
function standingOf(
  id: string,
  version: number,
  state: Standing['state'],
  terms: Pick<MandateTerms, 'by_words' | 'strict' | 'source' | 'plan'> = { by_words: false, strict: false },
): Standing {
  const { by_words, strict, source, plan } = terms;
  return {
    by_words,
    id,
    outside: nothingOutside(),
    ...(plan !== undefined && { plan: true as const }),
    remaining_micro_usd: null,
    ...(source !== undefined && { source }),
    state,
    strict,
    version,
  };
}

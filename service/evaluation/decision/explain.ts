/**
 * Explains a decision: one sentence with the verdict and the laws that decided it, and the remedies for the caller. It
 * adds nothing to the decision, so it can be written again from the record.
 */

import { LAWS, lawName } from '../laws/index.ts';
import type { AppliedLaw, Decision, Remedy } from '../laws/law.ts';
import type { Basis } from '../question/act.ts';

export interface LawRemedy extends Remedy {
  law_id: string;
}

const ONLY_CLAIMED = ', judged by what the caller claims: nothing else is known of this action';
const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/**
 * States the verdict and its reasons. A block names only the laws that fail: laws that only warn do not matter until
 * those pass, and are in the law results anyway. A proceed says so where `basis` is claims alone.
 */
export function explain({ verdict, laws }: Decision, basis: readonly Basis[] = []): string {
  switch (verdict) {
    case 'proceed':
      return `Proceed: all ${NUMBERS[LAWS.length] ?? LAWS.length} laws pass${basis[0] === 'claims' ? ONLY_CLAIMED : ''}.`;
    case 'escalate':
      return `Escalate: ${reasonsOf(laws, 'warn', 'asks for a human')}.`;
    case 'block':
      return `Block: ${reasonsOf(laws, 'fail', 'forbids it')}.`;
  }
}

/** The remedy of each law that did not pass, in the order of the laws. */
export function remediesOf({ laws }: Decision): LawRemedy[] {
  const remedies: LawRemedy[] = [];
  for (const { law_id, remedy } of laws) {
    if (remedy !== undefined) remedies.push({ law_id, change: remedy.change, note: remedy.note });
  }
  return remedies;
}

function reasonsOf(laws: AppliedLaw[], result: 'warn' | 'fail', verb: string): string {
  return laws
    .filter((law) => law.result === result)
    .map(
      ({ law_id, reason }, place) => `${lawName(law_id)} ${place === 0 ? verb : 'does too'}, since ${reason}`,
    )
    .join('; ');
}

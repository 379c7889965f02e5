/**
 * A decision in words: one sentence that names the verdict and the laws that decided it, and the remedies a caller
 * may act on. It adds nothing to the decision, so it can be told again from the record.
 */
import type { Decision, LawId, LawResult, Remedy } from './judgement.ts';

export interface LawRemedy extends Remedy {
  law_id: LawId;
}

/**
 * The verdict and why. Of a block only the laws that fail are named: what else would have needed a human does not
 * matter until they pass, and stands in the law results.
 */
export function explain({ verdict, laws }: Decision): string {
  switch (verdict) {
    case 'proceed':
      return 'Proceed: all eight laws pass.';
    case 'escalate':
      return `Escalate: ${reasonsOf(laws, 'warn', 'asks for a human')}.`;
    case 'block':
      return `Block: ${reasonsOf(laws, 'fail', 'forbids it')}.`;
  }
}

/** The law's identifier in words, each with a capital: `Safety Dominance`. */
export function lawName(law_id: LawId): string {
  return LAW_NAMES[law_id];
}

/** What would make each law pass that did not, in the order of the laws. */
export function remediesOf({ laws }: Decision): LawRemedy[] {
  const remedies: LawRemedy[] = [];
  for (const { law_id, remedy } of laws) {
    if (remedy !== undefined) remedies.push({ law_id, change: remedy.change, note: remedy.note });
  }
  return remedies;
}

const LAW_NAMES: Readonly<Record<LawId, string>> = {
  audit_conservation: 'Audit Conservation',
  bounded_autonomy: 'Bounded Autonomy',
  budget_conservation: 'Budget Conservation',
  evidence_gravity: 'Evidence Gravity',
  least_action_path: 'Least Action Path',
  monotonic_truth: 'Monotonic Truth',
  policy_adherence: 'Policy Adherence',
  safety_dominance: 'Safety Dominance',
};

function reasonsOf(laws: LawResult[], result: 'warn' | 'fail', verb: string): string {
  return laws
    .filter((law) => law.result === result)
    .map(
      ({ law_id, reason }, place) => `${lawName(law_id)} ${place === 0 ? verb : 'does too'}, since ${reason}`,
    )
    .join('; ');
}

/**
 * A decision in words: one sentence that names the verdict and the laws that decided it, and the remedies a caller
 * may act on. It adds nothing to the decision, so it can be written again from the record.
 */
import type { Decision, LawResult, Remedy } from './judgement.ts';
import { LAWS, lawName } from './laws/index.ts';

export interface LawRemedy extends Remedy {
  law_id: string;
}

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/**
 * The verdict and its reasons. A block names only the laws that fail: what else would have needed a human does not
 * matter until they pass, and stands in the law results.
 */
export function explain({ verdict, laws }: Decision): string {
  switch (verdict) {
    case 'proceed':
      return `Proceed: all ${NUMBERS[LAWS.length] ?? LAWS.length} laws pass.`;
    case 'escalate':
      return `Escalate: ${reasonsOf(laws, 'warn', 'asks for a human')}.`;
    case 'block':
      return `Block: ${reasonsOf(laws, 'fail', 'forbids it')}.`;
  }
}

/** How each law that did not pass could be made to, in the order of the laws. */
export function remediesOf({ laws }: Decision): LawRemedy[] {
  const remedies: LawRemedy[] = [];
  for (const { law_id, remedy } of laws) {
    if (remedy !== undefined) remedies.push({ law_id, change: remedy.change, note: remedy.note });
  }
  return remedies;
}

function reasonsOf(laws: LawResult[], result: 'warn' | 'fail', verb: string): string {
  return laws
    .filter((law) => law.result === result)
    .map(
      ({ law_id, reason }, place) => `${lawName(law_id)} ${place === 0 ? verb : 'does too'}, since ${reason}`,
    )
    .join('; ');
}

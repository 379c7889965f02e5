/** What rules that match come to by themselves, whatever the other laws say. */
import type { PolicyMatch } from '../governance/policies/index.ts';
import type { Verdict } from './judgement.ts';

export function verdictOfMatches(matches: readonly PolicyMatch[]): Verdict {
  let verdict: Verdict = 'proceed';
  for (const { erred, effect } of matches) {
    if (erred || effect === 'block') return 'block';
    if (effect === 'escalate') verdict = 'escalate';
  }
  return verdict;
}

/**
 * The three kinds of held calls: beyond the plan of a task, to a new party that only a stranger's text named, and all
 * others. An ask about a new party is what people want to be asked.
 */
import type { Doubt, DoubtKind } from '../laws/doubts/doubt.ts';
import { doubtsOf } from '../laws/doubts/doubts.ts';
import type { AppliedLaw, Verdict } from '../laws/law.ts';
import type { Question } from '../question/question.ts';

export const HELD_FOR = ['beyond_plan', 'new_party', 'other'] as const;
export type HeldFor = (typeof HELD_FOR)[number];

/** @returns undefined for a proceed. */
export function heldForOf(
  question: Question,
  { verdict, laws }: { verdict: Verdict; laws: readonly Pick<AppliedLaw, 'law_id' | 'result' | 'details'>[] },
): HeldFor | undefined {
  if (verdict === 'proceed') return undefined;
  const holding = laws.filter(({ result }) => result !== 'pass');
  if (holding.some(({ law_id }) => law_id !== 'bounded_autonomy')) return 'other';
  const doubts = doubtsOf(question);
  if (doubts.length === 0 || isUntrusted(question, holding)) return 'other';
  const rest = doubts.filter(({ kind }) => !OF_STRANGERS.includes(kind));
  if (rest.length === 0) return 'new_party';
  // Beyond the plan, the target is often unknown too.
  const beside = rest.filter(({ kind }) => kind !== 'unknown_target');
  const isOnlyBeyond = beside.length > 0 && beside.every((doubt) => isBeyondPlan(question, doubt));
  return isOnlyBeyond ? 'beyond_plan' : 'other';
}

/** Whether the agent's trust alone would hold it. */
function isUntrusted(
  { trust, approved }: Question,
  holding: readonly Pick<AppliedLaw, 'details'>[],
): boolean {
  const required = holding[0]?.details.required;
  return !approved && typeof required === 'number' && (trust === null || trust < required);
}

const OF_STRANGERS: readonly DoubtKind[] = ['stranger_named_party', 'stranger_named_object', 'stranger_link'];

function isBeyondPlan({ act }: Question, { kind }: Doubt): boolean {
  return kind === 'beyond_mandate' && act?.mandate?.plan === true;
}

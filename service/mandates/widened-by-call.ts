/** Widens terms by what was beyond them in one call: its tool, its effects, its targets. */
import { EFFECTS, type Effect, type Target } from '@assize/act-reading/targets';
import { Failure } from '../foundation/failure.ts';
import type { TargetHashes } from '../targets/known/index.ts';
import type { Changed } from './changed-terms.ts';
import type { MandateTerms } from './mandate.ts';
import { type CheckedStep, hashedStep, hashesOf, MAX_STEPS, plannedTerms } from './plan/index.ts';

export interface CallBeyond {
  action: string;
  /** null where the terms have the tool. */
  tool: string | null;
  effects: readonly Effect[];
  targets: readonly Target[];
}

/**
 * With a plan, one step is added. It has only the effects and targets that were beyond, so it lifts no bound of another.
 * @throws {Failure} `conflict` where the plan has no place for another step.
 */
export function widenedByCall(
  hashes: TargetHashes,
  chain: number,
  current: MandateTerms,
  { action, tool, effects, targets }: CallBeyond,
): Changed {
  const { plan } = current;
  if (plan === undefined) {
    const terms: MandateTerms = {
      ...current,
      effects: EFFECTS.filter((effect) => current.effects.includes(effect) || effects.includes(effect)),
      tools: tool === null ? current.tools : [...current.tools, tool],
      targets: [...new Set([...current.targets, ...hashesOf(hashes, chain, targets)])].sort(),
    };
    return { terms, targets: [], ...(targets.length > 0 && { addedTargets: [...targets] }) };
  }
  if (plan.length >= MAX_STEPS)
    throw Failure.conflict('mandate_not_widened', `The plan has ${MAX_STEPS} steps, which is the most.`);
  const step: CheckedStep = { tool: action, effects: [...effects], parties: [...targets] };
  const terms = { ...current, ...plannedTerms([...plan, hashedStep(hashes, chain, step)]) };
  return { terms, targets: [], added: [step] };
}

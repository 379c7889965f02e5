/** The terms of a plan: its steps with hashed targets, and what all of them together allow. */

import { isPattern, namesTool } from '@assize/act-reading/names';
import { EFFECTS, type Effect, nameOf, namesOf, type Target } from '@assize/act-reading/targets';
import { hexOf, type TargetHashes } from '../../targets/known/index.ts';
import type { CheckedStep, PlanStep } from './plan.ts';

export interface PlannedTerms {
  effects: Effect[];
  tools: string[];
  plan: PlanStep[];
}

export function plannedTerms(plan: readonly PlanStep[]): PlannedTerms {
  return {
    effects: EFFECTS.filter((effect) => plan.some(({ effects }) => effects.includes(effect))),
    tools: [...new Set(plan.map(({ tool }) => tool))],
    plan: [...plan],
  };
}

export function hashedStep(hashes: TargetHashes, chain: number, { parties, ...step }: CheckedStep): PlanStep {
  return { ...step, targets: hashesOf(hashes, chain, parties) };
}

/** Returns the hashes of the names of the targets, in hex, each once and sorted. */
export function hashesOf(hashes: TargetHashes, chain: number, targets: readonly Target[]): string[] {
  const each = targets.map((target) => hexOf(hashes.of(chain, nameOf(target))));
  return [...new Set(each)].sort();
}

/**
 * Returns the place of a step that is within no step of the plan; null where all are. A step is within another that has
 * its tool, effects and targets, and whose bounds are the same or wider.
 */
export function widerStep(
  hashes: TargetHashes,
  chain: number,
  before: readonly PlanStep[],
  after: readonly CheckedStep[],
): number | null {
  const left = before.map(({ count }) => count);
  for (const [place, step] of after.entries()) {
    const found = before.findIndex((wider, at) =>
      isStepWithin(hashes, chain, step, { ...wider, count: left[at] }),
    );
    if (found < 0) return place;
    const rest = left[found];
    if (rest !== undefined) left[found] = rest - (step.count ?? 0);
  }
  return null;
}

type Bounds = Omit<PlanStep, 'count'> & { count: number | undefined };

function isStepWithin(hashes: TargetHashes, chain: number, step: CheckedStep, wider: Bounds): boolean {
  const isTool =
    step.tool === wider.tool ||
    // Under another name it would be counted anew.
    (wider.count === undefined && !isPattern(step.tool) && namesTool(wider.tool, step.tool));
  return (
    isTool &&
    step.effects.every((effect) => wider.effects.includes(effect)) &&
    step.parties.every((party) =>
      namesOf(party).some((name) => wider.targets.includes(hexOf(hashes.of(chain, name)))),
    ) &&
    isAtMost(step.amount, wider.amount) &&
    isAtMost(step.count, wider.count) &&
    (wider.currency === undefined || step.currency === wider.currency)
  );
}

/** undefined means no bound. */
function isAtMost(bound: number | undefined, wider: number | undefined): boolean {
  return wider === undefined || (bound !== undefined && bound <= wider);
}

/**
 * Finds what a plan allows a tool. Each effect has the bounds of the steps that have it: an amount or a count binds only
 * if all of them state one, so a step that adds an effect never lifts the bounds of another.
 */

import { namesTool } from '@assize/act-reading/names';
import { EFFECTS, type Effect } from '@assize/act-reading/targets';
import type { PlanStep } from './plan.ts';

/** A step that counts its uses. */
export interface CountedStep {
  /** An effect and the tool of the step, which name it in the uses. */
  key: string;
  /** How often it may be used. */
  most: number;
}

export interface Allowed {
  /** Whether a step has the tool. */
  tool: boolean;
  /** The effects that its steps have. */
  effects: Effect[];
  /** The targets that its steps have, as hashes in hex. */
  targets: ReadonlySet<string>;
  /** The greatest amount for these effects; null where none binds. */
  amount: number | null;
  /** The currencies for these effects; null where any may be right. */
  currencies: string[] | null;
  /** The steps that count an act with these effects; one of them takes it. Empty where none counts it. */
  counted: CountedStep[];
}

/** @param effects of the act. */
export function allowedBy(plan: readonly PlanStep[], action: string, effects: readonly Effect[]): Allowed {
  const steps = stepsFor(plan, action);
  const has = (effect: Effect) => steps.filter((step) => step.effects.includes(effect));
  const bound = [...effects]
    .sort(byGravity)
    .map(has)
    .filter((each) => each.length > 0);
  const amounts = bound.flatMap((each) => greatestOf(each.map(({ amount }) => amount)) ?? []);
  const currencies = bound.flatMap((each) => {
    const stated = each.flatMap(({ currency }) => currency ?? []);
    return stated.length === each.length ? [stated] : [];
  });
  return {
    tool: steps.length > 0,
    effects: EFFECTS.filter((effect) => has(effect).length > 0),
    targets: new Set(steps.flatMap(({ targets }) => targets)),
    amount: amounts.length === 0 ? null : Math.min(...amounts),
    currencies:
      currencies.length === 0
        ? null
        : currencies.reduce((one, other) => one.filter((code) => other.includes(code))),
    counted: countedFor(effects, has),
  };
}

/** An act is counted once, for its gravest effect that has counts. */
function countedFor(effects: readonly Effect[], has: (effect: Effect) => PlanStep[]): CountedStep[] {
  for (const effect of [...effects].sort(byGravity)) {
    const steps = has(effect);
    if (steps.length === 0 || steps.some(({ count }) => count === undefined)) continue;
    const most = new Map<string, number>();
    for (const { tool, count = 0 } of steps) most.set(tool, (most.get(tool) ?? 0) + count);
    return [...most].map(([tool, sum]) => ({ key: `${effect} ${tool}`, most: sum }));
  }
  return [];
}

export function isCounted(plan: readonly PlanStep[] = []): boolean {
  return plan.some(({ count }) => count !== undefined);
}

/** The gravest first. */
const byGravity = (one: Effect, other: Effect) => EFFECTS.indexOf(other) - EFFECTS.indexOf(one);

function greatestOf(amounts: readonly (number | undefined)[]): number | null {
  let greatest = 0;
  for (const amount of amounts) {
    if (amount === undefined) return null;
    greatest = Math.max(greatest, amount);
  }
  return greatest;
}

const MAX_REMEMBERED = 200;
/** By plan, because a name is read anew for each pattern. */
const remembered = new WeakMap<readonly PlanStep[], Map<string, PlanStep[]>>();

function stepsFor(plan: readonly PlanStep[], action: string): PlanStep[] {
  const known = remembered.get(plan) ?? new Map<string, PlanStep[]>();
  remembered.set(plan, known);
  let found = known.get(action);
  if (found === undefined) {
    found = plan.filter(({ tool }) => namesTool(tool, action));
    if (known.size >= MAX_REMEMBERED) known.clear();
    known.set(action, found);
  }
  return found;
}

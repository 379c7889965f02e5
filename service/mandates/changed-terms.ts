/** Changes the terms of a mandate: narrows them, which allows no more than before, or widens them. */

import { namesTool } from '@assize/act-reading/names';
import { DETECT, type Normalised, namesOf, normalise, type Target } from '@assize/act-reading/targets';
import type { JsonValue } from '@assize/evidence-format';
import { Failure, type Fault } from '../foundation/failure.ts';
import { limitMicroUsdOf } from '../foundation/money.ts';
import { hexOf, type TargetHashes } from '../targets/known/index.ts';
import type { MandateTerms } from './mandate.ts';
import { type CheckedStep, hashedStep, hashesOf, MAX_STEPS, plannedTerms, widerStep } from './plan/index.ts';
import {
  faultsBesidePlan,
  faultsOfEffects,
  faultsOfTargets,
  faultsOfTime,
  inOrder,
  moneyTermsOf,
  type Stated,
  type WantedTerms,
} from './wanted.ts';

/** A change of terms as a caller states it. */
export interface WantedChange extends WantedTerms {
  /** A narrower plan; for a widening, the steps to add. */
  plan?: { steps: JsonValue };
}

/** The terms after a change, and what of it evidence states in the clear. */
export interface Changed extends Omit<Stated, 'derived'> {
  /** Steps that a widening adds. */
  added?: CheckedStep[];
  /** Targets that a widening adds. */
  addedTargets?: Target[];
}

/**
 * Returns the terms after a change. Once targets are stated, the words of the task no longer count.
 * @param steps of `wanted.plan`, as read.
 * @param direction `narrow` refuses terms that would allow more; `widen` accepts all.
 * @throws {Failure} `invalid`.
 */
export function changedTerms(
  hashes: TargetHashes,
  chain: number,
  current: MandateTerms,
  wanted: WantedTerms,
  steps: CheckedStep[] | null,
  direction: 'narrow' | 'widen',
  at: number,
): Changed {
  const read = (wanted.targets ?? []).map(({ kind = DETECT, value }) => normalise(kind, value));
  const doWordsCount = current.by_words && (wanted.targets === undefined || direction === 'widen');
  const terms: MandateTerms = {
    effects: wanted.effects === undefined ? current.effects : inOrder(wanted.effects),
    tools: wanted.tools ?? current.tools,
    targets:
      wanted.targets === undefined ? current.targets : hashesOf(hashes, chain, read.flat().filter(isRead)),
    by_words: doWordsCount,
    greatest_number: doWordsCount ? current.greatest_number : null,
    ...(doWordsCount && moneyTermsOf(current)),
    strict: wanted.strict ?? current.strict,
    budget_micro_usd:
      wanted.budget_usd === undefined ? current.budget_micro_usd : limitMicroUsdOf(wanted.budget_usd),
    max_actions: wanted.max_actions ?? current.max_actions,
    expires_at: wanted.expires_at ?? current.expires_at,
    ...(current.source !== undefined && { source: current.source }),
    ...(current.plan !== undefined && { plan: current.plan }),
  };
  const faults = [
    ...faultsOfEffects(wanted.effects),
    ...faultsOfTargets(read),
    ...faultsOfTime(terms.expires_at, at),
    ...(current.plan === undefined && steps === null ? [] : faultsBesidePlan(wanted)),
  ];
  const targets = read.flat().filter(isRead);
  if (steps !== null) {
    faults.push(...faultsOfSteps(hashes, chain, current, steps, direction));
    setPlan(hashes, chain, terms, steps, direction);
  }
  if (direction === 'narrow') {
    const isCovered = targets.every((target) => isWithin(hashes, chain, current, target));
    faults.push(...widerIn(current, terms, isCovered));
  }
  if (faults.length > 0) throw Failure.invalid(faults);
  if (steps === null) return { terms, targets };
  return direction === 'widen' ? { terms, targets, added: steps } : { terms, targets, plan: steps };
}

/** A widening adds the steps to the plan; otherwise they take its place. */
function setPlan(
  hashes: TargetHashes,
  chain: number,
  terms: MandateTerms,
  steps: readonly CheckedStep[],
  direction: 'narrow' | 'widen',
): void {
  const before = direction === 'widen' ? (terms.plan ?? []) : [];
  if (terms.plan === undefined) terms.source = 'stated';
  Object.assign(terms, plannedTerms([...before, ...steps.map((step) => hashedStep(hashes, chain, step))]));
}

function faultsOfSteps(
  hashes: TargetHashes,
  chain: number,
  current: MandateTerms,
  steps: readonly CheckedStep[],
  direction: 'narrow' | 'widen',
): Fault[] {
  const fault = (message: string, ...where: string[]): Fault[] => {
    return [{ field: ['plan', ...where], message, type: 'value_error' }];
  };
  const { plan } = current;
  if (direction === 'widen') {
    if (plan === undefined) return fault('The mandate has no plan to add steps to');
    return plan.length + steps.length > MAX_STEPS ? fault(`A plan has at most ${MAX_STEPS} steps`) : [];
  }
  if (plan !== undefined) {
    const wider = widerStep(hashes, chain, plan, steps);
    return wider === null ? [] : fault(WIDER, 'steps', String(wider));
  }
  const isOther = (step: CheckedStep) =>
    step.parties.some((party) => !isWithin(hashes, chain, current, party));
  const other = steps.findIndex(isOther);
  return other < 0 ? [] : fault(WIDER, 'steps', String(other), 'parties');
}

const WIDER = 'Input should allow no more than before: widening needs the approval of a human';

/** Whether the terms name the target, or something that contains it. */
function isWithin(hashes: TargetHashes, chain: number, { targets }: MandateTerms, target: Target): boolean {
  return namesOf(target).some((name) => targets.includes(hexOf(hashes.of(chain, name))));
}

function isRead(target: Normalised): target is Target {
  return 'value' in target;
}

/**
 * Returns a fault for each term that allows more than before.
 * @param areTargetsWithin whether the former targets cover the new ones.
 */
function widerIn(before: MandateTerms, after: MandateTerms, areTargetsWithin: boolean): Fault[] {
  const faults: Fault[] = [];
  const wider = (name: keyof WantedTerms) => {
    faults.push({ field: [name], message: WIDER, type: 'value_error' });
  };
  if (!after.effects.every((effect) => before.effects.includes(effect))) wider('effects');
  if (allowsMoreTools(before, after)) wider('tools');
  if (!areTargetsWithin) wider('targets');
  if (before.strict && !after.strict) wider('strict');
  if (isMore(before.budget_micro_usd, after.budget_micro_usd)) wider('budget_usd');
  if (isMore(before.max_actions, after.max_actions)) wider('max_actions');
  if (after.expires_at > before.expires_at) wider('expires_at');
  return faults;
}

/** An empty list allows every tool. A pattern is within another only where the two are the same. */
function allowsMoreTools({ tools: before }: MandateTerms, { tools: after }: MandateTerms): boolean {
  if (before.length === 0) return false;
  const isWithin = (tool: string) =>
    before.includes(tool) || (!tool.includes('*') && before.some((wider) => namesTool(wider, tool)));
  return after.length === 0 || !after.every(isWithin);
}

/** null means no limit. */
function isMore(before: number | null, after: number | null): boolean {
  return before !== null && (after === null || after > before);
}

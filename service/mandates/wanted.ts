/**
 * Reads the terms that a caller wants, and derives those that are left out from the words of the task. Targets come in
 * the clear and are stored as hashes; the evidence states them in the clear.
 */

import {
  DETECT,
  EFFECTS,
  type Effect,
  type Normalised,
  normalise,
  type Target,
  type WrittenKind,
} from '@assize/act-reading/targets';
import { deriveTerms } from '@assize/act-reading/task';
import type { JsonObject } from '@assize/evidence-format';
import { Failure, type Fault } from '../foundation/failure.ts';
import { limitMicroUsdOf, usdOf } from '../foundation/money.ts';
import type { TargetHashes } from '../targets/known/index.ts';
import { DEFAULT_LIFETIME_MS, MAX_LIFETIME_MS, type MandateTerms } from './mandate.ts';
import {
  type CheckedStep,
  hashedStep,
  hashesOf,
  type MadePlan,
  plannedTerms,
  type SentPlan,
  stepFields,
} from './plan/index.ts';

export interface WantedTarget {
  /** The kind; by default, the form decides. */
  kind?: WrittenKind;
  value: string;
}

export interface WantedTerms {
  effects?: Effect[];
  tools?: string[];
  targets?: WantedTarget[];
  budget_usd?: number;
  max_actions?: number;
  strict?: boolean;
  /** ms since the epoch. */
  expires_at?: number;
}

export interface WantedMandate extends WantedTerms {
  agent_id: string;
  task?: string;
  /** `true` asks the service's planner. */
  plan?: true | SentPlan;
}

/** The terms that were derived from the words of the task. */
export type Derived = ('effects' | 'targets')[];

export interface Stated {
  terms: MandateTerms;
  /** In the clear. */
  targets: Target[];
  /** In the clear; left out where there is none. */
  plan?: CheckedStep[];
  derived: Derived;
}

/**
 * @param made the plan that was wanted. Where no step of it is left, the words of the task decide.
 * @throws {Failure} `invalid`.
 */
export function statedTerms(
  hashes: TargetHashes,
  chain: number,
  wanted: WantedMandate,
  made: MadePlan | null,
  at: number,
): Stated {
  const { task, effects, tools = [], budget_usd, max_actions, strict = false } = wanted;
  const { expires_at = at + DEFAULT_LIFETIME_MS } = wanted;
  const read = (wanted.targets ?? []).map(({ kind = DETECT, value }) => normalise(kind, value));
  const faults = [...faultsOfEffects(effects), ...faultsOfTargets(read), ...faultsOfTime(expires_at, at)];
  if (made !== null) faults.push(...faultsBesidePlan(wanted));
  if (effects === undefined && task === undefined && made === null) {
    faults.push({
      field: ['effects'],
      message: 'State the effects, or a task to derive them from',
      type: 'value_error',
    });
  }
  if (faults.length > 0) throw Failure.invalid(faults);
  const derivedTerms = deriveTerms(task ?? '');
  const targets = [
    ...(read.flat() as Target[]),
    ...(wanted.targets === undefined ? derivedTerms.targets : []),
  ];
  const plan = made === null || made.steps.length === 0 ? null : made;
  const planned = plan && plannedTerms(plan.steps.map((step) => hashedStep(hashes, chain, step)));
  const derived: Derived = [];
  if (effects === undefined && plan === null) derived.push('effects');
  if (wanted.targets === undefined && task !== undefined) derived.push('targets');
  return {
    terms: {
      effects: planned?.effects ?? (effects === undefined ? derivedTerms.effects : inOrder(effects)),
      tools: planned?.tools ?? tools,
      targets: hashesOf(hashes, chain, targets),
      by_words: task !== undefined,
      greatest_number: derivedTerms.greatestNumber,
      ...(derivedTerms.currencies.length > 0 && { currencies: derivedTerms.currencies }),
      ...(derivedTerms.paysOnce && { pays_once: true }),
      strict,
      budget_micro_usd: budget_usd === undefined ? null : limitMicroUsdOf(budget_usd),
      max_actions: max_actions ?? null,
      expires_at,
      source: plan?.source ?? (effects === undefined ? 'words' : 'stated'),
      ...(planned !== null && { plan: planned.plan }),
    },
    targets,
    ...(plan !== null && { plan: plan.steps }),
    derived,
  };
}

export function inOrder(effects: readonly Effect[]): Effect[] {
  return EFFECTS.filter((effect) => effects.includes(effect));
}

export function faultsOfTargets(read: readonly Normalised[][]): Fault[] {
  return read.flatMap((targets, place) => {
    const bad = targets.find((target) => 'unreadable' in target);
    const why =
      bad !== undefined && 'unreadable' in bad
        ? bad.unreadable
        : targets.length === 1
          ? null
          : `it names ${targets.length === 0 ? 'none' : 'several'}`;
    if (why === null) return [];
    const message = `Input should be one target: ${why}`;
    return [{ field: ['targets', String(place)], message, type: 'value_error' }];
  });
}

/** A plan states effects and tools by its steps. */
export function faultsBesidePlan({ effects, tools }: WantedTerms): Fault[] {
  const stated = [...(effects === undefined ? [] : ['effects']), ...(tools === undefined ? [] : ['tools'])];
  return stated.map((field) => ({
    field: [field],
    message: 'The steps of the plan state it: leave it out',
    type: 'value_error',
  }));
}

export function faultsOfEffects(effects: readonly Effect[] = []): Fault[] {
  if (new Set(effects).size === effects.length) return [];
  return [{ field: ['effects'], message: 'List items should not repeat', type: 'value_error' }];
}

export function faultsOfTime(expiresAt: number, at: number): Fault[] {
  const field = ['expires_at'];
  if (expiresAt <= at) return [{ field, message: 'Input should be in the future', type: 'value_error' }];
  if (expiresAt <= at + MAX_LIFETIME_MS) return [];
  return [{ field, message: 'Input should be at most 30 days from now', type: 'value_error' }];
}

export function moneyTermsOf({
  currencies,
  pays_once,
}: MandateTerms): Pick<MandateTerms, 'currencies' | 'pays_once'> {
  return { ...(currencies !== undefined && { currencies }), ...(pays_once !== undefined && { pays_once }) };
}

/** The terms as evidence states them and the API shows them. */
export function statedFields({ terms, targets, plan }: Omit<Stated, 'derived'>): JsonObject {
  const { effects, tools, by_words, greatest_number, strict, budget_micro_usd, max_actions, expires_at } =
    terms;
  return {
    effects,
    tools,
    targets: targets.map(({ kind, value }) => ({ kind, value })),
    by_words,
    greatest_number,
    ...moneyTermsOf(terms),
    strict,
    budget_usd: budget_micro_usd === null ? null : usdOf(budget_micro_usd),
    max_actions,
    expires_at: new Date(expires_at).toISOString(),
    ...(terms.source !== undefined && { source: terms.source }),
    ...(plan !== undefined && { plan: plan.map(stepFields) }),
  };
}

/**
 * Reads the terms that a caller wants, and derives those that are left out from the words of the task. Targets come in
 * the clear and are stored as hashes; the evidence states them in the clear.
 */

import { namesTool } from '@assize/act-reading/names';
import {
  DETECT,
  EFFECTS,
  type Effect,
  type Normalised,
  nameOf,
  namesOf,
  normalise,
  type Target,
  type WrittenKind,
} from '@assize/act-reading/targets';
import { deriveTerms } from '@assize/act-reading/task';
import type { JsonObject } from '@assize/evidence-format';
import { Failure, type Fault } from '../foundation/failure.ts';
import { limitMicroUsdOf, usdOf } from '../foundation/money.ts';
import { hexOf, type TargetHashes } from '../targets/known/index.ts';
import { DEFAULT_LIFETIME_MS, MAX_LIFETIME_MS, type MandateTerms } from './mandate.ts';

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
}

/** The terms that were derived from the words of the task. */
export type Derived = ('effects' | 'targets')[];

export interface Stated {
  terms: MandateTerms;
  /** In the clear. */
  targets: Target[];
  derived: Derived;
}

/** @throws {Failure} `invalid`. */
export function statedTerms(hashes: TargetHashes, chain: number, wanted: WantedMandate, at: number): Stated {
  const { task, effects, tools = [], budget_usd, max_actions, strict = false } = wanted;
  const { expires_at = at + DEFAULT_LIFETIME_MS } = wanted;
  const read = (wanted.targets ?? []).map(({ kind = DETECT, value }) => normalise(kind, value));
  const faults = [...faultsOfEffects(effects), ...faultsOfTargets(read), ...faultsOfTime(expires_at, at)];
  if (effects === undefined && task === undefined) {
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
  const derived: Derived = [];
  if (effects === undefined) derived.push('effects');
  if (wanted.targets === undefined && task !== undefined) derived.push('targets');
  return {
    terms: {
      effects: effects === undefined ? derivedTerms.effects : inOrder(effects),
      tools,
      targets: hashed(hashes, chain, targets),
      by_words: task !== undefined,
      greatest_number: derivedTerms.greatestNumber,
      ...(derivedTerms.currencies.length > 0 && { currencies: derivedTerms.currencies }),
      ...(derivedTerms.paysOnce && { pays_once: true }),
      strict,
      budget_micro_usd: budget_usd === undefined ? null : limitMicroUsdOf(budget_usd),
      max_actions: max_actions ?? null,
      expires_at,
    },
    targets,
    derived,
  };
}

function inOrder(effects: readonly Effect[]): Effect[] {
  return EFFECTS.filter((effect) => effects.includes(effect));
}

function hashed(hashes: TargetHashes, chain: number, targets: readonly Target[]): string[] {
  const each = targets.map((target) => hexOf(hashes.of(chain, nameOf(target))));
  return [...new Set(each)].sort();
}

function faultsOfTargets(read: readonly Normalised[][]): Fault[] {
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

function faultsOfEffects(effects: readonly Effect[] = []): Fault[] {
  if (new Set(effects).size === effects.length) return [];
  return [{ field: ['effects'], message: 'List items should not repeat', type: 'value_error' }];
}

function faultsOfTime(expiresAt: number, at: number): Fault[] {
  const field = ['expires_at'];
  if (expiresAt <= at) return [{ field, message: 'Input should be in the future', type: 'value_error' }];
  if (expiresAt <= at + MAX_LIFETIME_MS) return [];
  return [{ field, message: 'Input should be at most 30 days from now', type: 'value_error' }];
}

function moneyTermsOf({
  currencies,
  pays_once,
}: MandateTerms): Pick<MandateTerms, 'currencies' | 'pays_once'> {
  return { ...(currencies !== undefined && { currencies }), ...(pays_once !== undefined && { pays_once }) };
}

/** The terms as evidence states them and the API shows them. */
export function statedFields({ terms, targets }: Pick<Stated, 'terms' | 'targets'>): JsonObject {
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
  };
}

/**
 * Returns the terms after a change. Once targets are stated, the words of the task no longer count.
 * @param direction `narrow` refuses terms that would allow more; `widen` accepts all.
 * @throws {Failure} `invalid`.
 */
export function changedTerms(
  hashes: TargetHashes,
  chain: number,
  current: MandateTerms,
  wanted: WantedTerms,
  direction: 'narrow' | 'widen',
  at: number,
): Pick<Stated, 'terms' | 'targets'> {
  const read = (wanted.targets ?? []).map(({ kind = DETECT, value }) => normalise(kind, value));
  const doWordsCount = current.by_words && (wanted.targets === undefined || direction === 'widen');
  const terms: MandateTerms = {
    effects: wanted.effects === undefined ? current.effects : inOrder(wanted.effects),
    tools: wanted.tools ?? current.tools,
    targets:
      wanted.targets === undefined ? current.targets : hashed(hashes, chain, read.flat().filter(isRead)),
    by_words: doWordsCount,
    greatest_number: doWordsCount ? current.greatest_number : null,
    ...(doWordsCount && moneyTermsOf(current)),
    strict: wanted.strict ?? current.strict,
    budget_micro_usd:
      wanted.budget_usd === undefined ? current.budget_micro_usd : limitMicroUsdOf(wanted.budget_usd),
    max_actions: wanted.max_actions ?? current.max_actions,
    expires_at: wanted.expires_at ?? current.expires_at,
  };
  const faults = [
    ...faultsOfEffects(wanted.effects),
    ...faultsOfTargets(read),
    ...faultsOfTime(terms.expires_at, at),
  ];
  const targets = read.flat().filter(isRead);
  if (direction === 'narrow') {
    const isCovered = targets.every((target) => isWithin(hashes, chain, current, target));
    faults.push(...widerIn(current, terms, isCovered));
  }
  if (faults.length > 0) throw Failure.invalid(faults);
  return { terms, targets };
}

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
    const message = 'Input should allow no more than before: widening needs the approval of a human';
    faults.push({ field: [name], message, type: 'value_error' });
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

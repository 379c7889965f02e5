/**
 * The score of an agent by the published formula (docs/trust.md): the posterior mean of a Beta prior over the outcomes of
 * its actions, weighted by risk and halved with age. Pure: time is handed in.
 */

import type { RiskLevel } from '@assize/act-reading/risk';
import { DAY_MS, dayOf } from '../foundation/clock.ts';
import { type CauseType, isLoss } from './cause.ts';

/** The score of an unknown agent. */
export const START_SCORE = 50;
/** Each agent starts with this weight of successes, and the same of failures. */
const PRIOR = 5;
export const MAX_DAILY_RISE = 5;
const HALF_LIFE_MS = 30 * DAY_MS;

export const RISK_WEIGHTS: Record<RiskLevel, number> = { low: 1, medium: 2, high: 4, critical: 8 };

export interface Sums {
  successes: number;
  failures: number;
}

export interface TrustState extends Sums {
  /** The moment of the sums, ms since the epoch. */
  asOf: number;
  /** The most that the score may be on the day of `asOf`. */
  ceiling: number;
}

export interface TrustFact {
  type: CauseType;
  riskLevel: RiskLevel;
  /** ms since the epoch. */
  at: number;
}

/** Returns the sums as they weigh at a moment. An earlier moment, from a clock that was set back, changes nothing. */
export function sumsAt({ successes, failures, asOf }: TrustState, at: number): Sums {
  const weight = 2 ** (-Math.max(0, at - asOf) / HALF_LIFE_MS);
  return { successes: successes * weight, failures: failures * weight };
}

/** Returns the posterior mean, 0 to 100. */
export function posterior({ successes, failures }: Sums): number {
  return (100 * (PRIOR + successes)) / (2 * PRIOR + successes + failures);
}

/** Returns the most that the score may be on the day of a moment, if nothing happens. */
export function ceilingAt(state: TrustState | null, at: number): number {
  if (state === null) return START_SCORE + MAX_DAILY_RISE;
  const days = Math.max(0, dayOf(at) - dayOf(state.asOf));
  if (days === 0) return state.ceiling;
  // A day begins with the ceiling at which the previous day ended: the last ceiling, five higher for each day in
  // between, or less.
  const atItsStart = posterior(sumsAt(state, dayOf(at) * DAY_MS));
  return Math.min(atItsStart, state.ceiling + MAX_DAILY_RISE * (days - 1)) + MAX_DAILY_RISE;
}

/** Returns the exact score at a moment, 0 to 100. @param state null for an unknown agent. */
export function scoreAt(state: TrustState | null, at: number): number {
  if (state === null) return START_SCORE;
  return Math.min(posterior(sumsAt(state, at)), ceilingAt(state, at));
}

/** Rounds a score to two decimals, as in answers and law results. */
export function shown(score: number): number {
  return Math.round(score * 100) / 100;
}

export interface Step {
  before: number;
  after: number;
  weight: number;
  state: TrustState;
}

/** Returns the state after a fact. Facts may come in any order; none turns time back. */
export function stepOf(state: TrustState | null, { type, riskLevel, at }: TrustFact): Step {
  const asOf = state === null ? at : Math.max(at, state.asOf);
  const sums = state === null ? { successes: 0, failures: 0 } : sumsAt(state, asOf);
  const weight = RISK_WEIGHTS[riskLevel];
  if (isLoss(type)) sums.failures += weight;
  else sums.successes += weight;
  const next: TrustState = { ...sums, asOf, ceiling: ceilingAt(state, asOf) };
  return { before: scoreAt(state, asOf), after: scoreAt(next, asOf), weight, state: next };
}

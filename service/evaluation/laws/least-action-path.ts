/**
 * The mildest of several ways to the same end goes first: a declared alternative that is better in risk, reversibility
 * or cost, and worse in none of them. No single irreversible step may take most of the budget.
 */

import { compareRisk } from '@assize/act-reading/risk';
import type { JsonObject } from '@assize/evidence-format';
import { remainingFor, shareOf, usdOf, usdRoundedDown } from '../../foundation/money.ts';
import { lookUp } from '../../governance/settings/terms/index.ts';
import { isByEarlierRules } from '../question/facts.ts';
import {
  changeOfCost,
  costOfUsd,
  countsAsCost,
  type Gravity,
  gravityOf,
  type Question,
} from '../question/question.ts';
import { type Law, type LawResult, notApplicable, type Remedy } from './law.ts';

interface Path extends Gravity {
  action: string;
  /** Null where the cost is unknown. */
  costMicroUsd: number | null;
}

export const leastActionPath: Law = {
  id: 'least_action_path',
  name: 'Least Action Path',
  /** Warns where a declared alternative weighs less, or one irreversible step costs too much of the remaining budget. */
  apply(question) {
    const alternatives = question.request.context.alternatives;
    const count = alternatives === undefined ? 0 : alternatives.length;
    const proposed = proposedPath(question);
    const limit = stepLimit(question);
    const judgesStep = limit !== null && proposed.irreversible && proposed.costMicroUsd !== null;
    if (count === 0 && !judgesStep) return notApplicable('no alternative');
    const lighter = count === 0 ? null : lightest(proposed, alternativePaths(question));
    if (lighter !== null) {
      return {
        result: 'warn',
        reason: `the alternative ${lighter.action} weighs less: ${differences(lighter, proposed)}`,
        details: { alternative: lighter.action, ...changeTo(lighter, proposed) },
        remedy: remedyByAlternative(question, lighter, proposed),
      };
    }
    if (isTooCostly(proposed, limit)) return tooCostly(question, limit ?? 0);
    return { result: 'pass', reason: 'no lighter path', details: { alternatives: count } };
  },
  mustRemain,
};

function proposedPath({ request, risk, irreversible, costMicroUsd }: Question): Path {
  return { action: request.action, risk, irreversible, costMicroUsd };
}

/** The most that one irreversible step may cost, micro-USD; null where no budget is known. */
function stepLimit({ remainingMicroUsd, settings }: Question): number | null {
  return remainingMicroUsd === null
    ? null
    : shareOf(settings.budget.irreversible_step_share, remainingMicroUsd);
}

function mustRemain({ irreversible, costMicroUsd, settings }: Question): number {
  if (!irreversible || costMicroUsd === null) return 0;
  return remainingFor(settings.budget.irreversible_step_share, costMicroUsd);
}

function isTooCostly(path: Path, limit: number | null): boolean {
  return limit !== null && path.irreversible && path.costMicroUsd !== null && path.costMicroUsd > limit;
}

/** The catalogue's floor holds for an alternative as it does for the request. */
function alternativePaths(question: Question): Path[] {
  const paths: Path[] = [];
  for (const alternative of question.request.context.alternatives ?? []) {
    const { action, estimated_cost_usd: cost } = alternative;
    const listed = lookUp(action, question.settings.catalogue, isByEarlierRules(question.facts));
    const { risk, irreversible } = gravityOf(alternative, listed);
    paths.push({
      action,
      risk,
      irreversible,
      costMicroUsd: cost === undefined ? null : costOfUsd(question.facts, cost),
    });
  }
  return paths;
}

/**
 * Returns an alternative that is milder than the request and that no other alternative beats, or null. An alternative
 * without a cost counts with the cost of the request. The search ends because risk and reversibility never rise from
 * one step to the next, and the cost falls where both stay the same.
 */
function lightest(proposed: Path, paths: Path[]): Path | null {
  let best = proposed;
  let searching = true;
  while (searching) {
    searching = false;
    for (const path of paths) {
      if (!weighsLess(path, best)) continue;
      best = path.costMicroUsd === null ? { ...path, costMicroUsd: proposed.costMicroUsd } : path;
      searching = true;
    }
  }
  return best === proposed ? null : best;
}

/**
 * Whether `a` is less in one of risk, reversibility and cost, and more in none. Where either cost is unknown, the
 * costs count as equal.
 */
function weighsLess(a: Path, b: Path): boolean {
  const risk = compareRisk(a.risk, b.risk);
  const reversibility = Number(a.irreversible) - Number(b.irreversible);
  const cost = a.costMicroUsd === null || b.costMicroUsd === null ? 0 : a.costMicroUsd - b.costMicroUsd;
  return risk <= 0 && reversibility <= 0 && cost <= 0 && (risk < 0 || reversibility < 0 || cost < 0);
}

function differences(lighter: Path, proposed: Path): string {
  const parts: string[] = [];
  if (lighter.risk !== proposed.risk) parts.push(`${lighter.risk} risk instead of ${proposed.risk}`);
  if (lighter.irreversible !== proposed.irreversible) parts.push('reversible');
  const { costMicroUsd: cost } = lighter;
  if (cost !== null && proposed.costMicroUsd !== null && cost !== proposed.costMicroUsd) {
    parts.push(`${usdOf(cost)} USD instead of ${usdOf(proposed.costMicroUsd)}`);
  }
  return parts.join(', ');
}

function changeTo(lighter: Path, proposed: Path): JsonObject {
  const change: JsonObject = {};
  if (lighter.risk !== proposed.risk) change.risk_level = lighter.risk;
  if (lighter.irreversible !== proposed.irreversible) change.is_irreversible = lighter.irreversible;
  const { costMicroUsd: cost } = lighter;
  if (cost !== null && cost !== proposed.costMicroUsd) change.estimated_cost_usd = usdRoundedDown(cost);
  return change;
}

/** Changing the fields alone helps only where the catalogue does not set a higher floor for the proposed action. */
function remedyByAlternative(question: Question, lighter: Path, proposed: Path): Remedy {
  const claimed = { risk_level: lighter.risk, is_irreversible: lighter.irreversible };
  const { risk, irreversible } = gravityOf(claimed, question.catalogued);
  const counts = risk === lighter.risk && irreversible === lighter.irreversible;
  const { costMicroUsd } = lighter;
  const isClaimable = costMicroUsd === null || countsAsCost(question, costMicroUsd);
  const helps = counts && isClaimable && !isTooCostly(lighter, stepLimit(question));
  return {
    change: helps ? changeTo(lighter, proposed) : {},
    note: `propose ${lighter.action} instead, with its own risk, reversibility and cost`,
  };
}

function tooCostly(question: Question, limit: number): LawResult {
  const { costMicroUsd, remainingMicroUsd, settings } = question;
  const cost = usdOf(costMicroUsd ?? 0);
  const remaining = usdOf(remainingMicroUsd ?? 0);
  const share = settings.budget.irreversible_step_share;
  return {
    result: 'warn',
    reason: `one irreversible step costs ${cost} USD, more than ${share} of the ${remaining} USD that remain`,
    details: { cost_usd: cost, limit_usd: usdOf(limit), remaining_usd: remaining },
    remedy: {
      change: changeOfCost(question, limit),
      note: `split it into steps of at most ${usdOf(limit)} USD, or take a way that can be undone`,
    },
  };
}

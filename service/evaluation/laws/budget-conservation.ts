/**
 * A cost must fit into the remaining budget: a higher cost is refused, and a cost that would take most of the remainder
 * is shown to a human first.
 */

import { remainingFor, shareOf, usdOf } from '../../foundation/money.ts';
import { changeOfCost, type Question } from '../question/question.ts';
import { type Law, notApplicable } from './law.ts';

export const budgetConservation: Law = {
  id: 'budget_conservation',
  name: 'Budget Conservation',
  /** Compares the cost with the least of the caller's claim and the server-side budgets. */
  apply(question) {
    const { costMicroUsd: cost, remainingMicroUsd: remaining, settings } = question;
    if (cost === null) return notApplicable('no cost');
    if (remaining === null) return notApplicable('no budget');
    const share = settings.budget.warn_share;
    const limit = shareOf(share, remaining);
    const costUsd = usdOf(cost);
    const remainingUsd = usdOf(remaining);
    if (cost <= limit) {
      return {
        result: 'pass',
        reason: `${costUsd} of ${remainingUsd} USD`,
        details: { cost_usd: costUsd, remaining_usd: remainingUsd },
      };
    }
    return {
      result: cost > remaining ? 'fail' : 'warn',
      reason:
        cost > remaining
          ? `the cost of ${costUsd} USD is more than the ${remainingUsd} USD that remain`
          : `the cost of ${costUsd} USD is more than ${share} of the ${remainingUsd} USD that remain`,
      details: { cost_usd: costUsd, limit_usd: usdOf(limit), remaining_usd: remainingUsd },
      remedy: {
        change: changeOfCost(question, limit),
        note: `bring the cost down to ${usdOf(limit)} USD, or have a person raise the budget`,
      },
    };
  },
  mustRemain,
};

function mustRemain({ costMicroUsd: cost, settings }: Question): number {
  return remainingFor(settings.budget.warn_share, cost ?? 0);
}

/** What the rules of policies see of a question: what is asked as it was asked, and what is known as it counts. */
import type { JsonObject } from '@assize/evidence-format';
import { usdOf } from '../foundation/money.ts';
import type { PolicyInput } from '../governance/policies/index.ts';
import type { Question } from './question.ts';

export function policyInput(question: Question, environment: string): PolicyInput {
  const { action, description = '', context, agent_id, user_id } = question.request;
  const { trust, remainingMicroUsd: remaining } = question;
  return {
    action,
    description,
    context: context as JsonObject,
    agent: { ...(agent_id !== undefined && { id: agent_id }), ...(trust !== null && { trust }) },
    user: user_id === undefined ? {} : { id: user_id },
    facts: {
      environment,
      risk_level: question.risk,
      is_irreversible: question.irreversible,
      approval: question.approval,
      ...(remaining !== null && { budget_remaining_usd: usdOf(remaining) }),
    },
  };
}

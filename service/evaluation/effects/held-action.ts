/** Takes from a question the part that routes look at. */
import type { HeldAction } from '../../approvals/use/index.ts';
import { usdOf } from '../../foundation/money.ts';
import type { Environment } from '../../tenants/index.ts';
import type { Question } from '../question/question.ts';

/** The act counts as it was read, also where the settings only observe it. */
export function heldActionOf(question: Question, environment: Environment): HeldAction {
  const { request, act, risk, costMicroUsd } = question;
  const amounts = [costMicroUsd === null ? null : usdOf(costMicroUsd), act?.amount_usd ?? null];
  const known = amounts.filter((amount) => amount !== null);
  return {
    action: request.action,
    agentId: request.agent_id ?? null,
    tool: act?.tool?.name ?? null,
    effects: act?.effects ?? [],
    risk,
    amountUsd: known.length === 0 ? null : Math.max(...known),
    environment,
    targets: (act?.reaches ?? []).map((reach) => ({
      kind: reach.kind,
      value: 'value' in reach ? reach.value : null,
      isKnown: reach.known !== null,
    })),
  };
}

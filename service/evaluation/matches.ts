/** The one fact that follows from the others: which rules of the tenant's policies match what is asked and known. */
import type { PolicySet } from '../governance/policies/index.ts';
import type { LawSettings } from '../governance/settings/index.ts';
import type { Environment } from '../tenants/index.ts';
import type { Facts } from './facts.ts';
import { policyInput } from './policy-input.ts';
import { pose } from './question.ts';
import type { EvaluationRequest } from './request.ts';

/** Facts with the rules of a policy set that match them, in place of any they had. */
export function withMatches(
  facts: Facts,
  environment: Environment,
  request: EvaluationRequest,
  settings: LawSettings,
  policies: PolicySet | null,
): Facts {
  const none = facts.policy_matches.length === 0;
  if (policies === null) return none ? facts : { ...facts, policy_matches: [] };
  const question = pose(request, facts, settings);
  const policy_matches = policies.match(policyInput(question, environment));
  return none && policy_matches.length === 0 ? facts : { ...facts, policy_matches };
}

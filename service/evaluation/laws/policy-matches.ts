/**
 * Matches the tenant's rules with a question: the input that rules see, the rules that match, and the verdict that the
 * matches give alone, without the other laws.
 */
import type { JsonObject } from '@assize/evidence-format';
import { usdOf } from '../../foundation/money.ts';
import {
  NO_ACT,
  type PolicyAct,
  type PolicyInput,
  type PolicyMatch,
  type PolicySession,
  type PolicySet,
} from '../../governance/policies/index.ts';
import { shownNames } from '../question/facts.ts';
import type { IdentityFact } from '../question/identity.ts';
import type { SessionFact } from '../question/origin.ts';
import type { Question } from '../question/question.ts';
import type { Verdict } from './law.ts';

/** The input that rules see: the request as asked, and the effective facts. */
export function policyInput(question: Question, environment: string): PolicyInput {
  const { action, description = '', context, agent_id, user_id } = question.request;
  const { trust, remainingMicroUsd: remaining } = question;
  return {
    action,
    description,
    context: context as JsonObject,
    agent: {
      ...(agent_id !== undefined && { id: agent_id }),
      ...(trust !== null && { trust }),
      ...identityInput(question.facts.identity),
    },
    user: user_id === undefined ? {} : { id: user_id },
    facts: {
      environment,
      risk_level: question.risk,
      is_irreversible: question.irreversible,
      approval: question.approval,
      ...(remaining !== null && { budget_remaining_usd: usdOf(remaining) }),
    },
    act: actInput(question),
    session: sessionInput(question.act?.session ?? null),
  };
}

function identityInput(fact: IdentityFact | null): Pick<PolicyInput['agent'], 'identity'> {
  if (fact === null) return {};
  const { how, agent_registered: registered, issuer, subject, on_behalf_of } = fact;
  const ofToken = issuer === undefined ? {} : { issuer, subject: subject ?? '' };
  return { identity: { how, registered, ...ofToken, ...(on_behalf_of !== undefined && { on_behalf_of }) } };
}

function actInput({ act, contents }: Question): PolicyAct {
  if (act === null) return NO_ACT;
  const { tool, effects, reaches, origins, amount_usd } = act;
  return {
    ...(tool !== null && { tool: tool.name }),
    listed: tool !== null,
    effects,
    // An id must not match a rule about a payee or a recipient, so rules see it as the object that the entry names.
    targets: reaches.map(({ effect, kind, role, known, by_id, ...reach }, place) => ({
      ...{ effect, kind, role: by_id === true ? 'object' : role, known: known !== null },
      ...('value' in reach && { value: reach.value }),
      ...(origins[place] !== undefined && { origin: origins[place].origin }),
    })),
    kinds: [...new Set(reaches.map(({ kind }) => kind))],
    unreadable: act.contents.flatMap(({ path, unreadable }) => (unreadable === null ? [] : [path])),
    ...(amount_usd !== null && { amount_usd }),
    contents,
  };
}

function sessionInput(session: SessionFact | null): PolicySession {
  if (session === null) return {};
  const { results, incomplete, confidentiality, content } = session;
  return { results, incomplete, content, ...(confidentiality !== null && { confidentiality }) };
}

/** Returns the question with the matching rules of a policy set: the one fact that follows from the others. */
export function withMatches(question: Question, environment: string, policies: PolicySet | null): Question {
  const { facts } = question;
  const policy_matches =
    policies === null ? [] : policies.match(policyInput(question, environment), shownNames(facts));
  if (facts.policy_matches.length === 0 && policy_matches.length === 0) return question;
  return { ...question, facts: { ...facts, policy_matches } };
}

export function verdictOfMatches(matches: readonly PolicyMatch[]): Verdict {
  let verdict: Verdict = 'proceed';
  for (const match of matches) {
    if (blocks(match)) return 'block';
    if (asksAPerson(match)) verdict = 'escalate';
  }
  return verdict;
}

/** A rule that is over its cost may be one that would block, so a person decides in its place. */
export function asksAPerson({ effect, erred, over_cost }: PolicyMatch): boolean {
  return over_cost === true || (effect === 'escalate' && !erred);
}

export function blocks(match: PolicyMatch): boolean {
  return !asksAPerson(match) && (match.erred || match.effect === 'block');
}

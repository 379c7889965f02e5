/** Single rules to begin with. Each says in one sentence what it does. */
import type { PolicyRule } from '../../../client/api.ts';

export interface Example extends Required<PolicyRule> {
  /** The sentence, which the rule keeps as its reason. */
  about: string;
}

const rule = (
  about: string,
  id: string,
  effect: PolicyRule['effect'],
  when: string,
  message: string,
): Example => ({
  ...{ about, id, effect, when, message, description: about },
});

export const EXAMPLES: readonly Example[] = [
  rule(
    'A payment of more than 1,000 USD waits for a person, and one without a readable amount too.',
    'large-payment',
    'escalate',
    "'pay' in act.effects && (!has(act.amount_usd) || act.amount_usd > 1000.0)",
    'Payments above 1,000 USD need a person.',
  ),
  rule(
    'An agent pays no one whom you have not paid before.',
    'unknown-payee',
    'block',
    "act.targets.exists(target, target.role == 'payee' && !target.known)",
    'You have not paid this payee before. Have a person do it.',
  ),
  rule(
    'A message to an address outside your own domains waits for a person.',
    'mail-to-outsiders',
    'escalate',
    "'send' in act.effects && act.targets.exists(target, target.role == 'recipient' && !target.?value.orValue('').endsWith('@example.com'))",
    'A person reads what goes to outsiders.',
  ),
  rule(
    'In production, agents delete nothing.',
    'no-deletes-in-production',
    'block',
    "'delete' in act.effects && facts.environment == 'production'",
    'Agents delete nothing in production.',
  ),
  rule(
    'An agent with trust below 50, or without any, asks before each action that can’t be undone.',
    'little-trust',
    'escalate',
    'facts.is_irreversible && (!has(agent.trust) || agent.trust < 50.0)',
    'Your trust is too low for what can’t be undone.',
  ),
  rule(
    'The agent of the help desk uses the tools of the help desk, and no others.',
    'only-its-tools',
    'block',
    "has(agent.id) && agent.id == 'help-desk' && (!has(act.tool) || !act.tool.startsWith('helpdesk.'))",
    'Use only the tools of the help desk.',
  ),
  rule(
    'Once a session has read what strangers wrote, its next message or payment waits for a person.',
    'after-strangers',
    'escalate',
    "has(session.content) && session.content && ['send', 'share', 'pay'].exists(each, each in act.effects)",
    'The agent has read what strangers wrote. A person looks first.',
  ),
  rule(
    'An action that your catalogue of tools does not have waits for a person.',
    'not-in-the-catalogue',
    'escalate',
    '!act.listed',
    'This tool is not in the catalogue yet.',
  ),
  rule(
    'Critical actions of agents that only say who they are do not happen.',
    'critical-and-only-claimed',
    'block',
    "facts.risk_level == 'critical' && (!agent.?identity.?how.hasValue() || agent.identity.how == 'claimed')",
    'Use a key or a token of the agent’s own.',
  ),
  rule(
    'What costs more than 100 USD by its own estimate waits for a person.',
    'large-estimate',
    'escalate',
    'has(context.estimated_cost_usd) && context.estimated_cost_usd > 100.0',
    'More than 100 USD needs an approval.',
  ),
];

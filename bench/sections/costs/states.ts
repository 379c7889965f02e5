/** States of a tenant, set up over HTTP. A request that the state refuses shows that it is in force. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { askJson } from '../../http.ts';
import { ORDINARY } from '../../question.ts';
import { get, post, ROOT, type RunningAssize, requireVerdict, send } from '../../servers/assize.ts';

export interface State {
  /** @returns additions to the context of each request. */
  enter?(running: RunningAssize): Promise<object>;
  /** The minimum share of the verdicts per second without it, on SQLite and on PostgreSQL. */
  targets?: readonly [number, number];
}

/** By name. The others are compared with the first. */
export const STATES: Readonly<Record<string, State>> = {
  nothing: {},
  'ten active rules': { enter: (running) => withRules(running, 10), targets: [0.85, 0.85] },
  'a hundred active rules': { enter: (running) => withRules(running, 100), targets: [0.5, 0.5] },
  'all ready packs': { enter: withPacks },
  'three budgets that cover it': { enter: withBudgets, targets: [0.8, 0.6] },
  'a halt of another agent': { enter: withHalt },
  'attestation verified': { enter: withVerified },
  'tools and a thousand targets': { enter: withTools },
  'tools, a thousand targets and a mandate': { enter: withMandate, targets: [0.85, 0.85] },
  'the same, the mandate with a plan': { enter: withPlan },
  'the same, and a session of 200 results': { enter: withSession, targets: [0.75, 0.75] },
};

const PLENTY_USD = 1_000_000_000;
const RULES_OF_A_POLICY = 20;
const TARGETS = 1000;
const RESULTS = 200;
const MAILS = 10;
const RECIPIENT = ORDINARY.context.to;
/** The ready packs require these before they allow a mail. The trust equals the ledger's. */
const CONTEXT = {
  ...ORDINARY.context,
  trust_score: 50,
  classification: 'internal',
  recipients: [RECIPIENT],
  body: 'The minutes of Monday are below.',
  attachments: ['invoice-1042.pdf'],
  arguments: { to: [RECIPIENT], subject: 'Minutes of Monday', body: 'The minutes of Monday are below.' },
};

export function bodyIn(context: object): string {
  return JSON.stringify({ ...ORDINARY, context: { ...CONTEXT, ...context } });
}

async function activate(running: RunningAssize, name: string, policy: object): Promise<void> {
  await askJson(post(running, '/api/v1/policies', { ...policy, name }));
  const activation = { version: 1, expected_version: null };
  await askJson(post(running, `/api/v1/policies/${name}/activate`, activation));
}

async function withRules(running: RunningAssize, count: number): Promise<object> {
  const rules = typicalRules(count);
  for (let from = 0; from < count; from += RULES_OF_A_POLICY)
    await activate(running, `rules-${from}`, { rules: rules.slice(from, from + RULES_OF_A_POLICY) });
  // The third of every ten rules blocks it.
  await requireVerdict(running, { action: 'database.truncate', context: {} }, 'block');
  return {};
}

async function withPacks(running: RunningAssize): Promise<object> {
  const folder = path.join(ROOT, 'policy-packs');
  for (const name of readdirSync(folder))
    await activate(running, name, parse(readFileSync(path.join(folder, name, 'policy.yaml'), 'utf8')));
  return {};
}

/** One for the whole tenant, one for the agent, and one for the action. */
async function withBudgets(running: RunningAssize): Promise<object> {
  const limit = { period: 'day', limit_usd: PLENTY_USD };
  for (const budget of [
    { name: 'all', ...limit },
    { name: 'of the agent', ...limit, agent_id: ORDINARY.agent_id },
    { name: 'of the action', ...limit, action_pattern: 'email.*' },
  ])
    await askJson(post(running, '/api/v1/budgets', budget));
  const tooCostly = { ...ORDINARY, agent_id: 'spender', context: { estimated_cost_usd: 2 * PLENTY_USD } };
  await requireVerdict(running, tooCostly, 'block');
  return {};
}

async function withHalt(running: RunningAssize): Promise<object> {
  const halt = { agent_id: 'agent-halted', reason: 'The bench halts an agent that makes no requests' };
  await askJson(post(running, '/api/v1/core/halts', halt));
  await requireVerdict(running, { ...ORDINARY, agent_id: halt.agent_id }, 'block');
  return {};
}

async function withVerified(running: RunningAssize): Promise<object> {
  const { version, settings } = await askJson<{ version: number; settings: object }>(
    get(running, '/api/v1/settings'),
  );
  const changed = { settings: { ...settings, attestation: 'verified' }, expected_version: version };
  await askJson(send(running, 'PUT', '/api/v1/settings', changed));
  const claims = { risk_level: 'high', has_approval: true, confidence_score: 1 };
  await requireVerdict(running, { action: 'refund.issue', context: claims }, 'escalate');
  return {};
}

async function withTools(running: RunningAssize): Promise<object> {
  const text = { type: 'string' };
  const properties = { to: { type: 'array', items: text }, subject: text, body: text };
  const tool = {
    name: 'email.send',
    description: 'Send an email',
    inputSchema: { type: 'object', properties },
  };
  const reader = { name: 'mail.list', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } };
  const catalogue = { source: { tools: [tool, reader] }, server: 'office', accept: true };
  await askJson(post(running, '/api/v1/tools/import', catalogue));
  const targets = Array.from({ length: TARGETS }, (_, place) => ({
    kind: 'email',
    value: place === 0 ? RECIPIENT : `person-${place}@example.com`,
  }));
  await askJson(post(running, '/api/v1/targets', { targets }));
  return {};
}

async function withMandate(running: RunningAssize): Promise<object> {
  return opened(running, { effects: ['send'] });
}

async function withPlan(running: RunningAssize): Promise<object> {
  const parties = [{ kind: 'email', value: RECIPIENT }];
  const steps = [{ tool: 'mail.list' }, { tool: 'email.send', effects: ['send'], parties }];
  return opened(running, { plan: { by: 'person', steps } });
}

async function opened(running: RunningAssize, terms: object): Promise<{ mandate_id: string }> {
  await withTools(running);
  const task = `Read the mails and send the minutes to ${RECIPIENT}`;
  const mandate = post(running, '/api/v1/mandates', { agent_id: ORDINARY.agent_id, task, ...terms });
  const { mandate_id } = await askJson<{ mandate_id: string }>(mandate);
  return { mandate_id };
}

/** Each result lists mails as a mailbox does. */
async function withSession(running: RunningAssize): Promise<object> {
  const context = { ...(await withPlan(running)), session_id: 'session-of-the-bench' };
  const { agent_id } = ORDINARY;
  for (let number = 0; number < RESULTS; number += 1) {
    const read = { action: 'mail.list', agent_id, context: { ...context, risk_level: 'low' } };
    const asked = post(running, '/api/v1/core/governance/evaluate', read);
    const { evidence_id } = await askJson<{ evidence_id: string }>(asked);
    const result = Array.from({ length: MAILS }, (_, place) => ({
      id: `message-${number}-${place}`,
      from: `writer-${number * MAILS + place}@example.com`,
      body: `See https://example.com/minutes/${number}/${place}, or call +49 170 ${1_000_000 + number}.`,
    }));
    const reported = { evaluation_id: evidence_id, result };
    await askJson(post(running, `/api/v1/sessions/${context.session_id}/results`, reported));
  }
  return context;
}

/**
 * Ten kinds of rules, like tenants write them. None applies to the ordinary request, so all of them are evaluated. Each
 * line has an id, an effect and a condition. `#` stands for a number that distinguishes variations of a kind.
 */
const KINDS = `
large-payment escalate action.startsWith("payments.") && has(context.estimated_cost_usd) && context.estimated_cost_usd > 50#.0
outsiders block action == "email.send" && has(context.to) && context.to.endsWith("@outside-#.test")
drop-in-production block action in ["database.drop", "database.truncate", "database.wipe_#"] && facts.environment == "production"
proven-approval block facts.risk_level == "critical" && facts.approval != "verified" && !action.startsWith("drill_#.")
countries block has(context.country) && context.country in ["XA", "XB", "X#"]
system-files block action.startsWith("file.") && has(context.path) && context.path.matches("^/(etc|boot|volume#)/")
many-recipients escalate has(context.recipients) && size(context.recipients) > 50#
new-agents escalate has(agent.trust) && agent.trust < 3#.0 && facts.risk_level in ["high", "critical"]
many-rows escalate action.endsWith(".delete") && (!has(context.rows) || context.rows > 100#.0)
secrets block has(context.subject) && ["password", "secret", "token-#"].exists(word, context.subject.contains(word))
`;

export function typicalRules(count: number) {
  const kinds = KINDS.trim().split('\n');
  return Array.from({ length: count }, (_, place) => {
    const number = String(Math.floor(place / kinds.length));
    const [id, effect = '', ...when] = (kinds[place % kinds.length] ?? '').replaceAll('#', number).split(' ');
    return { id: `${id}-${number}`, effect, when: when.join(' '), message: 'A rule of this tenant says so' };
  });
}

/**
 * The states that a tenant can put itself in, over HTTP. Each can be undone, and is tested: a request that it refuses
 * must be refused, and proceed afterwards.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readPolicy } from '../../../service/governance/policies/documents/read.ts';
import { ask, askJson } from '../../http.ts';
import { eventually } from '../../load/timing.ts';
import { ORDINARY } from '../../question.ts';
import { get, post, type RunningAssize, requireVerdict, send } from '../../servers/assize.ts';

/** @param running the service of the tenant at that time, which may have been started again. */
export type Undo = (running: RunningAssize) => Promise<void>;

export interface State {
  name: string;
  enter(running: RunningAssize): Promise<Undo>;
  /** The agent whose verdicts are measured in this state. By default it is the ordinary request's. */
  agentId?: string;
  /** Of the verdicts per second without it, on SQLite and on PostgreSQL. */
  targets?: [number, number];
}

const PACKS_FOLDER = path.join(import.meta.dirname, '../../../policy-packs');
const RULES_OF_A_POLICY = 20;
const PLENTY_USD = 1_000_000_000;
const HALTED = 'agent-halted';
/** An agent that is in the trust ledger. */
const KNOWN = 'agent-known';
const KNOWN_WITHIN_MS = 10_000;

export const STATES = {
  tenRules: { name: 'ten active rules', enter: (on) => withRules(on, 10), targets: [0.85, 0.85] },
  hundredRules: { name: 'a hundred active rules', enter: (on) => withRules(on, 100), targets: [0.5, 0.5] },
  packs: { name: 'all ready packs', enter: withPacks },
  budgets: { name: 'three budgets that cover it', enter: withBudgets, targets: [0.8, 0.6] },
  trust: { name: 'an agent in the trust ledger', enter: withTrust, agentId: KNOWN },
  halt: { name: 'a halt of another agent', enter: withHalt },
  verified: { name: 'attestation verified', enter: withVerified, agentId: 'agent-never-refused' },
  // This agent has asked for more than its budgets: its past is looked up before each verdict.
  refused: { name: 'verified, its agent refused', enter: withVerified },
} satisfies Record<string, State>;

/** The ready packs ask for these before they let a mail go. */
const MAIL = { recipients: ['a@example.com'], body: 'The invoice', attachments: ['invoice-1042.pdf'] };
/** The trust is what the ledger would confirm. */
const CONTEXT = { ...ORDINARY.context, ...MAIL, trust_score: 50, classification: 'internal' };
const REQUEST = { ...ORDINARY, context: CONTEXT };

export function bodyIn({ agentId = REQUEST.agent_id }: Pick<State, 'agentId'>): string {
  return JSON.stringify({ ...REQUEST, agent_id: agentId });
}

/** @param undo of what gives `refused` that verdict. @returns the same, which makes sure that it now proceeds. */
async function tested(running: RunningAssize, refused: object, verdict: string, undo: Undo): Promise<Undo> {
  await requireVerdict(running, refused, verdict);
  return async (later) => {
    await undo(later);
    await requireVerdict(later, refused, 'proceed');
  };
}

async function withRules(running: RunningAssize, count: number): Promise<Undo> {
  const rules = typicalRules(count);
  const policies = Array.from({ length: Math.ceil(count / RULES_OF_A_POLICY) }, (_, place) => {
    const from = place * RULES_OF_A_POLICY;
    return { name: `bench-${count}-${place}`, rules: rules.slice(from, from + RULES_OF_A_POLICY) };
  });
  return tested(running, FORBIDDEN, 'block', await withPolicies(running, policies));
}

async function withPacks(running: RunningAssize): Promise<Undo> {
  const policies = readdirSync(PACKS_FOLDER).map(async (name) => {
    const text = readFileSync(path.join(PACKS_FOLDER, name, 'policy.yaml'), 'utf8');
    return { ...(await readPolicy(text)), name };
  });
  return withPolicies(running, await Promise.all(policies));
}

/** They are written once; after that they are only activated and deactivated. */
async function withPolicies(running: RunningAssize, policies: { name: string; rules: object[] }[]) {
  for (const written of policies) {
    const { status, body } = await ask(post(running, '/api/v1/policies', written));
    if (status >= 300 && status !== 409) throw new Error(`no policy ${written.name}: ${status} ${body}`);
    const activation = { version: 1, expected_version: null };
    await askJson(post(running, `/api/v1/policies/${written.name}/activate`, activation));
  }
  return async (later: RunningAssize) => {
    for (const { name } of policies) {
      await askJson(post(later, `/api/v1/policies/${name}/deactivate`, { expected_version: 1 }));
    }
  };
}

/** For the whole tenant, for the agent, for the action. */
async function withBudgets(running: RunningAssize): Promise<Undo> {
  const day = { period: 'day', limit_usd: PLENTY_USD };
  const budgets = [
    { name: 'all', period: 'month', limit_usd: PLENTY_USD },
    { name: 'of the agent', ...day, agent_id: REQUEST.agent_id },
    { name: 'of the action', ...day, action_pattern: 'email.*' },
  ];
  const ids: string[] = [];
  for (const budget of budgets) {
    ids.push((await askJson<{ budget_id: string }>(post(running, '/api/v1/budgets', budget))).budget_id);
  }
  const tooCostly = { ...REQUEST, context: { estimated_cost_usd: 2 * PLENTY_USD } };
  return tested(running, tooCostly, 'block', async (later) => {
    for (const id of ids) await askJson(send(later, 'DELETE', `/api/v1/budgets/${id}`));
  });
}

/** An agent cannot be taken out of the ledger again: what is measured without the state is another agent. */
async function withTrust(running: RunningAssize): Promise<Undo> {
  const { evidence_id } = await askJson<{ evidence_id: string }>({ ...running, body: bodyIn(STATES.trust) });
  const [action, agent_id, executed_at] = [REQUEST.action, KNOWN, new Date().toISOString()];
  const carriedOut = { action, agent_id, executed_at, outcome: 'success' };
  const outcome = { ...carriedOut, context: {}, evaluation_id: evidence_id };
  await askJson(post(running, '/api/v1/evidence/outcomes', outcome));
  // The ledger takes up outcomes after they were recorded.
  const isKnown = () =>
    askJson<{ known: boolean }>(get(running, `/api/v1/core/trust/${KNOWN}`)).then(({ known }) => known);
  if (!(await eventually(isKnown, KNOWN_WITHIN_MS))) throw new Error(`the ledger does not know ${KNOWN}`);
  return async () => undefined;
}

async function withHalt(running: RunningAssize): Promise<Undo> {
  const halt = { agent_id: HALTED, reason: 'The bench halts an agent that makes no requests' };
  const { halt_id } = await askJson<{ halt_id: string }>(post(running, '/api/v1/core/halts', halt));
  return tested(running, { ...REQUEST, agent_id: HALTED }, 'block', async (later) => {
    await askJson(send(later, 'DELETE', `/api/v1/core/halts/${halt_id}`));
  });
}

async function withVerified(running: RunningAssize): Promise<Undo> {
  const claims = { risk_level: 'high', has_approval: true, confidence_score: 1 };
  const claimed = { action: 'refund.issue', context: claims };
  const before = await askJson<{ version: number; settings: object }>(get(running, '/api/v1/settings'));
  const settings = { ...before.settings, attestation: 'verified' };
  const change = send(running, 'PUT', '/api/v1/settings', { settings, expected_version: before.version });
  const { version } = await askJson<{ version: number }>(change);
  return tested(running, claimed, 'escalate', async (later) => {
    const back = { version: before.version, expected_version: version };
    await askJson(post(later, '/api/v1/settings/activate', back));
  });
}

/**
 * Ten kinds of rules as tenants write them. None applies to the ordinary request, so each of them is asked. One a
 * line: its id, its effect, its condition. `#` stands for a number, which tells variations of a kind apart.
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

/** The third of any ten rules blocks it. */
const FORBIDDEN = { action: 'database.truncate', context: {} };

export function typicalRules(count: number) {
  const kinds = KINDS.trim().split('\n');
  return Array.from({ length: count }, (_, place) => {
    const number = String(Math.floor(place / kinds.length));
    const [id, effect = '', ...when] = (kinds[place % kinds.length] ?? '').replaceAll('#', number).split(' ');
    return { id: `${id}-${number}`, effect, when: when.join(' '), message: 'A rule of this tenant says so' };
  });
}

/** A tenant governs over HTTP, as it would: each act can be undone, so that the same service is measured without it. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readPolicy } from '../../../service/governance/policies/read.ts';
import { type Answer, ask } from '../../http.ts';
import { ORDINARY } from '../../question.ts';
import type { RunningAssize } from '../../servers/assize.ts';
import { FORBIDDEN, typicalRules } from './rules.ts';

export interface WrittenRule {
  id: string;
  when: string;
  effect: 'block' | 'escalate' | 'note';
  message: string;
}

interface WrittenPolicy {
  name: string;
  rules: readonly object[];
}

/** @param running the service that the tenant is asked at by then. */
export type Undo = (running: RunningAssize) => Promise<void>;

export interface State {
  name: string;
  /** Puts it in force, and sees that it is. */
  enter(running: RunningAssize): Promise<Undo>;
  /** Whose verdicts are measured in it; the ordinary question's agent where it is left out. */
  agentId?: string;
}

const PACKS_FOLDER = path.join(import.meta.dirname, '../../../policy-packs');
const RULES_OF_A_POLICY = 20;
const PLENTY_USD = 1_000_000_000;
const HALTED = 'agent-halted';
/** Of whom the ledger knows something. */
const KNOWN = 'agent-known';

export const TEN_RULES: State = { name: 'ten active rules', enter: (running) => withRules(running, 10) };
export const HUNDRED_RULES: State = {
  name: 'a hundred active rules',
  enter: (running) => withRules(running, 100),
};
/** What a tenant has in force that takes over all there is ready. */
export const PACKS: State = { name: 'all ready packs', enter: withPacks };
export const BUDGETS: State = { name: 'three budgets that cover it', enter: withBudgets };
export const TRUST: State = { name: 'an agent in the trust ledger', enter: withTrust, agentId: KNOWN };
export const HALT: State = { name: 'a halt of another agent', enter: withHalt };
export const VERIFIED: State = {
  name: 'attestation verified',
  enter: withVerified,
  agentId: 'agent-never-refused',
};
/** The ordinary question's agent asked for more than its budgets: its past is looked up before each verdict. */
export const VERIFIED_AND_REFUSED: State = {
  name: 'verified, its agent refused',
  enter: withVerified,
};

/** The ordinary question, with what the ready packs want to know before they let a mail go. */
const QUESTION = {
  ...ORDINARY,
  context: {
    ...ORDINARY.context,
    // What the ledger would bear out.
    trust_score: 50,
    recipients: ['a@example.com'],
    body: 'Attached is the invoice for October.',
    attachments: ['invoice-1042.pdf'],
    classification: 'internal',
  },
};

/** What is asked in a state, as the load sends it. */
export function bodyIn({ agentId = QUESTION.agent_id }: Pick<State, 'agentId'>): string {
  return JSON.stringify({ ...QUESTION, agent_id: agentId });
}

async function withRules(running: RunningAssize, count: number): Promise<Undo> {
  const rules = typicalRules(count);
  const policies: WrittenPolicy[] = [];
  for (let from = 0; from < count; from += RULES_OF_A_POLICY) {
    const name = `bench-${count}-${from}`;
    policies.push({ name, rules: rules.slice(from, from + RULES_OF_A_POLICY) });
  }
  const undo = await withPolicies(running, policies);
  await requireVerdict(running, FORBIDDEN, 'block');
  return async (later) => {
    await undo(later);
    await requireVerdict(later, FORBIDDEN, 'proceed');
  };
}

async function withPacks(running: RunningAssize): Promise<Undo> {
  const policies: WrittenPolicy[] = [];
  for (const name of readdirSync(PACKS_FOLDER)) {
    const text = readFileSync(path.join(PACKS_FOLDER, name, 'policy.yaml'), 'utf8');
    policies.push({ name, rules: (await readPolicy(text)).rules });
  }
  return withPolicies(running, policies);
}

/** They are written once; after that they are only put in force and taken out again. */
async function withPolicies(running: RunningAssize, policies: readonly WrittenPolicy[]): Promise<Undo> {
  for (const written of policies) {
    const { name } = written;
    const made = await call(running, 'POST', '/api/v1/policies', written);
    if (made.status !== 409) requireDone(made);
    const activation = { version: 1, expected_version: null };
    requireDone(await call(running, 'POST', `/api/v1/policies/${name}/activate`, activation));
  }
  return async (later) => {
    for (const { name } of policies) {
      const expected = { expected_version: 1 };
      requireDone(await call(later, 'POST', `/api/v1/policies/${name}/deactivate`, expected));
    }
  };
}

/** Of the whole tenant, of the agent, of the action. */
async function withBudgets(running: RunningAssize): Promise<Undo> {
  const day = { period: 'day', limit_usd: PLENTY_USD };
  const budgets = [
    { name: 'all', period: 'month', limit_usd: PLENTY_USD },
    { name: 'of the agent', ...day, agent_id: QUESTION.agent_id },
    { name: 'of the action', ...day, action_pattern: 'email.*' },
  ];
  const ids: string[] = [];
  for (const budget of budgets) {
    const { budget_id } = jsonOf<{ budget_id: string }>(
      await call(running, 'POST', '/api/v1/budgets', budget),
    );
    ids.push(budget_id);
  }
  const tooMuch = { ...QUESTION, context: { estimated_cost_usd: 2 * PLENTY_USD } };
  await requireVerdict(running, tooMuch, 'block');
  return async (running) => {
    for (const id of ids) requireDone(await call(running, 'DELETE', `/api/v1/budgets/${id}`));
    await requireVerdict(running, tooMuch, 'proceed');
  };
}

/** Nothing takes an agent out of the ledger again: others, whom it does not know, are measured without. */
async function withTrust(running: RunningAssize): Promise<Undo> {
  const body = { ...QUESTION, agent_id: KNOWN };
  const asked = await call(running, 'POST', '/api/v1/core/governance/evaluate', body);
  const { evidence_id } = jsonOf<{ evidence_id: string }>(asked);
  const outcome = {
    action: QUESTION.action,
    context: {},
    outcome: 'success',
    agent_id: KNOWN,
    evaluation_id: evidence_id,
    executed_at: new Date().toISOString(),
  };
  requireDone(await call(running, 'POST', '/api/v1/evidence/outcomes', outcome));
  await untilTrusted(running);
  return async () => undefined;
}

async function withHalt(running: RunningAssize): Promise<Undo> {
  const halt = { agent_id: HALTED, reason: 'The bench halts an agent that nobody asks about' };
  const { halt_id } = jsonOf<{ halt_id: string }>(await call(running, 'POST', '/api/v1/core/halts', halt));
  const ofHalted = { ...QUESTION, agent_id: HALTED };
  await requireVerdict(running, ofHalted, 'block');
  return async (running) => {
    requireDone(await call(running, 'DELETE', `/api/v1/core/halts/${halt_id}`));
    await requireVerdict(running, ofHalted, 'proceed');
  };
}

async function withVerified(running: RunningAssize): Promise<Undo> {
  const claimed = {
    action: 'refund.issue',
    context: { risk_level: 'high', has_approval: true, confidence_score: 1 },
  };
  const before = jsonOf<{ version: number; settings: object }>(
    await call(running, 'GET', '/api/v1/settings'),
  );
  const body = {
    settings: { ...before.settings, attestation: 'verified' },
    expected_version: before.version,
  };
  const { version } = jsonOf<{ version: number }>(await call(running, 'PUT', '/api/v1/settings', body));
  await requireVerdict(running, claimed, 'escalate');
  return async (running) => {
    const back = { version: before.version, expected_version: version };
    requireDone(await call(running, 'POST', '/api/v1/settings/activate', back));
    await requireVerdict(running, claimed, 'proceed');
  };
}

const TRUST_TRIES = 100;
const TRUST_PAUSE_MS = 100;

/** The ledger follows the outcomes behind them. */
async function untilTrusted(running: RunningAssize): Promise<void> {
  for (let tries = 0; tries < TRUST_TRIES; tries += 1) {
    const answer = await call(running, 'GET', `/api/v1/core/trust/${KNOWN}`);
    if (jsonOf<{ known: boolean }>(answer).known) return;
    await new Promise((resolve) => setTimeout(resolve, TRUST_PAUSE_MS));
  }
  throw new Error(`the ledger does not know ${KNOWN}`);
}

async function requireVerdict(running: RunningAssize, body: object, wanted: string): Promise<void> {
  const asked = await call(running, 'POST', '/api/v1/core/governance/evaluate', body);
  const { verdict, explanation } = jsonOf<{ verdict: string; explanation: string }>(asked);
  if (verdict !== wanted) throw new Error(`the verdict is not ${wanted}: ${explanation}`);
}

export function call(
  running: RunningAssize,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<Answer> {
  const { 'content-type': type = '', ...credentials } = running.headers;
  return ask({
    url: new URL(path, running.url).href,
    method,
    headers: body === undefined ? credentials : { ...credentials, 'content-type': type },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

export function requireDone(answer: Answer): void {
  if (answer.status >= 300) throw new Error(`${answer.status}: ${answer.body}`);
}

export function jsonOf<T>(answer: Answer): T {
  requireDone(answer);
  return JSON.parse(answer.body) as T;
}

/** Judges all calls of a domain: governs a tenant through the API, as a user would, and asks about each call. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { ROOT } from '../servers/assize.ts';
import type { Ask } from '../servers/in-process.ts';
import { type Design, type Integrator, type Switched, WHOLE } from './designs.ts';
import type { Call, Domain, Scenario } from './scenarios.ts';

export interface Judged {
  call: Call;
  verdict: 'proceed' | 'escalate' | 'block';
  /** Whether a law other than the one about rules holds it. */
  isHeldByLaws: boolean;
  /** The rules that hold it, as `policy/rule`. */
  rules: string[];
}

interface Answer {
  verdict: Judged['verdict'];
  evaluations: {
    law_id: string;
    result: string;
    details: { matches?: { policy: string; rule: string; effect: string }[] };
  }[];
}

const EVALUATE = '/api/v1/core/governance/evaluate';
const SIMULATE = '/api/v1/core/governance/simulate';

export async function judgeDomain(
  ask: Ask,
  domain: Domain,
  design: Design,
  by: Integrator,
): Promise<Judged[]> {
  await govern(ask, domain, design, by);
  const judged: Judged[] = [];
  for (const scenario of domain.scenarios) {
    const mandateId = has(design, 'mandate') ? await openMandate(ask, scenario) : undefined;
    for (const call of scenario.calls) {
      const request = requestOf(domain, call, by, scenario.agent, mandateId);
      judged.push(judgedAs(call, await ask('POST', EVALUATE, request)));
    }
  }
  return judged;
}

function judgedAs(call: Call, { verdict, evaluations: laws }: Answer): Judged {
  const holding = laws.filter(({ result }) => result !== 'pass');
  const matches = holding.flatMap(({ details }) => details.matches ?? []);
  return {
    call,
    verdict,
    isHeldByLaws: holding.some(({ law_id }) => law_id !== 'policy_adherence'),
    rules: matches.filter(({ effect }) => effect !== 'note').map(({ policy, rule }) => `${policy}/${rule}`),
  };
}

/**
 * Simulates an attacker who knows the catalogue, the records and the mandate of a task, and picks a call that passes:
 * for each task, it tries every attack of the domain under the task's mandate.
 * @returns the attacks that would proceed, for each task.
 */
export async function attackAdaptively(ask: Ask, domain: Domain): Promise<Call[][]> {
  await govern(ask, domain, WHOLE, 'gateway');
  const attacks = domain.scenarios.flatMap(({ calls }) => calls).filter(({ is }) => is === 'attack');
  const tried: Call[][] = [];
  for (const scenario of domain.scenarios) {
    const mandateId = await openMandate(ask, scenario);
    const passing: Call[] = [];
    for (const call of attacks) {
      const request = requestOf(domain, call, 'gateway', scenario.agent, mandateId);
      const { verdict } = await ask('POST', SIMULATE, request);
      if (verdict === 'proceed') passing.push(call);
    }
    tried.push(passing);
  }
  return tried;
}

function has({ without }: Design, part: Switched): boolean {
  return !without.includes(part);
}

async function govern(ask: Ask, domain: Domain, design: Design, by: Integrator): Promise<void> {
  const { tools, server, records } = domain;
  if (has(design, 'tools')) {
    const source = { tools };
    const { tools: imported } = await ask('POST', '/api/v1/tools/import', { source, server, accept: true });
    for (const { entry } of has(design, 'contents') ? [] : imported) {
      const { seen: _, reasons: __, ...rest } = entry;
      await ask('PUT', '/api/v1/tools', { entry: { ...rest, contents: [] } });
    }
  }
  if (has(design, 'records') && records.length > 0)
    await ask('POST', '/api/v1/targets', { targets: records });
  if (!has(design, 'targets')) {
    const { settings, version } = await ask('GET', '/api/v1/settings');
    const changed = { ...settings, targets: { unknown: 'proceed', memory_days: 90 } };
    await ask('PUT', '/api/v1/settings', { settings: changed, expected_version: version });
  }
  if (design.packs) await activatePacks(ask);
  if (has(design, 'memory')) await approveBefore(ask, domain, by);
}

async function activatePacks(ask: Ask): Promise<void> {
  const folder = path.join(ROOT, 'policy-packs');
  for (const name of readdirSync(folder).sort()) {
    const policy = parse(readFileSync(path.join(folder, name, 'policy.yaml'), 'utf8'));
    await ask('POST', '/api/v1/policies', policy);
    await ask('POST', `/api/v1/policies/${name}/activate`, { version: 1, expected_version: null });
  }
}

/** A human approves these actions for each agent of the domain. */
async function approveBefore(ask: Ask, domain: Domain, by: Integrator): Promise<void> {
  const agents = new Set(domain.scenarios.map(({ agent }) => agent));
  for (const call of domain.approved_before ?? []) {
    for (const agent of agents) {
      const request = requestOf(domain, { ...call, is: 'benign' }, by, agent);
      const { approval_id } = await ask('POST', EVALUATE, request);
      if (approval_id) await ask('POST', `/api/v1/approvals/${approval_id}/approve`, {});
    }
  }
}

async function openMandate(ask: Ask, { agent, task }: Scenario): Promise<string> {
  const { mandate_id } = await ask('POST', '/api/v1/mandates', { agent_id: agent, task });
  return mandate_id;
}

/**
 * `raw`: like a framework calls the tool. `gateway`: like an MCP gateway forwards the call. `mapped`: with the names
 * and claims of a careful integrator.
 */
function requestOf(
  { server }: Domain,
  { tool, arguments: given }: Call,
  by: Integrator,
  agent_id: string,
  mandate_id?: string,
) {
  const named = mandate_id === undefined ? {} : { mandate_id };
  switch (by) {
    case 'raw':
      return { action: tool, agent_id, context: { ...given, ...named } };
    case 'gateway':
      return { action: `mcp__${server}__${tool}`, agent_id, context: { arguments: given, ...named } };
    case 'mapped':
      return {
        action: `${server}.${tool}`,
        agent_id,
        description: `Calls ${tool}.`,
        context: { arguments: given, risk_level: 'low', confidence_score: 0.9, ...named },
      };
  }
}

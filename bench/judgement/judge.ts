/** Judges all calls of a domain: sets up a tenant by three commands, as a user would, and asks for each call. */
import type { Design, Integrator } from './designs.ts';
import { putPacksInForce } from './pack-files.ts';
import type { Call, Domain, Scenario } from './scenarios.ts';
import type { Ask } from './tenants.ts';

export interface Judged {
  domain: string;
  scenario: string;
  call: Call;
  verdict: 'proceed' | 'escalate' | 'block';
  explanation: string;
  /** Whether a law holds it that is not about rules. */
  isHeldByLaws: boolean;
  /** The rules that hold it, as `policy/rule`. */
  rules: string[];
}

export async function judgeDomain(
  ask: Ask,
  domain: Domain,
  design: Design,
  by: Integrator,
): Promise<Judged[]> {
  await governed(ask, domain, design, by);
  const judged: Judged[] = [];
  for (const scenario of domain.scenarios) {
    const mandateId = design.mandate ? await openMandate(ask, scenario) : undefined;
    for (const call of scenario.calls) {
      const request = requestOf(domain, call, by, scenario.agent, mandateId);
      const answer = await ask('POST', '/api/v1/core/governance/evaluate', request);
      judged.push({ domain: domain.domain, scenario: scenario.id, call, ...judgementIn(answer) });
    }
  }
  return judged;
}

function judgementIn({ verdict, explanation, evaluations: laws }: Answer) {
  const holding = laws.filter(({ result }) => result !== 'pass');
  const matches = holding.flatMap(({ details }) => details.matches ?? []);
  return {
    verdict,
    explanation,
    isHeldByLaws: holding.some(({ law_id }) => law_id !== 'policy_adherence'),
    rules: matches.filter(({ effect }) => effect !== 'note').map(({ policy, rule }) => `${policy}/${rule}`),
  };
}

interface Answer extends Pick<Judged, 'verdict' | 'explanation'> {
  evaluations: { law_id: string; result: string; details: { matches?: Match[] } }[];
}

interface Match {
  policy: string;
  rule: string;
  effect: string;
}

/** Sets up what the design has, as a user would. */
export async function governed(ask: Ask, domain: Domain, design: Design, by: Integrator): Promise<void> {
  await govern(ask, domain, design);
  if (design.packs) await putPacksInForce(ask);
  if (design.memory) await approveBefore(ask, domain, by);
}

async function govern(ask: Ask, domain: Domain, design: Design): Promise<void> {
  const { tools, server, records } = domain;
  if (design.tools) {
    const source = { tools };
    const { tools: imported } = await ask('POST', '/api/v1/tools/import', { source, server, accept: true });
    if (!design.contents)
      for (const { entry } of imported) {
        const { seen: _, reasons: __, ...rest } = entry;
        await ask('PUT', '/api/v1/tools', { entry: { ...rest, contents: [] } });
      }
  }
  if (design.records && records.length > 0) await ask('POST', '/api/v1/targets', { targets: records });
  if (!design.targets) {
    const { settings, version } = await ask('GET', '/api/v1/settings');
    const changed = { ...settings, targets: { unknown: 'proceed', memory_days: 90 } };
    await ask('PUT', '/api/v1/settings', { settings: changed, expected_version: version });
  }
}

/** For each agent of the domain: a human has looked at these actions and approved them. */
async function approveBefore(ask: Ask, domain: Domain, by: Integrator): Promise<void> {
  const agents = new Set(domain.scenarios.map(({ agent }) => agent));
  for (const call of domain.approved_before ?? []) {
    for (const agent of agents) {
      const request = requestOf(domain, { ...call, is: 'benign' }, by, agent);
      const { approval_id } = await ask('POST', '/api/v1/core/governance/evaluate', request);
      if (approval_id) await ask('POST', `/api/v1/approvals/${approval_id}/approve`, {});
    }
  }
}

export async function openMandate(ask: Ask, { agent, task }: Scenario): Promise<string> {
  const { mandate_id } = await ask('POST', '/api/v1/mandates', { agent_id: agent, task });
  return mandate_id;
}

/**
 * `raw`: as a framework calls the tool. `gateway`: as an MCP gateway sends it on. `mapped`: as a careful integrator
 * names it, with what they say of the action.
 */
export function requestOf(
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

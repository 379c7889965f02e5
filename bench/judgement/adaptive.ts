/**
 * An attacker who knows the catalogue, the records and the mandate of a task, and picks a call that passes: for each
 * task, every attack that is known of its domain is tried under the mandate of that task.
 */
import type { Design } from './designs.ts';
import { governed, openMandate, requestOf } from './judge.ts';
import type { Call, Domain } from './scenarios.ts';
import type { Ask } from './tenants.ts';

export interface Tried {
  domain: string;
  scenario: string;
  /** The attacks that would proceed. */
  passing: Call[];
}

export async function attackAdaptively(ask: Ask, domain: Domain, design: Design): Promise<Tried[]> {
  await governed(ask, domain, design, 'gateway');
  const attacks = domain.scenarios.flatMap(({ calls }) => calls).filter(({ is }) => is === 'attack');
  const tried: Tried[] = [];
  for (const scenario of domain.scenarios) {
    const mandateId = await openMandate(ask, scenario);
    const passing: Call[] = [];
    for (const call of attacks) {
      const request = requestOf(domain, call, 'gateway', scenario.agent, mandateId);
      const { verdict } = await ask('POST', '/api/v1/core/governance/simulate', request);
      if (verdict === 'proceed') passing.push(call);
    }
    tried.push({ domain: domain.domain, scenario: scenario.id, passing });
  }
  return tried;
}

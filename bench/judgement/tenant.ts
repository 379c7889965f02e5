/** Sets up the tenant of a domain through the API, as a user would: tools, records, packs, earlier approvals. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { ROOT } from '../servers/assize.ts';
import type { Ask } from '../servers/in-process.ts';
import type { Design, Integrator } from './designs.ts';
import { EVALUATE, requestOf } from './request.ts';
import type { Domain } from './scenarios.ts';

/** @returns the name of each tool in the catalogue. */
export async function govern(
  ask: Ask,
  domain: Domain,
  design: Design,
  by: Integrator,
): Promise<ReadonlyMap<string, string>> {
  const { tools, server, records } = domain;
  const named = new Map<string, string>();
  if (design.words) {
    const imports = { source: { tools }, server, accept: true };
    const { tools: imported } = await ask('POST', '/api/v1/tools/import', imports);
    for (const [index, { name }] of imported.entries()) named.set(tools[index]?.name ?? name, name);
  }
  if (design.records && records.length > 0) await ask('POST', '/api/v1/targets', { targets: records });
  if (design.holdsReads) await holdForgottenReads(ask);
  if (design.packs) await activatePacks(ask);
  if (design.records) await approveBefore(ask, domain, by);
  return named;
}

async function holdForgottenReads(ask: Ask): Promise<void> {
  const { settings, version } = await ask('GET', '/api/v1/settings');
  const mandates = { required: false, ...settings.mandates, forgotten_reads: 'escalate' };
  await ask('PUT', '/api/v1/settings', { settings: { ...settings, mandates }, expected_version: version });
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
      const { approval_id } = await ask('POST', EVALUATE, requestOf(domain, call, by, agent, {}));
      if (approval_id) await ask('POST', `/api/v1/approvals/${approval_id}/approve`, {});
    }
  }
}

/** The finding of `assize doctor` on separation of duties: while it is off, the requester may approve. */
import type { Config } from '../../config/config.ts';
import type { Database } from '../../database/open.ts';
import { settingsInForce } from '../../governance/settings/index.ts';
import { describe } from '../terminal.ts';
import { type Finding, findingsOn } from './finding.ts';

/** More names would not help. */
const MAX_NAMED = 5;

/** Checks production alone, since nothing is at stake in the sandbox. */
export async function dutiesFinding(db: Database, config: Pick<Config, 'approvals'>): Promise<Finding> {
  const { ok, problem } = findingsOn('separation of duties');
  try {
    const off = await tenantsWithout(db, config);
    if (off.length === 0) return ok('on: no one may decide on their own request');
    const named = off.slice(0, MAX_NAMED).join(', ') + (off.length > MAX_NAMED ? ' and others' : '');
    return ok(
      `off for ${named}: those who ask for an action may approve it, and such decisions are marked. Turn it on with the setting approvals.separation_of_duties.`,
    );
  } catch (error) {
    return problem(describe(error));
  }
}

async function tenantsWithout(
  db: Database,
  { approvals: standard }: Pick<Config, 'approvals'>,
): Promise<string[]> {
  const chains = await db
    .selectFrom('chains')
    .innerJoin('tenants', 'tenants.tenant_id', 'chains.tenant_id')
    .select(['chains.chain', 'tenants.name'])
    .where('chains.environment', '=', 'production')
    .orderBy('tenants.name')
    .execute()
    .catch(() => []);
  const off: string[] = [];
  for (const { chain, name } of chains) {
    const { laws, approvals } = await settingsInForce(db, chain);
    const isOn = (approvals ?? standard).separationOfDuties || laws.settings.attestation === 'verified';
    if (!isOn) off.push(name);
  }
  return off;
}

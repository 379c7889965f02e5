/** Reads from an append which change of governance it records, and whether that needs a second person. */
import { type JsonObject, parseJson } from '@assize/evidence-format';
import type { Database } from '../database/open.ts';
import type { Append } from '../evidence/index.ts';
import { type Area, areaOf, type ChangeMade } from '../governance/second-person/index.ts';
import { settingsInForce } from '../governance/settings/index.ts';
import { groupsIn } from '../governance/settings/routes/index.ts';
import { chainOf, ENVIRONMENTS, ownerOf } from '../tenants/index.ts';

/** null where the append records no change of governance. */
export function changeMadeBy({ artifact }: Append): ChangeMade | null {
  const { artifact_type, action, actor, payload } = artifact;
  if (artifact_type !== 'governance_change' || action === null) return null;
  const { change } = parseJson(payload) as { change?: JsonObject };
  return { action, actor, change: change ?? {} };
}

/** @throws {Failure} `unavailable`. */
export async function areaOfChange(db: Database, chain: number, made: ChangeMade): Promise<Area | null> {
  const routed = made.action === 'group.change' ? await groupsRouted(db, chain) : new Set<string>();
  return areaOf(made, (groupId) => routed.has(groupId));
}

/** The groups that routes in force ask, in either environment of the tenant. */
async function groupsRouted(db: Database, chain: number): Promise<ReadonlySet<string>> {
  const { tenantId } = await ownerOf(db, chain);
  const routed = new Set<string>();
  for (const environment of ENVIRONMENTS) {
    const { approvals } = await settingsInForce(db, await chainOf(db, tenantId, environment));
    for (const route of approvals?.routes ?? []) for (const group of groupsIn(route)) routed.add(group);
  }
  return routed;
}

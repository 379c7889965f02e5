/** Agents for which no one answers: not registered, without an owner, or owned by a member who has left. */
import type { Database } from '../../database/open.ts';
import type { Found } from './found.ts';

/** More of either kind are not counted. */
const MOST_COUNTED = 1000;

export async function agentsWithoutOwner(
  db: Database,
  { tenantId, chain }: { tenantId: string; chain: number },
  named: number,
): Promise<Found> {
  const some = await registeredWithoutOwner(db, tenantId, chain)
    .orderBy('agent_id')
    .limit(MOST_COUNTED)
    .execute();
  const others = await seenOnly(db, chain).orderBy('agent_id').limit(MOST_COUNTED).execute();
  const all = [...some, ...others];
  const first = all.slice(0, named).map(({ agent_id: id }) => ({ id, name: id, at: null }));
  return { count: all.length, first };
}

function registeredWithoutOwner(db: Database, tenantId: string, chain: number) {
  const working = db
    .selectFrom('members')
    .select('member_id')
    .where('tenant_id', '=', tenantId)
    .where('removed_at', 'is', null);
  return db
    .selectFrom('agents')
    .select('agent_id')
    .where('chain', '=', chain)
    .where('status', '<>', 'retired')
    .where((agent) =>
      agent.or([
        agent('owner', 'is', null),
        agent.and([agent('owner_kind', '=', 'member'), agent('owner', 'not in', working)]),
      ]),
    );
}

function seenOnly(db: Database, chain: number) {
  const registered = db.selectFrom('agents').select('name_key').where('chain', '=', chain);
  return db
    .selectFrom('agent_sightings')
    .select('agent_id')
    .where('chain', '=', chain)
    .where('name_key', 'not in', registered);
}

/** Records what concerns a person, in each tenant that they have a place in. */
import type { JsonObject } from '@assize/evidence-format';
import type { Database } from '../../database/open.ts';
import { recordChange } from '../../evidence/index.ts';
import { chainOf } from '../../tenants/index.ts';
import type { MemberDeps } from '../invite.ts';

/** @param actor default: the member. */
export async function recordOfPerson(
  deps: Pick<MemberDeps, 'db' | 'appender' | 'clock' | 'ids'>,
  userId: string,
  action: string,
  change: JsonObject,
  actor?: string,
): Promise<void> {
  for (const { tenant_id, member_id } of await placesOf(deps.db, userId)) {
    await recordChange(deps, {
      chain: await chainOf(deps.db, tenant_id, 'production'),
      action,
      actor: actor ?? member_id,
      change: { member_id, ...change },
      statements: [],
    });
  }
}

export function placesOf(db: Database, userId: string) {
  return db
    .selectFrom('members')
    .select(['tenant_id', 'member_id'])
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .execute();
}

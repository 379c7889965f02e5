/** Records what concerns a person, in each tenant that they have a place in. */
import type { JsonObject } from '@assize/evidence-format';
import type { Database } from '../../database/open.ts';
import { type Actor, recordChange } from '../../evidence/changes/index.ts';
import { chainOf } from '../../tenants/index.ts';
import type { MemberDeps } from '../member.ts';

/** By whom, where it is not the member, and in which session. */
export interface Acting {
  actor?: string | undefined;
  sessionId?: string | undefined;
}

export async function recordOfPerson(
  deps: Pick<MemberDeps, 'db' | 'appender' | 'clock' | 'ids'>,
  userId: string,
  action: string,
  change: JsonObject,
  { actor, sessionId }: Acting = {},
): Promise<void> {
  for (const { tenant_id, member_id } of await placesOf(deps.db, userId)) {
    await recordChange(deps, {
      chain: await chainOf(deps.db, tenant_id, 'production'),
      action,
      actor: actor ?? actingAs(member_id, sessionId),
      change: { member_id, ...change },
      statements: [],
    });
  }
}

/** @param sessionId undefined where they act by a link, or as they sign in. */
export function actingAs(memberId: string, sessionId: string | undefined): Actor {
  return sessionId === undefined ? memberId : { party: memberId, member: { sessionId } };
}

export function placesOf(db: Database, userId: string) {
  return db
    .selectFrom('members')
    .select(['tenant_id', 'member_id'])
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .execute();
}

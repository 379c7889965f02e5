/** Forgets what is no longer used: links whose approvals ended a week ago, and what members who have left had set. */
import { type LeaseDeps, leasedChore } from '../../database/nodes/leased-chore.ts';
import type { Database } from '../../database/open.ts';
import type { Chore } from '../../foundation/chores.ts';
import { DAY_MS } from '../../foundation/clock.ts';

/** For so long, an old link says that it has ended, and not that there is none. */
const KEPT_MS = 7 * DAY_MS;
const EVERY_MS = 3_600_000;
const LEASE_MS = 60_000;

export function forgetNotificationsChore(deps: LeaseDeps): Chore {
  return leasedChore(deps, {
    name: 'forget old decision links, and the browsers of members who have left',
    lease: 'forget notifications',
    everyMs: EVERY_MS,
    leaseMs: LEASE_MS,
    work: () => forgetNotifications(deps.db, deps.clock.now()),
  });
}

export async function forgetNotifications(db: Database, now: number): Promise<void> {
  await db
    .deleteFrom('decision_links')
    .where('expires_at', '<', now - KEPT_MS)
    .execute();
  for (const table of ['push_subscriptions', 'member_notifications'] as const) {
    await db
      .deleteFrom(table)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('members')
            .select('members.member_id')
            .whereRef('members.tenant_id', '=', `${table}.tenant_id`)
            .whereRef('members.member_id', '=', `${table}.member_id`)
            .where('members.removed_at', 'is not', null),
        ),
      )
      .execute();
  }
}

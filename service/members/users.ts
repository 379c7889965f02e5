/** Counts the users that a tenant pays for: everyone who was a member at some time of the month. */
import type { Database } from '../database/open.ts';
import { monthOf } from '../foundation/month.ts';

/** @returns the users of a month, which is numbered as in `foundation/month.ts`. */
export async function usersByMonth(db: Database, tenantId: string): Promise<(month: number) => number> {
  const places = await db
    .selectFrom('members')
    .select(['user_id', 'joined_at', 'removed_at'])
    .where('tenant_id', '=', tenantId)
    .execute();
  return (month) => {
    const present = places.filter(
      ({ joined_at, removed_at }) =>
        monthOf(joined_at) <= month && (removed_at === null || monthOf(removed_at) >= month),
    );
    // A person who left and came back is one user.
    return new Set(present.map(({ user_id }) => user_id)).size;
  };
}

/** Keeps what routes in force name: a route without its group or its channel would ask or tell no person, unseen. */
import type { Database } from '../../database/open.ts';
import { Failure } from '../../foundation/failure.ts';
import { settingsInForce } from './in-force.ts';
import { groupsIn } from './routes/index.ts';

/**
 * @param id of a group or a channel.
 * @throws {Failure} `conflict` if a route in force in one of these chains names it; `unavailable`.
 */
export async function requireUnrouted(db: Database, chains: readonly number[], id: string): Promise<void> {
  for (const chain of chains) {
    const { approvals } = await settingsInForce(db, chain);
    const route = approvals?.routes?.find(
      (each) => groupsIn(each).includes(id) || each.channels?.includes(id),
    );
    if (route === undefined) continue;
    throw Failure.conflict(
      'named_by_a_route',
      `The route ${route.name} names it: change the settings first.`,
    );
  }
}

/** States once, before the first request and as digests, the members that an earlier version kept without evidence. */
import type { Logger } from 'pino';
import { chainId } from '../database/chain-id.ts';
import { bound } from '../database/evidence/append-store.ts';
import type { Database } from '../database/open.ts';
import { type ChangeDeps, digests, OPERATOR, recordChange } from '../evidence/changes/index.ts';
import type { FillRandom } from '../foundation/ids.ts';
import { digestsOfPeople } from '../members/record/index.ts';

export const TAKEN_OVER = 'member.take_over';

type PeopleDeps = ChangeDeps & { db: Database; fillRandom: FillRandom; log: Logger };

/** A chain that can't take an artifact now is left to the next start. */
export async function stateEarlierPeople(deps: PeopleDeps): Promise<void> {
  const { db, log } = deps;
  const due = await db.selectFrom('people_due').selectAll().orderBy('chain').execute();
  for (const { chain, member_id, user_id } of due) {
    try {
      const stated = await digestsOfPeople(db, await digests(db, deps.fillRandom), [user_id]);
      const done = db.deleteFrom('people_due').where('chain', '=', chain).where('member_id', '=', member_id);
      // Not needed if another node that started at the same time has done it.
      await recordChange(deps, {
        chain,
        action: TAKEN_OVER,
        actor: OPERATOR,
        change: { member_id, person: stated.get(user_id) ?? {} },
        statements: [bound(done, 1)],
      });
    } catch (error) {
      log.error({ err: error, chain: chainId(chain) }, 'could not state a member of an earlier version');
    }
  }
}

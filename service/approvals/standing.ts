/** How a decider stands to an approval: whether they have decided it before, or asked for it themselves. */
import type { Database } from '../database/open.ts';
import { areAlike, personsBehind } from '../members/index.ts';
import type { ApprovalRow, Decision } from './approval.ts';

export interface Standing {
  /** An earlier decision of the same person, by this party or another. */
  mine: Decision | undefined;
  /** Whether they asked themselves, or someone asked in their name or for them. */
  asked: boolean;
}

export async function standingOf(
  db: Database,
  tenantId: string,
  { requested_by, user_id }: Pick<ApprovalRow, 'requested_by' | 'user_id'>,
  others: readonly Decision[],
  { party, decided_by }: Pick<Decision, 'party' | 'decided_by'>,
): Promise<Standing> {
  const parties = [
    party,
    ...(requested_by === null ? [] : [requested_by]),
    ...others.map((each) => each.party),
  ];
  const behind = await personsBehind(db, tenantId, parties);
  const personOf = (id: string) => behind.get(id)?.person;
  const names = [party, ...(behind.get(party)?.names ?? []), ...(decided_by === null ? [] : [decided_by])];
  const asking = [...(user_id === null ? [] : [user_id]), ...(behind.get(requested_by ?? '')?.names ?? [])];
  const isNamed = asking.some((one) => names.some((name) => areAlike(name, one)));
  return {
    mine: others.find((other) => personOf(other.party) === personOf(party)),
    asked: isNamed || (requested_by !== null && personOf(requested_by) === personOf(party)),
  };
}

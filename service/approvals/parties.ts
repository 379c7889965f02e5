/**
 * Compares the party that decides with the one that asked and those that have decided. It compares the person behind
 * each member and key, so that a person with two keys does not count twice.
 */
import type { Database } from '../database/open.ts';
import { areAlike, personsBehind } from '../members/index.ts';
import type { ApprovalRow, Decision } from './approval.ts';

export interface Standing {
  /** An earlier decision of the same person, by this party or another. */
  mine: Decision | undefined;
  /** Whether they asked themselves, or someone asked in their name. */
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
  const isUser = user_id !== null && names.some((name) => areAlike(name, user_id));
  return {
    mine: others.find((other) => personOf(other.party) === personOf(party)),
    asked: isUser || (requested_by !== null && personOf(requested_by) === personOf(party)),
  };
}

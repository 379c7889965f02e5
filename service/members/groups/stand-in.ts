/** Stand-ins: one member decides for another who is away. There is one at a time, who can't pass it on to a third. */
import type { Selectable } from 'kysely';
import type { Database } from '../../database/open.ts';
import type { StandInsTable } from '../../database/tables/member.ts';

export interface StandIn {
  /** The member who is away. */
  memberId: string;
  standIn: string;
  /** ms since the epoch; from the first, and before the second. */
  from: number;
  to: number;
}

export type StandInRow = Selectable<StandInsTable>;

/** Those that are not over yet, also of members who have left. */
export async function standInsOf(db: Database, tenantId: string, nowMs: number): Promise<StandIn[]> {
  const rows = await db
    .selectFrom('stand_ins')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('to_at', '>', nowMs)
    .execute();
  return rows.flatMap(toStandIn);
}

/** null where there is none, or it is over. */
export async function standInOf(
  db: Database,
  { tenantId, memberId }: { tenantId: string; memberId: string },
  nowMs: number,
): Promise<StandIn | null> {
  return (await standInsOf(db, tenantId, nowMs)).find((each) => each.memberId === memberId) ?? null;
}

function toStandIn({
  member_id: memberId,
  stand_in: standIn,
  from_at: from,
  to_at: to,
}: StandInRow): StandIn[] {
  return standIn === null || from === null || to === null ? [] : [{ memberId, standIn, from, to }];
}

export function isAway({ from, to }: StandIn, at: number): boolean {
  return from <= at && at < to;
}

/** As the evidence of each change states it. */
export function standInStated({
  member_id,
  stand_in,
  from_at,
  to_at,
}: Omit<StandInRow, 'tenant_id' | 'set_at' | 'set_by' | 'evidence_id'>) {
  const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
  return { member_id, stand_in, from: iso(from_at), to: iso(to_at) };
}

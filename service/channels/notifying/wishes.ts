/** How members want to be told of what waits for them: by mail, by push, not at night, and not too often. */
import { parseJson } from '@assize/evidence-format';
import type { Database } from '../../database/open.ts';
import { Failure, type Fault } from '../../foundation/failure.ts';
import { type Habits, isTimeZone, type Quiet } from './when.ts';

export interface Wishes extends Habits {
  mail: boolean;
  push: boolean;
}

export const DEFAULT_WISHES: Wishes = { mail: true, push: true, quiet: null, digestAbove: null };

const MEMBERS_AT_ONCE = 500;

/** Every member has wishes: the defaults, unless they have set others. */
export async function wishesOf(
  db: Database,
  tenantId: string,
  memberIds: readonly string[],
): Promise<Map<string, Wishes>> {
  const found = new Map(memberIds.map((id) => [id, DEFAULT_WISHES]));
  for (let from = 0; from < memberIds.length; from += MEMBERS_AT_ONCE) {
    const rows = await db
      .selectFrom('member_notifications')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .where('member_id', 'in', memberIds.slice(from, from + MEMBERS_AT_ONCE))
      .execute();
    for (const { member_id, mail, push, quiet, digest_above } of rows) {
      found.set(member_id, {
        mail: mail === 1,
        push: push === 1,
        quiet: quiet === null ? null : (parseJson(quiet) as unknown as Quiet),
        digestAbove: digest_above,
      });
    }
  }
  return found;
}

export async function wishesOfMember(db: Database, tenantId: string, memberId: string): Promise<Wishes> {
  return (await wishesOf(db, tenantId, [memberId])).get(memberId) ?? DEFAULT_WISHES;
}

/** @throws {Failure} `invalid` */
export async function setWishes(
  db: Database,
  { tenantId, memberId }: { tenantId: string; memberId: string },
  { mail, push, quiet, digestAbove }: Wishes,
): Promise<void> {
  const faults = quiet === null ? [] : faultsOfQuiet(quiet);
  if (faults.length > 0) throw Failure.invalid(faults);
  const values = {
    mail: Number(mail),
    push: Number(push),
    quiet: quiet === null ? null : JSON.stringify(quiet),
    digest_above: digestAbove,
  };
  await db
    .insertInto('member_notifications')
    .values({ tenant_id: tenantId, member_id: memberId, ...values })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'member_id']).doUpdateSet(values))
    .execute();
}

/** Finds faults that a schema can't find. */
export function faultsOfQuiet({ from, to, time_zone: timeZone }: Quiet): Fault[] {
  const of = (field: string, message: string) => ({ field: ['quiet', field], message, type: 'value_error' });
  return [
    ...(from === to ? [of('to', 'Quiet hours should end at another time than they begin')] : []),
    ...(isTimeZone(timeZone) ? [] : [of('time_zone', 'Value should be a time zone such as Europe/Berlin')]),
  ];
}

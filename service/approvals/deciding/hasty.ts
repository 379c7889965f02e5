/**
 * Tells a person who approves faster than anyone can read, and the owners of their tenant: a notice for each and one
 * event, once a day. A chore looks at decisions that were made, so that no decision waits for it.
 */
import type { Database } from '../../database/open.ts';
import { eventOf, writeEvent, writeNotice, writeNotices } from '../../events/index.ts';
import type { Chore } from '../../foundation/chores.ts';
import { type Clock, DAY_MS } from '../../foundation/clock.ts';
import type { IdSource } from '../../foundation/ids.ts';
import { type Member, membersOf } from '../../members/index.ts';
import { type Decider, decidersOf, decisionsBetween } from './decisions-between.ts';
import { HASTY_PRESSES, HASTY_WINDOW_MS, type Haste, hasteIn, pressesOf } from './presses.ts';

export interface HasteDeps {
  db: Database;
  clock: Clock;
  ids: IdSource;
}

const EVERY_MS = 30_000;
/** Looks back further than the window, so that a press has the one before it. */
const LOOK_BACK_MS = 3 * HASTY_WINDOW_MS;

/** Every node looks, and writes only if someone was hasty: a lease would mean a write each time. */
export function hasteChore(deps: HasteDeps): Chore {
  return { name: 'look for hasty approvals', everyMs: EVERY_MS, run: hasteWatch(deps) };
}

/** Reports who was hasty since the last look; the first looks back a day. Several nodes may look at once. */
export function hasteWatch({ db, clock, ids }: HasteDeps): Chore['run'] {
  let lastLookAt: number | null = null;
  return async (stopping) => {
    const nowMs = clock.now();
    const from = lastLookAt === null ? nowMs - DAY_MS : lastLookAt - LOOK_BACK_MS;
    for (const { chain, tenantId } of await busyChains(db, from)) {
      if (stopping.aborted) return;
      const rows = await decisionsBetween(db, chain, { from, to: nowMs + 1 });
      for (const decider of await decidersOf(db, tenantId, rows)) {
        for (const haste of firstOfDays(hasteIn(pressesOf(decider.decisions))))
          await report({ db, ids }, { chain, tenantId }, decider, haste);
      }
    }
    lastLookAt = nowMs;
  };
}

interface Governed {
  chain: number;
  tenantId: string;
}

/** The production chains with enough decisions since then for anyone to be hasty. */
async function busyChains(db: Database, from: number): Promise<Governed[]> {
  const rows = await db
    .selectFrom('chains')
    .select((chains) => [
      'chain',
      'tenant_id as tenantId',
      chains
        .selectFrom('approval_decisions')
        .whereRef('approval_decisions.chain', '=', 'chains.chain')
        .where('decided_at', '>=', from)
        .select(({ fn }) => fn.countAll<number | string>().as('made'))
        .as('made'),
    ])
    .where('environment', '=', 'production')
    .execute();
  return rows.filter(({ made }) => Number(made) > HASTY_PRESSES);
}

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 'YYYY-MM-DD'.length);

/** The first of each UTC day. */
function firstOfDays(hastes: readonly Haste[]): Haste[] {
  return hastes.filter(({ at }, place) => dayOf(hastes[place - 1]?.at ?? 0) !== dayOf(at));
}

async function report(
  { db, ids }: Omit<HasteDeps, 'clock'>,
  { chain, tenantId }: Governed,
  decider: Decider,
  { at, presses }: Haste,
): Promise<void> {
  const members = await membersOf(db, tenantId);
  const themselves = members.find(({ userId }) => userId === decider.person);
  const party = themselves?.memberId ?? decider.parties[0] ?? decider.person;
  const subject = `${decider.person}/${dayOf(at)}`;
  const about = { party, name: decider.name ?? party, approvals: presses, at: new Date(at).toISOString() };
  const notice = { tenantId, chain, kind: 'rubber_stamping', at } as const;
  const told = { ...notice, subject, recipient: themselves?.memberId ?? null };
  const owners = othersToTell(members, themselves).map((owner) => ({
    ...notice,
    subject: `${subject}/${owner?.memberId ?? 'contact'}`,
    recipient: owner?.memberId ?? null,
    data: { ...about, is_own: false },
  }));
  await db.transaction().execute(async (tx) => {
    if (!(await writeNotice(tx, { ...told, data: { ...about, is_own: themselves !== undefined } }))) return;
    await writeNotices(tx, owners);
    await writeEvent(tx, eventOf(ids, { chain, type: 'approver.hasty', data: about, at }));
  });
}

/** The owners; where there are none, the tenant's contact, unless they are told in place of a key. */
function othersToTell(
  members: readonly Member[],
  themselves: Member | undefined,
): readonly (Member | undefined)[] {
  const owners = members.filter((member) => member.role === 'owner');
  if (owners.length === 0) return themselves === undefined ? [] : [undefined];
  return owners.filter((owner) => owner !== themselves);
}

/**
 * Sends the notices that are due: one node at a time, by a lease, so that no mail is sent twice. Approvals
 * are batched: the first is mailed at once, and later ones in one mail a minute. While the mail server can't
 * be reached, nothing is lost, and only mails wait for it.
 */

import { leasedChore, type MayContinue } from '../../database/nodes/leased-chore.ts';
import type { Database } from '../../database/open.ts';
import type { Chore } from '../../foundation/chores.ts';
import type { IdSource } from '../../foundation/ids.ts';
import { findMember } from '../../members/index.ts';
import { type Contact, type DeliveryOutcome, deliver, type NoticeDeliveryDeps } from './deliver.ts';
import {
  dueNotices,
  hasDueApprovals,
  NO_RECIPIENT,
  type Notice,
  postponeApprovals,
  settle,
  tenantsWithDueNotices,
  unsentApprovals,
} from './due.ts';

export interface SendingDeps extends NoticeDeliveryDeps {
  ids: IdSource;
}

const EVERY_MS = 2000;
/** The lease's duration: longer than one mail may take, ms. */
const LEASE_MS = 60_000;
/** The minimum time between two approval mails to one tenant, ms. */
const GATHER_MS = 60_000;
/** How long a mail that is being sent may take once the service stops, ms. */
const GRACE_MS = 3000;

export function sendingChore(deps: SendingDeps): Chore {
  const { db, clock } = deps;
  return leasedChore(deps, {
    name: 'send notices',
    everyMs: EVERY_MS,
    leaseMs: LEASE_MS,
    async work(mayContinue, stopping) {
      if ((await tenantsWithDueNotices(db, clock.now())).length === 0) return;
      const cut = new AbortController();
      const cutSoon = () => void setTimeout(() => cut.abort(), GRACE_MS).unref();
      stopping.addEventListener('abort', cutSoon);
      try {
        if (await mayContinue()) await sendAll(deps, cut.signal, mayContinue);
      } finally {
        stopping.removeEventListener('abort', cutSoon);
      }
    },
  });
}

/** @param mayGoOn asked before each mail. */
async function sendAll(deps: SendingDeps, cut: AbortSignal, mayContinue: MayContinue): Promise<void> {
  // Read under the lease, so that notices that another node has just sent are no longer due.
  for (const tenantId of await tenantsWithDueNotices(deps.db, deps.clock.now())) {
    const contact = await contactOf(deps.db, tenantId);
    for (const deliverSome of [sendApprovals, sendOthers]) {
      if (!(await mayContinue())) return;
      if ((await deliverSome(deps, contact, cut, mayContinue)) === 'unreachable') return;
    }
  }
}

async function contactOf(db: Database, tenantId: string): Promise<Contact> {
  const { name, contact, approvals_told_at } = await db
    .selectFrom('tenants')
    .select(['name', 'contact', 'approvals_told_at'])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow();
  return { tenantId, name, address: contact, approvalsToldAt: approvals_told_at };
}

async function sendApprovals(
  deps: SendingDeps,
  contact: Contact,
  cut: AbortSignal,
): Promise<DeliveryOutcome> {
  const { db, clock } = deps;
  const { tenantId, approvalsToldAt } = contact;
  const nowMs = clock.now();
  if (!(await hasDueApprovals(db, tenantId, nowMs))) return 'delivered';
  // A time in the future means that a clock has jumped: no mail should wait for that.
  if (approvalsToldAt !== null && approvalsToldAt <= nowMs && nowMs < approvalsToldAt + GATHER_MS) {
    await postponeApprovals(db, tenantId, nowMs, approvalsToldAt + GATHER_MS);
    return 'delivered';
  }
  const unsent = await unsentApprovals(db, tenantId, nowMs);
  const { waiting = [], decided = [] } = Object.groupBy(unsent, ({ pending }) =>
    pending ? 'waiting' : 'decided',
  );
  await settle(db, decided, { at: nowMs, to: NO_RECIPIENT });
  return deliver(deps, contact, waiting, cut, async (tx, at) => {
    const change = { approvals_told_at: at };
    await tx.updateTable('tenants').set(change).where('tenant_id', '=', tenantId).execute();
  });
}

async function sendOthers(
  deps: SendingDeps,
  contact: Contact,
  cut: AbortSignal,
  mayContinue: MayContinue,
): Promise<DeliveryOutcome> {
  const { db, clock } = deps;
  for (const notice of await dueNotices(db, contact.tenantId, clock.now())) {
    if (!(await mayContinue())) return 'unreachable';
    if (await isRevokedKey(db, notice)) {
      await settle(db, [notice], { at: clock.now(), to: NO_RECIPIENT });
      continue;
    }
    const to = await contactFor(db, contact, notice);
    if (to === null) await settle(db, [notice], { at: clock.now(), to: NO_RECIPIENT });
    else if ((await deliver(deps, to, [notice], cut)) === 'unreachable') return 'unreachable';
  }
  return 'delivered';
}

/** null for a member who has left. */
async function contactFor(db: Database, contact: Contact, { recipient }: Notice): Promise<Contact | null> {
  if (recipient === null) return contact;
  const member = await findMember(db, contact.tenantId, recipient);
  return member === null ? null : { ...contact, address: member.email, isMember: true };
}

/** A revoked key needs no warning of its expiry. */
async function isRevokedKey(db: Database, { tenant_id, kind, subject }: Notice): Promise<boolean> {
  if (kind !== 'key_expiring_7d' && kind !== 'key_expiring_24h') return false;
  const revoked = await db
    .selectFrom('api_keys')
    .select('key_id')
    .where('tenant_id', '=', tenant_id)
    .where('key_id', '=', subject)
    .where('revoked_at', 'is not', null)
    .executeTakeFirst();
  return revoked !== undefined;
}

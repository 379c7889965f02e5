/**
 * Sends what is due: one node at a time, by a lease, so that nobody is told twice. Actions that wait for approval are
 * gathered: the first is told of at once, and after that those that came meanwhile in one mail a minute. While the mail
 * server is away nothing is lost, and nothing waits for it but the mail.
 */

import { leasedChore, type MayContinue } from '../database/leased-chore.ts';
import type { Database } from '../database/open.ts';
import type { Chore } from '../foundation/chores.ts';
import type { IdSource } from '../foundation/ids.ts';
import {
  dueNotices,
  gather,
  hasDueApprovals,
  type Notice,
  settle,
  TO_NOBODY,
  tenantsWithDue,
  untoldApprovals,
} from './due.ts';
import { type Contact, type TellDeps, type Told, tell } from './tell.ts';

export interface SendingDeps extends TellDeps {
  ids: IdSource;
}

const EVERY_MS = 2000;
const LEASE = 'send notices';
/** Longer than one mail may take. */
const LEASE_MS = 60_000;
/** Between two mails of approvals to one tenant. */
const GATHER_MS = 60_000;
/** What is under way when the service stops may still end. */
const GRACE_MS = 3000;

export function sendingChore(deps: SendingDeps): Chore {
  const { db, clock } = deps;
  return leasedChore(deps, {
    name: LEASE,
    everyMs: EVERY_MS,
    lease: LEASE,
    leaseMs: LEASE_MS,
    async work(mayContinue, stopping) {
      if ((await tenantsWithDue(db, clock.now())).length === 0) return;
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
  // Read behind the lease: what another node has just told of is not due any more.
  for (const tenantId of await tenantsWithDue(deps.db, deps.clock.now())) {
    const contact = await contactOf(deps.db, tenantId);
    for (const tellSome of [tellOfApprovals, tellOfOthers]) {
      if (!(await mayContinue())) return;
      if ((await tellSome(deps, contact, cut, mayContinue)) === 'unreachable') return;
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

async function tellOfApprovals(deps: SendingDeps, contact: Contact, cut: AbortSignal): Promise<Told> {
  const { db, clock } = deps;
  const { tenantId, approvalsToldAt } = contact;
  const nowMs = clock.now();
  if (!(await hasDueApprovals(db, tenantId, nowMs))) return 'told';
  // Told in what is the future now: a clock has jumped, and nobody should wait for that.
  if (approvalsToldAt !== null && approvalsToldAt <= nowMs && nowMs < approvalsToldAt + GATHER_MS) {
    await gather(db, tenantId, nowMs, approvalsToldAt + GATHER_MS);
    return 'told';
  }
  const untold = await untoldApprovals(db, tenantId, nowMs);
  const { waiting = [], decided = [] } = Object.groupBy(untold, ({ pending }) =>
    pending ? 'waiting' : 'decided',
  );
  await settle(db, decided, { at: nowMs, to: TO_NOBODY });
  return tell(deps, contact, waiting, cut, async (tx, at) => {
    const change = { approvals_told_at: at };
    await tx.updateTable('tenants').set(change).where('tenant_id', '=', tenantId).execute();
  });
}

async function tellOfOthers(
  deps: SendingDeps,
  contact: Contact,
  cut: AbortSignal,
  mayContinue: MayContinue,
): Promise<Told> {
  const { db, clock } = deps;
  for (const notice of await dueNotices(db, contact.tenantId, clock.now())) {
    if (!(await mayContinue())) return 'unreachable';
    if (await isRevokedKey(db, notice)) {
      await settle(db, [notice], { at: clock.now(), to: TO_NOBODY });
    } else if ((await tell(deps, contact, [notice], cut)) === 'unreachable') return 'unreachable';
  }
  return 'told';
}

/** Of a key that is gone already, nobody needs to hear that it will go. */
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

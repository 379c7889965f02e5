/**
 * Delivers notices to a tenant's contact by mail, or to the log if there is no mail server or no address. A
 * notice is settled after the mail: after a crash in between, the mail is sent again under the same
 * Message-ID.
 */
import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import type { Database } from '../../database/open.ts';
import type { Clock } from '../../foundation/clock.ts';
import { environmentOf } from '../../tenants/index.ts';
import { type Addressee, type Letter, textOf } from '../letters/letter.ts';
import { htmlOf } from '../letters/letter-html.ts';
import { letterOf } from '../letters/texts.ts';
import { IN_LOG, type Notice, postpone, settle } from './due.ts';
import { MailError, type Mailer } from './mailer.ts';

export interface NoticeDeliveryDeps {
  db: Database;
  clock: Clock;
  log: Logger;
  /** null if no mail is sent. */
  mailer: Mailer | null;
  config: { baseUrl: string; mail: { from: string } | null };
}

export interface Contact {
  tenantId: string;
  name: string;
  address: string | null;
  approvalsToldAt: number | null;
  /** A member, in place of the tenant's contact. */
  isMember?: true;
}

export type DeliveryOutcome = 'delivered' | 'refused' | 'unreachable';

/**
 * @param notices of one kind and chain.
 * @param alongside is written in the transaction that settles them.
 */
export async function deliver(
  deps: NoticeDeliveryDeps,
  contact: Contact,
  notices: readonly Notice[],
  stopping: AbortSignal,
  alongside?: (tx: Database, at: number) => Promise<void>,
): Promise<DeliveryOutcome> {
  const [first] = notices;
  if (first === undefined) return 'delivered';
  const { db, clock } = deps;
  const environment = await environmentOf(db, first.chain);
  const { baseUrl } = deps.config;
  const addressee: Addressee = { tenant: contact.name, environment, baseUrl, nowMs: clock.now() };
  if (contact.isMember) addressee.why = [whyMember(addressee)];
  const letter = letterOf(
    first.kind,
    addressee,
    notices.map(({ data }) => data),
  );
  try {
    const to = await send(deps, contact, letter, addressee, notices, stopping);
    await db.transaction().execute(async (tx) => {
      const at = clock.now();
      await settle(tx, notices, { at, to });
      await alongside?.(tx, at);
    });
    return 'delivered';
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    // Not the server's fault, so it does not count as a try.
    if (stopping.aborted) return 'unreachable';
    await postponeAll(deps, contact, notices, letter, error);
    return error.aboutThisMail ? 'refused' : 'unreachable';
  }
}

function whyMember({ tenant, baseUrl }: Addressee): string {
  return `You get this because you are a member of ${tenant} at the Assize service at ${baseUrl}. A program sent it, and replies are not read.`;
}

/** @returns the address, or a mark for the log. */
async function send(
  { mailer, log, config }: NoticeDeliveryDeps,
  { address }: Contact,
  letter: Letter,
  addressee: Addressee,
  notices: readonly Notice[],
  stopping: AbortSignal,
): Promise<string> {
  if (mailer === null || address === null) {
    logLetter(log, addressee, letter, notices);
    return IN_LOG;
  }
  const mail = {
    to: address,
    subject: letter.subject,
    text: textOf(letter, addressee),
    html: htmlOf(letter, addressee),
    messageId: messageIdOf(notices, config.mail?.from ?? ''),
    at: addressee.nowMs,
  };
  await mailer.send(mail, stopping);
  return address;
}

/** Logs the content of the mail: nothing of a payload, and no secret. */
function logLetter(
  log: Logger,
  { tenant, environment }: Addressee,
  letter: Letter,
  notices: readonly Notice[],
) {
  const notice = notices[0]?.kind;
  const about = letter.items.map(({ title, facts }) => ({ title, ...Object.fromEntries(facts) }));
  const level = notice === 'approval_pending' ? 'info' : 'warn';
  log[level]({ notice, tenant, environment, about, count: notices.length }, letter.subject);
}

async function postponeAll(
  { db, clock, log }: NoticeDeliveryDeps,
  { name: tenant }: Contact,
  notices: readonly Notice[],
  { subject }: Letter,
  error: MailError,
): Promise<void> {
  const givenUp = await db.transaction().execute((tx) => postpone(tx, notices, clock.now()));
  const notice = notices[0]?.kind;
  if (givenUp.length < notices.length)
    log.warn({ notice, tenant, problem: error.message }, 'could not send a mail yet');
  if (givenUp.length > 0) {
    const subjects = givenUp.map((each) => each.subject);
    log.error({ notice, tenant, problem: error.message, subjects }, `gave up a mail: ${subject}`);
  }
}

/** Depends on the notices in the mail: with one more notice it is a different mail. */
function messageIdOf(notices: readonly Notice[], from: string): string {
  const digest = createHash('sha256');
  for (const { tenant_id, kind, subject } of notices)
    digest.update(JSON.stringify([tenant_id, kind, subject]));
  return `<notice-${digest.digest('hex').slice(0, 32)}@${from.slice(from.lastIndexOf('@') + 1)}>`;
}

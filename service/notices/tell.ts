/**
 * Tells a tenant's contact: by mail, or in the log where there is no way to send or nobody to send to. What was told is
 * settled after that: a crash in between has it told again, under the same Message-ID.
 */
import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import type { Database } from '../database/open.ts';
import type { Clock } from '../foundation/clock.ts';
import { environmentOf } from '../tenants/index.ts';
import { IN_LOG, type Notice, postpone, settle } from './due.ts';
import type { Addressee, Letter } from './letter.ts';
import { htmlOf } from './letter-html.ts';
import { textOf } from './letter-text.ts';
import { MailError, type Mailer } from './mailer.ts';
import { letterOf } from './texts.ts';

export interface TellDeps {
  db: Database;
  clock: Clock;
  log: Logger;
  /** null where no mail is sent. */
  mailer: Mailer | null;
  config: { baseUrl: string; mail: { from: string } | null };
}

export interface Contact {
  tenantId: string;
  name: string;
  address: string | null;
  approvalsToldAt: number | null;
}

export type Told = 'told' | 'refused' | 'unreachable';

/**
 * @param notices of one kind and chain.
 * @param alongside is written in the transaction that settles them.
 */
export async function tell(
  deps: TellDeps,
  contact: Contact,
  notices: readonly Notice[],
  stopping: AbortSignal,
  alongside?: (tx: Database, at: number) => Promise<void>,
): Promise<Told> {
  const [first] = notices;
  if (first === undefined) return 'told';
  const { db, clock } = deps;
  const environment = await environmentOf(db, first.chain);
  const addressee = { tenant: contact.name, environment, baseUrl: deps.config.baseUrl, nowMs: clock.now() };
  const letter = letterOf(
    first.kind,
    addressee,
    notices.map(({ data }) => data),
  );
  try {
    const to = await hand(deps, contact, letter, addressee, notices, stopping);
    await db.transaction().execute(async (tx) => {
      const at = clock.now();
      await settle(tx, notices, { at, to });
      await alongside?.(tx, at);
    });
    return 'told';
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    // Not the server's fault, and not a try.
    if (stopping.aborted) return 'unreachable';
    await putOff(deps, contact, notices, letter, error);
    return error.aboutThisMail ? 'refused' : 'unreachable';
  }
}

/** @returns where it went. */
async function hand(
  { mailer, log, config }: TellDeps,
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

/** Says what the mail would have said: nothing of a payload, and no secret. */
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

async function putOff(
  { db, clock, log }: TellDeps,
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

/** By what the mail tells of: with one notice more it is another mail. */
function messageIdOf(notices: readonly Notice[], from: string): string {
  const digest = createHash('sha256');
  for (const { tenant_id, kind, subject } of notices)
    digest.update(JSON.stringify([tenant_id, kind, subject]));
  return `<notice-${digest.digest('hex').slice(0, 32)}@${from.slice(from.lastIndexOf('@') + 1)}>`;
}

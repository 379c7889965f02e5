/** Sends a person their link, or tells them what changed. Where that fails, the log says so without link and address. */

import { linkWith, pagesAt, resetLinkWith } from '../../members/identity/index.ts';
import type { Invitation } from '../../members/index.ts';
import { mailedToken } from '../../members/joining/index.ts';
import type { SignInChange } from '../../members/record/index.ts';
import { invitationMail, type Mail, resetMail, signInChangeMail } from '../../notices/index.ts';
import { tenantOf } from '../../tenants/index.ts';
import type { Services } from '../services.ts';

export type MailNeeds = Pick<
  Services,
  'appender' | 'clock' | 'config' | 'db' | 'fillRandom' | 'ids' | 'log' | 'mailer'
>;

/** @returns whether the mail server took it; false where there is none, or for an invitation to anyone. */
export async function mailInvitation(
  services: MailNeeds,
  invitation: Invitation,
  token: string,
): Promise<boolean> {
  const { tenantId, email, role, expiresAt } = invitation;
  if (email === null || services.mailer === null) return false;
  const { name } = await tenantOf(services.db, tenantId);
  const link = linkWith(services.config.baseUrl, await mailedToken(services, token, invitation));
  return send(services, email, (envelope) =>
    invitationMail(envelope, { tenant: name, role, link, expiresAt }),
  );
}

export async function mailReset(services: MailNeeds, to: string, token: string, expiresAt: number) {
  const link = resetLinkWith(services.config.baseUrl, token);
  return send(services, to, (envelope) => resetMail(envelope, { link, expiresAt }));
}

/** So that a person notices what others did in their name. */
export async function mailSignInChange(services: MailNeeds, to: string, what: SignInChange) {
  const page = `${pagesAt(services.config.baseUrl)}/account`;
  return send(services, to, (envelope) => signInChangeMail(envelope, { what, page }));
}

type Envelope = Parameters<typeof resetMail>[0];

async function send(
  { mailer, config, clock, log }: MailNeeds,
  to: string,
  write: (envelope: Envelope) => Mail,
): Promise<boolean> {
  if (mailer === null || config.mail === null) return false;
  const { from } = config.mail;
  try {
    await mailer.send(write({ to, from, baseUrl: pagesAt(config.baseUrl), nowMs: clock.now() }));
    return true;
  } catch (error) {
    const problem = error instanceof Error ? error.message : 'unknown';
    log.warn({ problem }, 'could not send a person their mail');
    return false;
  }
}

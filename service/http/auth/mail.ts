/** Sends a person their link. Where that fails, the log says so without the link and without the address. */

import { type Invitation, linkWith, pagesAt, resetLinkWith } from '../../members/index.ts';
import { invitationMail, type Mail, resetMail } from '../../notices/index.ts';
import { tenantOf } from '../../tenants/index.ts';
import type { Services } from '../services.ts';

/** @returns whether the mail server took it; false where there is none, or for an invitation to anyone. */
export async function mailInvitation(
  services: Services,
  { tenantId, email, role, expiresAt }: Invitation,
  token: string,
): Promise<boolean> {
  if (email === null) return false;
  const { name } = await tenantOf(services.db, tenantId);
  const link = linkWith(services.config.baseUrl, token);
  return send(services, email, (envelope) =>
    invitationMail(envelope, { tenant: name, role, link, expiresAt }),
  );
}

export async function mailReset(services: Services, to: string, token: string, expiresAt: number) {
  const link = resetLinkWith(services.config.baseUrl, token);
  return send(services, to, (envelope) => resetMail(envelope, { link, expiresAt }));
}

type Envelope = Parameters<typeof resetMail>[0];

async function send(
  { mailer, config, clock, log }: Services,
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
    log.warn({ problem }, 'could not send a person their link');
    return false;
  }
}

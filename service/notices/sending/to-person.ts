/**
 * Mail to one person about their account: an invitation, a link for a new password, or a change of how they
 * sign in. Only the mail itself holds the link.
 */
import { createHash } from 'node:crypto';
import { type Letter, textOf } from '../letters/letter.ts';
import { htmlOf } from '../letters/letter-html.ts';
import { factOf, timeInMail } from '../letters/plain.ts';
import type { Mail } from './mailer.ts';

export interface Envelope {
  to: string;
  from: string;
  baseUrl: string;
  nowMs: number;
}

export function invitationMail(
  envelope: Envelope,
  about: { tenant: string; role: string; link: string; expiresAt: number },
): Mail {
  const tenant = factOf(about.tenant, 60);
  const ends = timeInMail(new Date(about.expiresAt).toISOString());
  return mailToPerson(envelope, about.link, {
    subject: `Join ${tenant} in Assize`,
    heading: `You are invited to ${tenant}`,
    paragraphs: [
      'In Assize you see what AI agents ask to do, and decide on requests that wait for a person.',
    ],
    items: [
      {
        title: tenant,
        facts: [
          ['Role', about.role],
          ['Ends', ends],
        ],
        page: about.link,
      },
    ],
    advice: [
      'The link works once, and only for this address. If you did not expect an invitation, ignore it.',
    ],
  });
}

export function resetMail(envelope: Envelope, about: { link: string; expiresAt: number }): Mail {
  return mailToPerson(envelope, about.link, {
    subject: 'Set a new password for Assize',
    heading: 'Set a new password',
    paragraphs: ['Someone asked for this with your address. A new password ends all your sessions.'],
    items: [
      {
        title: 'New password',
        facts: [['Ends', timeInMail(new Date(about.expiresAt).toISOString())]],
        page: about.link,
      },
    ],
    advice: ['The link works once. If you did not ask for it, ignore it: your password does not change.'],
  });
}

const CHANGES: Readonly<Record<string, string>> = {
  passkey_added: 'A passkey was added: it signs in as you, without your password',
  passkey_removed: 'A passkey was removed',
  second_factor_set: 'A second factor was set up',
  second_factor_removed: 'The second factor was turned off',
  backup_codes_made: 'New backup codes were made, and the old ones no longer work',
  password_changed: 'Your password was changed',
};

/** @param about `what`: in the words of the record. `page`: where the person can undo it. */
export function signInChangeMail(envelope: Envelope, about: { what: string; page: string }): Mail {
  const sentence = CHANGES[about.what] ?? 'How you sign in was changed';
  return mailToPerson(envelope, `${about.what} ${envelope.to} ${envelope.nowMs}`, {
    subject: 'How you sign in to Assize was changed',
    heading: 'How you sign in was changed',
    paragraphs: [`${sentence}.`],
    items: [
      {
        title: 'Your account',
        facts: [['Changed', timeInMail(new Date(envelope.nowMs).toISOString())]],
        page: about.page,
      },
    ],
    advice: ['If it was not you, set a new password with “Forgotten password?” on the sign-in page.'],
  });
}

/** @param about the same for every try of a mail. */
export function mailToPerson({ to, from, baseUrl, nowMs }: Envelope, about: string, letter: Letter): Mail {
  const why = [
    `You get this because of your address at the Assize service at ${baseUrl}. A program sent it, and replies are not read.`,
  ];
  const addressee = { tenant: '', environment: 'production', baseUrl, nowMs, why };
  const digest = createHash('sha256').update(about).digest('hex').slice(0, 32);
  return {
    to,
    subject: letter.subject,
    text: textOf(letter, addressee),
    html: htmlOf(letter, addressee),
    messageId: `<person-${digest}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    at: nowMs,
  };
}

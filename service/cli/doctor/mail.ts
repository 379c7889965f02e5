/** What `assize doctor` says of mail: whether the server is there, and lets us in. Nothing is sent. */
import { type SmtpSettings, smtpMailer } from '../../notices/index.ts';
import { describe } from '../terminal.ts';

export interface MailFinding {
  what: 'mail';
  state: 'ok' | 'problem';
  found: string;
}

/** Says the host and never the rest of the address, which may have a password in it. */
export async function mailFinding(settings: SmtpSettings | null): Promise<MailFinding> {
  if (settings === null) return { what: 'mail', state: 'ok', found: 'not set up: notices stand in the log' };
  const { host } = new URL(settings.smtpUrl);
  try {
    await smtpMailer(settings).verify();
    return { what: 'mail', state: 'ok', found: `${host} answers, from ${settings.from}` };
  } catch (error) {
    return { what: 'mail', state: 'problem', found: `${host}: ${describe(error)}` };
  }
}

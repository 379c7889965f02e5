/**
 * Sends mail by SMTP, one at a time, with a limit of half a minute. Its errors contain only texts of this
 * file and of the server, never the server's URL, which holds the password.
 */
import type { Transporter } from 'nodemailer';
import { oneLine } from '../letters/plain.ts';

export interface SmtpSettings {
  /** `smtp://` (with STARTTLS if the server offers it) or `smtps://`, with user and password. */
  smtpUrl: string;
  from: string;
}

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The same for every try of a mail, so that a mail program shows it once. */
  messageId: string;
  /** ms since the epoch. */
  at: number;
}

export interface Mailer {
  /** Resolves once the server has accepted it. @throws {MailError} */
  send(mail: Mail, stop?: AbortSignal): Promise<void>;
  /** @throws {MailError} if the server can't be reached, or refuses the login. */
  verify(): Promise<void>;
  /** Closes connections that were kept. */
  close(): Promise<void>;
}

export class MailError extends Error {
  override readonly name = 'MailError';
  /** Whether the error concerns only this mail, so that the next may succeed. */
  readonly aboutThisMail: boolean;

  constructor(message: string, aboutThisMail: boolean) {
    super(message);
    this.aboutThisMail = aboutThisMail;
  }
}

const CONNECTION_TIMEOUT_MS = 10_000;
const SILENCE_TIMEOUT_MS = 15_000;
const SEND_TIMEOUT_MS = 30_000;
const LONGEST_ANSWER = 200;
/**
 * Many servers greet late to find out senders that do not wait. With a connection for each mail, four at once came to
 * 35 mails a second.
 */
const KEPT_CONNECTIONS = { pool: true, maxConnections: 8, maxRequeues: 1, idleTimeout: 10_000 } as const;

/** @param keepsConnections for many mails, until `close` is called. */
export function smtpMailer(
  { smtpUrl, from }: SmtpSettings,
  { timeoutMs = SEND_TIMEOUT_MS, keepsConnections = false } = {},
): Mailer {
  const { secrets, ...server } = serverOf(smtpUrl);
  const options = {
    ...server,
    connectionTimeout: Math.min(CONNECTION_TIMEOUT_MS, timeoutMs),
    greetingTimeout: Math.min(CONNECTION_TIMEOUT_MS, timeoutMs),
    dnsTimeout: Math.min(CONNECTION_TIMEOUT_MS, timeoutMs),
    socketTimeout: Math.min(SILENCE_TIMEOUT_MS, timeoutMs),
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(keepsConnections && KEPT_CONNECTIONS),
  };
  let opening: Promise<Transporter> | null = null;
  const transport = (): Promise<Transporter> => {
    // Loaded with the first mail, so that the start does not wait for it.
    opening ??= import('nodemailer').then(({ createTransport }) => createTransport(options));
    return opening;
  };
  const reporting = async (work: (mails: Transporter) => Promise<unknown>): Promise<void> => {
    try {
      await work(await transport());
    } catch (error) {
      throw publicError(error, secrets);
    }
  };
  return {
    send({ to, subject, text, html, messageId, at }, stop) {
      const late = AbortSignal.timeout(timeoutMs);
      const signal = stop === undefined ? late : AbortSignal.any([late, stop]);
      const headers = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };
      const sender = { name: 'Assize', address: from };
      // Objects, because a text would be parsed and could become several addresses.
      const envelope = { from: sender, to: { name: '', address: to }, headers, messageId };
      const mail = { ...envelope, subject, text, html, date: new Date(at), signal };
      return reporting((mails) => mails.sendMail(mail));
    },
    verify: () => reporting((mails) => mails.verify()),
    close: async () => (await opening)?.close(),
  };
}

function serverOf(smtpUrl: string) {
  const url = new URL(smtpUrl);
  const secure = url.protocol === 'smtps:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const [user, pass] = [decoded(url.username), decoded(url.password)];
  const login = user === '' ? {} : { auth: { user, pass } };
  return {
    host,
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    // A password leaves this machine encrypted or not at all.
    requireTLS: user !== '' && !secure && !isThisMachine(host),
    ...login,
    secrets: [pass, url.password].filter((secret) => secret !== ''),
  };
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const IN_WORDS: Record<string, string> = {
  ECONNECTION: 'The mail server closed the connection',
  ETIMEDOUT: 'The mail server did not answer in time',
  EABORT: 'The mail server did not take the mail in time',
  ESOCKET: 'The mail server could not be reached',
  EDNS: 'The name of the mail server could not be resolved',
  ETLS: 'The connection to the mail server could not be encrypted',
  EPROTOCOL: 'The mail server does not speak SMTP',
  EAUTH: 'The mail server refused the login',
  ENOAUTH: 'The mail server refused the login',
  EENVELOPE: 'The mail server refused the sender or the address',
  EMESSAGE: 'The mail server refused the mail',
};
const ABOUT_ONE_MAIL = new Set(['EENVELOPE', 'EMESSAGE']);

/** The library's error holds the dialogue with the server; only the parts chosen here are reported. */
function publicError(error: unknown, secrets: readonly string[]): MailError {
  const { code, response, responseCode, syscall, errno } = error as Record<string, unknown>;
  const known = typeof code === 'string' ? code : '';
  const words = IN_WORDS[known] ?? 'The mail could not be sent';
  const hides = known === 'EAUTH' || known === 'ENOAUTH';
  const reply = !hides && typeof response === 'string' ? withoutSecrets(response, secrets) : '';
  const number = typeof responseCode === 'number' ? String(responseCode) : '';
  const cause = causeOf(error, syscall, errno);
  const details = [reply || number || cause].filter((text) => text !== '');
  const message = details.length === 0 ? `${words}.` : `${words}: ${details.join(' ')}`;
  return new MailError(oneLine(message, LONGEST_ANSWER), ABOUT_ONE_MAIL.has(known));
}

/** For example `ECONNREFUSED`. */
function causeOf(error: unknown, syscall: unknown, errno: unknown): string {
  if (syscall === undefined && errno === undefined) return '';
  return /\bE[A-Z_]{3,}\b/.exec(error instanceof Error ? error.message : '')?.[0] ?? '';
}

function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((rest, secret) => {
    const forms = [secret, Buffer.from(secret).toString('base64')];
    return forms.reduce((shown, form) => shown.replaceAll(form, '***'), rest);
  }, text);
}

/** A real SMTP server that keeps its mail or misbehaves as a test wants, and a service that sends to it. */
import type { TestContext } from 'node:test';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import type { Clock } from '@assize/service/foundation/clock.ts';
import { type Mailer, type SmtpSettings, sendingChore, smtpMailer } from '@assize/service/notices/index.ts';
import { changeTenant } from '@assize/service/tenants/index.ts';
import type { Service } from '@assize/service/wiring.ts';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { freePort } from '../databases/postgres.ts';
import { startTestService } from '../http/in-process.ts';

export const CONTACT = 'ops@example.org';

/** `lost`: accepts the mail, and drops the connection before it confirms. */
export type Manner = 'takes' | 'refuses' | 'hangs' | 'lost' | 'no-login';

export interface Received extends Email {
  /** As received. */
  raw: string;
  envelope: { from: string; to: string[] };
}

export interface MailServer {
  url: string;
  port: number;
  /** In order of arrival. */
  received: Received[];
  manner: Manner;
  connections: number;
  /** How often a login was tried. */
  logins: number;
}

export async function startMailServer(t: Pick<TestContext, 'after'>, port?: number): Promise<MailServer> {
  const state: MailServer = {
    url: '',
    port: port ?? (await freePort()),
    received: [],
    manner: 'takes',
    connections: 0,
    logins: 0,
  };
  state.url = `smtp://127.0.0.1:${state.port}`;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onConnect(_session, done) {
      state.connections += 1;
      if (state.manner !== 'hangs') done();
    },
    onAuth({ username, password }, _session, done) {
      state.logins += 1;
      if (state.manner !== 'no-login') return done(null, { user: username });
      // The worst case: it repeats the password that it was sent.
      done(new Error(`no such login: ${username} ${password}`));
    },
    onRcptTo(_address, _session, done) {
      done(state.manner === 'refuses' ? new Error('no such mailbox here') : null);
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const envelope = {
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
        };
        const raw = Buffer.concat(chunks).toString('utf8');
        void PostalMime.parse(raw).then((email) => {
          state.received.push({ ...email, raw, envelope });
          if (state.manner !== 'lost') return done();
          for (const connection of server.connections) (connection as unknown as Dropped)._socket.destroy();
        });
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => void server.listen(state.port, '127.0.0.1', resolve));
  t.after(() => {
    // A service keeps its connection open for the next mail, and closes only after this server.
    for (const connection of server.connections) (connection as unknown as Dropped)._socket.destroy();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return state;
}

interface Dropped {
  _socket: { destroy(): void };
}

export interface MailingService {
  service: Service;
  app: FastifyInstance;
  clock: Clock;
  /** Shifts the clock for sending, ms. */
  move(ms: number): void;
  /** Passes on the waiting events, and then sends what is due. */
  send(): Promise<void>;
  /** The log while sending. */
  logged: Record<string, unknown>[];
}

/** @param url null for a service that sends no mail. */
export async function mailingService(
  t: TestContext,
  location: DatabaseLocation,
  url: string | null,
  { contact = CONTACT, timeoutMs }: { contact?: string | null; timeoutMs?: () => number | undefined } = {},
): Promise<MailingService> {
  const { service, app } = await startTestService(t, location, {
    ASSIZE_BASE_URL: 'https://assize.example.org',
  });
  await changeTenant(service.db, 'default', { contact });
  let offset = 0;
  const clock = { now: () => service.clock.now() + offset, monotonic: () => service.clock.monotonic() };
  const logged: Record<string, unknown>[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(JSON.parse(line)) });
  const from = 'assize@example.net';
  const mail = url === null ? null : { smtpUrl: url, from };
  const config = { ...service.config, mail };
  const mailer = mail === null ? null : mailerOf(mail, timeoutMs);
  const chore = sendingChore({ ...service, clock, log, config, mailer });
  return {
    service,
    app,
    clock,
    move: (ms) => {
      offset += ms;
    },
    async send() {
      await handedOn(service);
      await chore.run(new AbortController().signal);
    },
    logged,
  };
}

/** With the patience that applies at the time. */
function mailerOf(mail: SmtpSettings, timeoutMs: () => number | undefined = () => undefined): Mailer {
  return {
    send: (one, stop) => smtpMailer(mail, { timeoutMs: timeoutMs() }).send(one, stop),
    verify: () => smtpMailer(mail, { timeoutMs: timeoutMs() }).verify(),
    close: async () => undefined,
  };
}

/** Resolves when every event is numbered, and so has its notice. */
export async function handedOn({ db }: Service): Promise<void> {
  for (;;) {
    const left = await db
      .selectFrom('events')
      .select('event_id')
      .where('position', 'is', null)
      .executeTakeFirst();
    if (left === undefined) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

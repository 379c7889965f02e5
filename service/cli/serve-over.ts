/** The service as it runs: opens the house, listens, and on a signal stops without losing what was accepted. */
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { pendingMigrations } from '../database/migrate.ts';
import type { Database } from '../database/open.ts';
import { createFirstKeys, type FirstKey } from '../first-run.ts';
import { startChores } from '../foundation/chores.ts';
import { buildApp } from '../http/app.ts';
import type { Health } from '../http/health.ts';
import { sendingChore, smtpMailer } from '../notices/index.ts';
import { type House, openHouseOver } from '../wiring.ts';
import { print } from './terminal.ts';

/** How long a stop may take before the process gives up on what is still open, ms. */
const STOP_TIMEOUT_MS = 30_000;
const CLOSE_IDLE_EVERY_MS = 100;

/**
 * Resolves once the service listens. @param db up to date; the service closes it.
 * @throws where it can't, and leaves nothing open then.
 */
export async function serveOver(db: Database, config: Config, log: Logger): Promise<void> {
  const house = await openHouseOver(db, config, log);
  try {
    const health = healthOf(house);
    await listen(await buildApp({ services: house, health, logger: log, baseUrl: config.baseUrl }), house);
  } catch (error) {
    await house.close();
    throw error;
  }
}

/** The first keys come last: a start that fails must not make secrets that nobody is ever shown. */
async function listen(app: FastifyInstance, house: House): Promise<void> {
  const { config, log } = house;
  try {
    await app.listen({ host: config.host, port: config.port });
    const { port } = app.server.address() as AddressInfo;
    const firstKeys = await createFirstKeys(house);
    stopOnSignal(app, house, startSending(house));
    log.info({ database: config.database.kind, host: config.host, port }, 'listening');
    const baseUrl = config.port === 0 ? `http://${config.host}:${port}` : config.baseUrl;
    print(greeting(baseUrl, config.init.tenant, firstKeys));
  } catch (error) {
    await app.close();
    throw error;
  }
}

/** Only the service does: a command that runs beside it is no place for mail, nor for what is to stand in the log. */
function startSending(house: House): { stop(): Promise<void> } {
  const { mail } = house.config;
  const mailer = mail === null ? null : smtpMailer(mail);
  return startChores([sendingChore({ ...house, mailer })], house.log);
}

function stopOnSignal(app: FastifyInstance, house: House, sending: { stop(): Promise<void> }): void {
  let stopping = false;
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    if (stopping) return;
    stopping = true;
    house.log.info({ signal }, 'stopping');
    setTimeout(() => {
      house.log.error({}, 'could not stop in time');
      process.exit(1);
    }, STOP_TIMEOUT_MS).unref();
    // A connection whose last answer is out only now has become idle after the rest of them were closed.
    const closing = setInterval(() => app.server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS);
    await app.close();
    clearInterval(closing);
    await sending.stop();
    await house.close();
    house.log.info({}, 'stopped');
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stop(signal).catch((error: unknown) => {
        house.log.error({ err: error }, 'could not stop cleanly');
        process.exit(1);
      });
    });
  }
}

function healthOf({ db }: House): Health {
  return {
    async problems() {
      try {
        const pending = await pendingMigrations(db);
        return pending.length === 0 ? [] : [`Migrations have not run: ${pending.join(', ')}.`];
      } catch {
        return ['The database does not answer.'];
      }
    },
  };
}

function greeting(baseUrl: string, tenant: string, keys: readonly FirstKey[]): string[] {
  const lines = [`Assize listens on ${baseUrl} (API reference: ${baseUrl}/docs)`];
  const secrets = keys.filter((key) => key.secret !== null);
  if (secrets.length > 0) {
    lines.push('', `Keys of tenant "${tenant}", shown this once:`);
    for (const { environment, secret } of secrets) lines.push(`  ${environment.padEnd(10)}  ${secret}`);
    lines.push('', 'Ask for a first verdict:', '', ...firstQuestion(baseUrl, secrets[0]?.secret ?? ''));
  }
  return lines;
}

function firstQuestion(baseUrl: string, secret: string): string[] {
  const body = { action: 'email.send', context: { risk_level: 'low', confidence_score: 0.9 } };
  return [
    `  curl -s ${baseUrl}/api/v1/core/governance/evaluate \\`,
    `    -H 'X-API-Key: ${secret}' -H 'Content-Type: application/json' \\`,
    `    -d '${JSON.stringify(body)}'`,
    '',
  ];
}

/** The service itself, run as an operator runs it: its own process, its own data, evidence fsynced before answers. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import rootPackage from '../../package.json' with { type: 'json' };
import { type Context, cleanEnvironment } from '../context.ts';
import { askIfThere } from '../http.ts';
import type { Contender } from '../load/measure.ts';
import { freePort, startProcess, waitFor } from '../processes.ts';
import { ORDINARY } from '../question.ts';
import type { PostgresServer } from './postgres.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** What `npm start` runs, without npm: the first word is `node`. */
const START_ARGUMENTS = rootPackage.scripts.start.split(' ').slice(1);

/** One database with one key, that a service can be started on again and again. */
export interface Installation {
  name: string;
  /** Of the embedded database; null on PostgreSQL. */
  sqliteFile: string | null;
  postgres: PostgresServer | null;
  key: string;
  environment: Record<string, string>;
}

export interface RunningAssize extends Contender {
  stop(): Promise<void>;
}

export function newKey(): string {
  return `ak_${randomBytes(16).toString('hex')}`;
}

/**
 * @param postgres null for the embedded database.
 * @param kept where its data is and which key opens it, for one that outlives the run.
 */
export function installAssize(
  context: Context,
  postgres: PostgresServer | null,
  kept: { dataFolder: string; key: string } | null = null,
): Installation {
  const dataFolder = kept?.dataFolder ?? mkdtempSync(path.join(context.folder, 'data-'));
  const key = kept?.key ?? newKey();
  return {
    name: postgres === null ? 'Assize, SQLite' : 'Assize, PostgreSQL',
    sqliteFile: postgres === null ? path.join(dataFolder, 'assize.db') : null,
    postgres,
    key,
    environment: {
      ASSIZE_DATA_DIR: dataFolder,
      ASSIZE_INIT_PRODUCTION_KEY: key,
      ASSIZE_INIT_TIER: 'enterprise',
      ASSIZE_RATE_LIMITS: 'off',
      ASSIZE_LOG_LEVEL: 'warn',
      ...(postgres === null ? {} : { ASSIZE_DATABASE_URL: postgres.url }),
    },
  };
}

/** Resolves with the service once it has answered a first question with a verdict. */
export async function startAssize(
  context: Context,
  installation: Installation,
  pollEveryMs?: number,
): Promise<RunningAssize> {
  const port = await freePort();
  const { pid, stop, assertAlive } = startProcess(context, {
    name: 'assize',
    command: process.execPath,
    args: START_ARGUMENTS,
    workingFolder: ROOT,
    environment: {
      ...cleanEnvironment(context.environment),
      ...installation.environment,
      ASSIZE_PORT: String(port),
    },
  });
  const running = {
    name: installation.name,
    pid,
    ...(installation.postgres === null ? {} : { databasePid: installation.postgres.pid }),
    url: `http://127.0.0.1:${port}/api/v1/core/governance/evaluate`,
    headers: { 'content-type': 'application/json', 'x-api-key': installation.key },
    body: JSON.stringify(ORDINARY),
    stop,
  };
  const isReady = async () => (await askIfThere(running))?.status === 200;
  await waitFor(installation.name, isReady, { pid, stop, assertAlive }, pollEveryMs);
  return running;
}

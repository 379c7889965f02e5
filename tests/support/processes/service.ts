/** Runs the service as users do: in a process of its own, over a real socket. */

import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import type { TestContext } from 'node:test';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import { dataDirFor, signingDirFor } from '../databases/databases.ts';
import { freePort, untilParted } from '../databases/postgres.ts';
import { PRODUCTION_KEY, SANDBOX_KEY } from '../http/in-process.ts';

const MAIN = path.join(import.meta.dirname, '../../../service/assize.js');
/** As in `npm start` and the command's first line. */
const NURSERY = ['--max-semi-space-size=16', '--min-semi-space-size=8'];
/** Far longer than a start needs, even on a busy machine. */
const START_TIMEOUT_MS = 300_000;

export interface RunningService {
  baseUrl: string;
  process: ChildProcess;
  /** Everything it has written so far. */
  output(): string;
  /** Sends the signal and waits for the end. @returns the exit code, null if a signal ended it. */
  stop(signal: NodeJS.Signals): Promise<number | null>;
}

/** A free port may be taken by the time a slow start uses it. */
const MAX_STARTS = 5;

export function environmentFor(location: DatabaseLocation): Record<string, string> {
  const folders = { ASSIZE_DATA_DIR: dataDirFor(location), ASSIZE_SIGNING_DIR: signingDirFor(location) };
  return location.kind === 'sqlite' ? folders : { ...folders, ASSIZE_DATABASE_URL: location.url };
}

/**
 * Resolves once it listens. @param options of `serve`. @param program the `assize.js` of another version.
 * @throws with its output if it ends before that.
 */
export async function spawnService(
  location: DatabaseLocation,
  environment: Record<string, string> = {},
  wrapper: readonly string[] = [],
  options: readonly string[] = [],
  program = MAIN,
): Promise<RunningService> {
  for (let starts = 1; ; starts += 1) {
    try {
      return await startOnce(await launch(location, environment, serving(wrapper, options, program)));
    } catch (error) {
      if (starts === MAX_STARTS || !String(error).includes('EADDRINUSE')) throw error;
    }
  }
}

async function startOnce(service: RunningService): Promise<RunningService> {
  const { process: child, output } = service;
  await new Promise<void>((resolve, reject) => {
    const timeout = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`no start in time:\n${output()}`));
    }, START_TIMEOUT_MS);
    const look = () => {
      if (!output().includes('Assize listens on')) return;
      clearTimeout(timeout);
      resolve();
    };
    child.stdout?.on('data', look);
    child.stderr?.on('data', look);
    child.once('close', (code) => {
      clearTimeout(timeout);
      reject(new Error(`ended with ${code} before it listened:\n${output()}`));
    });
  });
  return service;
}

/** Resolves at once. @param redirected where a shell sends the output, such as `2>/dev/full`. */
export function startUnheard(
  location: DatabaseLocation,
  redirected: string,
  environment: Record<string, string> = {},
): Promise<RunningService> {
  return launch(location, environment, serving(['sh', '-c', `exec "$@" ${redirected}`, 'sh']));
}

/** Starts it as the README does: npm runs a shell, and the shell the service. Resolves once it listens. */
export async function spawnByNpm(location: DatabaseLocation): Promise<RunningService> {
  return startOnce(await launch(location, {}, ['npm', 'start']));
}

function serving(wrapper: readonly string[], options: readonly string[] = [], program = MAIN): string[] {
  return [...wrapper, process.execPath, ...NURSERY, program, 'serve', ...options];
}

async function launch(
  location: DatabaseLocation,
  environment: Record<string, string>,
  command: readonly string[],
): Promise<RunningService> {
  const port = Number(environment.ASSIZE_PORT ?? (await freePort()));
  const name = `assize-${port}-${process.pid}`;
  const child = spawn(command[0] ?? '', command.slice(1), {
    cwd: path.join(import.meta.dirname, '../../..'),
    env: {
      ...process.env,
      ASSIZE_PORT: String(port),
      ASSIZE_INIT_PRODUCTION_KEY: PRODUCTION_KEY,
      ASSIZE_INIT_SANDBOX_KEY: SANDBOX_KEY,
      ASSIZE_INIT_TIER: 'enterprise',
      ASSIZE_LOG_LEVEL: 'warn',
      ASSIZE_RATE_LIMITS: 'off',
      ASSIZE_MAX_WAIT_MS: '60000',
      ...environmentFor(named(location, name)),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
    });
  }
  // By then, all of its output is there.
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    process: child,
    output: () => output,
    async stop(signal) {
      const isRunning = child.kill(signal);
      const code = await ended;
      if (isRunning && location.kind === 'postgres') await untilParted(location.url, name);
      return code;
    },
  };
}

/** The same location, under a name that shows on the server who still uses it. */
function named(location: DatabaseLocation, name: string): DatabaseLocation {
  if (location.kind === 'sqlite') return location;
  const url = new URL(location.url);
  url.searchParams.set('application_name', name);
  return { ...location, url: url.href };
}

/** Kills it when the test ends, if it still runs then. */
export async function spawnFor(
  t: TestContext,
  ...start: Parameters<typeof spawnService>
): Promise<RunningService> {
  const service = await spawnService(...start);
  t.after(() => service.stop('SIGKILL'));
  return service;
}

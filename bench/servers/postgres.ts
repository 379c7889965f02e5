/**
 * A PostgreSQL of the bench's own: a cluster in the temporary folder with the settings it ships with, so every commit
 * is on disk before it is acknowledged. It is a fresh one, unless the caller keeps one elsewhere.
 */
import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { type Context, cleanEnvironment, type Environment } from '../context.ts';
import { findOnPath } from '../load/load.ts';
import { freePort, runToEnd, type Started, startProcess, waitFor } from '../processes.ts';

export interface PostgresServer {
  pid: number;
  url: string;
  version: string;
  /** Runs one statement. @returns the first column of the first row. */
  ask(sql: string): Promise<string>;
}

export const NO_POSTGRES = 'no PostgreSQL server program was found, on PATH or under /usr/lib/postgresql.';

/**
 * @param kept of a cluster that outlives the run; made where it is not there.
 * @returns null where there is no server program on this machine.
 */
export async function startPostgres(context: Context, kept?: string): Promise<PostgresServer | null> {
  const programs = findPrograms(context.environment);
  if (programs === null) return null;
  const folder = kept ?? path.join(context.folder, `postgres-${++servers}`);
  mkdirSync(folder, { mode: 0o700, recursive: true });
  const user = unprivilegedUser();
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  const common = {
    environment: cleanEnvironment(context.environment),
    workingFolder: folder,
    ...(user && { user }),
  };
  const program = (name: string) => path.join(programs, name);

  const data = path.join(folder, 'data');
  const isNew = !existsSync(data);
  if (isNew) {
    await runToEnd(context, {
      ...common,
      name: 'initdb',
      command: program('initdb'),
      // The files of an empty cluster need not be synced; everything after this is, as always.
      args: ['--pgdata', data, '--username=bench', '--auth=trust', '--encoding=UTF8', '--no-sync'],
    });
  }
  const port = await freePort();
  const server = startProcess(context, {
    ...common,
    name: 'postgres',
    command: program('postgres'),
    args: [
      ...['-D', data, '-p', String(port), '-c', 'listen_addresses=127.0.0.1'],
      ...['-c', 'unix_socket_directories='],
    ],
    // Ends the sessions that are open instead of waiting for them.
    stopSignal: 'SIGINT',
  });
  const ask = (sql: string, database = 'assize') =>
    runToEnd(context, {
      ...common,
      name: 'psql',
      command: program('psql'),
      args: [`postgres://bench@127.0.0.1:${port}/${database}`, '-XAtc', sql],
    }).then((output) => output.trim());
  await waitUntilServing(server, () => ask('SELECT 1', 'postgres'));
  if (isNew) await ask('CREATE DATABASE assize', 'postgres');
  return {
    pid: server.pid,
    url: `postgres://bench@127.0.0.1:${port}/assize`,
    version: await ask('SHOW server_version'),
    ask,
  };
}

let servers = 0;

async function waitUntilServing(server: Started, question: () => Promise<string>): Promise<void> {
  const isReady = () =>
    question().then(
      () => true,
      () => false,
    );
  await waitFor('PostgreSQL', isReady, server, 100);
}

/** The folder of the server's programs: the newest of those Debian installs side by side, else the one on PATH. */
function findPrograms(environment: Environment): string | null {
  const versions = '/usr/lib/postgresql';
  const installed = existsSync(versions) ? readdirSync(versions) : [];
  const folders = installed
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => path.join(versions, version, 'bin'));
  const onPath = findOnPath('postgres', environment);
  if (onPath !== null) folders.push(path.dirname(realpathSync(onPath)));
  return folders.find((folder) => existsSync(path.join(folder, 'initdb'))) ?? null;
}

/** PostgreSQL refuses to run as root. @returns undefined where this process is not root. */
function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    const id = (option: string) => Number(execFileSync('id', [option, name], { stdio: 'pipe' }).toString());
    try {
      return { uid: id('-u'), gid: id('-g') };
    } catch {
      // This machine has no such user: try the next.
    }
  }
  return undefined;
}

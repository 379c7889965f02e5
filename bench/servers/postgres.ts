/** A PostgreSQL server with its default settings: every commit is on disk before it is acknowledged. */
import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { Context } from '../context.ts';
import { findOnPath } from '../load/load.ts';
import { freePort, runToEnd, startProcess } from '../processes.ts';

export interface PostgresServer {
  pid: number;
  url: string;
  version: string;
  /** Runs one statement. @returns the first column of the first row. */
  ask(sql: string): Promise<string>;
}

export const NO_POSTGRES = 'no PostgreSQL server program was found, on PATH or under /usr/lib/postgresql.';

export function hasPostgres(): boolean {
  return findPrograms() !== null;
}

/** @param folder the folder of a cluster, which is created if it is missing. */
export async function startPostgres(context: Context, folder: string): Promise<PostgresServer> {
  const programs = findPrograms();
  if (programs === null) throw new Error(NO_POSTGRES);
  mkdirSync(folder, { mode: 0o700, recursive: true });
  const user = unprivilegedUser();
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  const program = (name: string, ...args: string[]) => ({
    name,
    command: path.join(programs, name),
    args,
    workingFolder: folder,
    user,
  });
  const data = path.join(folder, 'data');
  const isNew = !existsSync(data);
  if (isNew) {
    // The files of an empty cluster need no sync; everything after this is synced.
    const settings = ['--username=bench', '--auth=trust', '--encoding=UTF8', '--no-sync'];
    await runToEnd(context, program('initdb', '--pgdata', data, ...settings));
  }
  const port = await freePort();
  const listening = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='];
  const server = program('postgres', '-D', data, '-p', String(port), ...listening);
  // SIGINT ends the open sessions instead of waiting for them.
  const { pid, until } = startProcess(context, server, 'SIGINT');
  const urlOf = (database: string) => `postgres://bench@127.0.0.1:${port}/${database}`;
  const ask = async (sql: string, database = 'assize') =>
    (await runToEnd(context, program('psql', urlOf(database), '-XAtc', sql))).trim();
  await until(() => ask('SELECT 1', 'postgres').then(Boolean, () => false), 100);
  if (isNew) await ask('CREATE DATABASE assize', 'postgres');
  return { pid, url: urlOf('assize'), version: await ask('SHOW server_version'), ask };
}

/** The folder of the server's programs: the newest from Debian, otherwise the one on PATH. */
function findPrograms(): string | null {
  const versions = '/usr/lib/postgresql';
  const installed = existsSync(versions) ? readdirSync(versions) : [];
  const newestFirst = installed.toSorted((a, b) => Number(b) - Number(a));
  const folders = newestFirst.map((version) => path.join(versions, version, 'bin'));
  const onPath = findOnPath('postgres');
  if (onPath !== null) folders.push(path.dirname(realpathSync(onPath)));
  return folders.find((folder) => existsSync(path.join(folder, 'initdb'))) ?? null;
}

/** PostgreSQL refuses to run as root. @returns undefined if this process is not root. */
function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    const id = (option: string) => Number(execFileSync('id', [option, name], { stdio: 'pipe' }).toString());
    try {
      return { uid: id('-u'), gid: id('-g') };
    } catch {
      // This machine does not have that user: try the next.
    }
  }
  return undefined;
}

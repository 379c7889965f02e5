/** A PostgreSQL server with its default settings: every commit is on disk before it is acknowledged. */
import { chownSync, existsSync, mkdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { findPostgres, freePort, unprivilegedUser } from '../../tests/support/databases/postgres.ts';
import type { Context } from '../context.ts';
import { runToEnd, startProcess } from '../processes.ts';

export interface PostgresServer {
  pid: number;
  url: string;
  version: string;
  /** Runs one statement. @returns the first column of the first row. */
  ask(sql: string): Promise<string>;
}

export const NO_POSTGRES = 'no PostgreSQL server program was found, on PATH or under /usr/lib/postgresql.';

export function hasPostgres(): boolean {
  return findPostgres() !== null;
}

/** @param folder the folder of a cluster, which is created if it is missing. */
export async function startPostgres(context: Context, folder: string): Promise<PostgresServer> {
  const found = findPostgres();
  if (found === null) throw new Error(NO_POSTGRES);
  // It may be a link, and psql is beside its target.
  const programs = path.dirname(realpathSync(path.join(found, 'postgres')));
  mkdirSync(folder, { mode: 0o700, recursive: true });
  const user = process.getuid?.() === 0 ? unprivilegedUser() : {};
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
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

/**
 * Starts a PostgreSQL server for the tests: on a free port, in a temporary folder, and as an unprivileged user if the
 * tests run as root. It syncs nothing unless asked to, because most tests never cut its power.
 */
import { AssertionError } from 'node:assert';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  accessSync,
  chownSync,
  constants,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { until } from '../until.ts';
import { databasesFolder, folderFor } from './memory-disk.ts';

const START_TIMEOUT_MS = 120_000;
const DEBIAN_SERVERS = '/usr/lib/postgresql';
const UNPRIVILEGED = ['postgres', 'nobody'];

export interface PostgresServer {
  /** Its own programs, and the user it runs as. */
  programs: string;
  user: { uid?: number; gid?: number };
  /** The address of the maintenance database, as a superuser. */
  url: string;
  /** Starts it again on the same port and data. */
  start(): Promise<void>;
  /** `fast` rolls back open work; `kill` is what a power cut does to the processes. */
  stop(how: 'fast' | 'kill'): Promise<void>;
  /** Stops it and removes its folder. */
  remove(): Promise<void>;
}

/** Returns the folder of `initdb` and `postgres`, newest version first; null if there is none. */
export function findPostgres(): string | null {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  try {
    const versions = readdirSync(DEBIAN_SERVERS).sort((one, other) => Number(other) - Number(one));
    folders.push(...versions.map((version) => path.join(DEBIAN_SERVERS, version, 'bin')));
  } catch {
    // On a machine without Debian's layout, the path is all there is.
  }
  return (
    folders.find(
      (folder) => isExecutable(path.join(folder, 'initdb')) && isExecutable(path.join(folder, 'postgres')),
    ) ?? null
  );
}

export interface PostgresOptions {
  durable?: boolean;
  /** In addition to those that every test server has. */
  settings?: Record<string, string>;
  /** Makes the data folder in place of `initdb`, as the server's user. */
  makeData?: (data: string, user: ServerUser) => void;
}

/** For the options of a child process; empty if this process is not root. */
export type ServerUser = { uid?: number; gid?: number };

/** @param binaries as {@link findPostgres} returns them. */
export async function startPostgres(
  binaries: string,
  { durable = false, settings: own = {}, makeData }: PostgresOptions = {},
): Promise<PostgresServer> {
  // Data that must survive is synced to a disk.
  const parent = durable ? tmpdir() : databasesFolder();
  const folder = mkdtempSync(path.join(parent, 'assize-postgres-'));
  const user = process.getuid?.() === 0 ? unprivilegedUser() : {};
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = path.join(folder, 'data');
  const initdb = ['-D', data, '-U', 'assize', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'];
  if (makeData !== undefined) makeData(data, user);
  else execFileSync(path.join(binaries, 'initdb'), initdb, { ...user, cwd: folder, stdio: 'pipe' });
  const port = await freePort();
  const url = `postgres://assize@127.0.0.1:${port}/postgres`;
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 400,
    fsync: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
    max_wal_size: '256MB',
    ...own,
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  let server: ChildProcess | null = null;

  async function start(): Promise<void> {
    server = spawn(path.join(binaries, 'postgres'), ['-D', data, ...options], {
      ...user,
      cwd: folder,
      stdio: 'ignore',
    });
    await waitUntilReady(url);
  }

  async function stop(how: 'fast' | 'kill'): Promise<void> {
    const running = server;
    server = null;
    if (running === null || running.exitCode !== null) return;
    const ended = new Promise((resolve) => running.once('exit', resolve));
    running.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT');
    await ended;
  }

  await start();
  return {
    programs: binaries,
    user,
    url,
    start,
    stop,
    async remove() {
      await stop('fast');
      for (const used of [folder, folderFor(url, 'data'), folderFor(url, 'signing')]) {
        rmSync(used, { recursive: true, force: true });
      }
    },
  };
}

/** Starts a standby that streams from the server, under this name. @returns a function that ends it. */
export async function startStandby(
  { url, programs, user }: PostgresServer,
  name: string,
): Promise<() => void> {
  const folder = mkdtempSync(path.join(databasesFolder(), 'assize-standby-'));
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  // The two programs that most tests need may be links; the others are beside their targets.
  const all = path.dirname(realpathSync(path.join(programs, 'postgres')));
  const from = `${url}?application_name=${name}`;
  const copy = ['-D', path.join(folder, 'data'), '-d', from, '-R', '-X', 'stream', '-c', 'fast', '--no-sync'];
  execFileSync(path.join(all, 'pg_basebackup'), copy, { ...user, cwd: folder, stdio: 'pipe' });
  const settings = ['-c', `port=${await freePort()}`, '-c', 'listen_addresses=127.0.0.1', '-c', 'fsync=off'];
  const options = [...settings, '-c', 'unix_socket_directories=', '-c', 'max_connections=400'];
  const standby = spawn(path.join(all, 'postgres'), ['-D', path.join(folder, 'data'), ...options], {
    ...user,
    cwd: folder,
    stdio: 'ignore',
  });
  return () => {
    standby.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    standby.kill('SIGQUIT');
  };
}

/** Runs statements on the server, outside any transaction. */
export async function onServer(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/**
 * A killed client's statements continue on the server: resolves once none under this name is running. If the server
 * does not answer, none is.
 */
export async function untilParted(url: string, applicationName: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: START_TIMEOUT_MS });
  client.on('error', () => undefined);
  const question = 'SELECT count(*)::int AS left FROM pg_stat_activity WHERE application_name = $1';
  try {
    await client.connect();
    await until(async () => (await client.query(question, [applicationName])).rows[0].left === 0);
  } catch (error) {
    if (error instanceof AssertionError) throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function waitUntilReady(url: string): Promise<void> {
  for (const giveUpAt = Date.now() + START_TIMEOUT_MS; ; ) {
    try {
      return await onServer(url, 'SELECT 1');
    } catch (error) {
      if (Date.now() > giveUpAt) throw new Error('PostgreSQL did not start', { cause: error });
      await sleep(100);
    }
  }
}

/** @returns a port below those that the system gives to others, who could take it before it is used */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    server.on('error', () => resolve(freePort()));
    server.listen(port, '127.0.0.1', () => {
      server.close(() => resolve(port));
    });
  });
}

/** PostgreSQL refuses to run as root. */
export function unprivilegedUser(): ServerUser {
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of UNPRIVILEGED) {
    const account = accounts.find(([account]) => account === name);
    if (account !== undefined) return { uid: Number(account[2]), gid: Number(account[3]) };
  }
  throw new Error(`PostgreSQL does not run as root, and there is no user ${UNPRIVILEGED.join(' or ')}`);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Runs the service like an operator does: in its own process, on its own data, with evidence fsynced before answers.
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import rootPackage from '../../package.json' with { type: 'json' };
import { freePort } from '../../tests/support/databases/postgres.ts';
import { type Context, letOthersIn } from '../context.ts';
import { answers, ask, type Method, type Question } from '../http.ts';
import type { Contender } from '../load/measure.ts';
import type { DatabaseKind } from '../options.ts';
import { runToEnd, startProcess } from '../processes.ts';
import { ORDINARY } from '../question.ts';
import { type PostgresServer, startPostgres } from './postgres.ts';

export const ROOT = path.join(import.meta.dirname, '../..');
export const PROGRAM = path.join(ROOT, 'service/assize.js');
const START_ARGUMENTS = rootPackage.scripts.start.split(' ').slice(1);

/** One database with one key, on which a service can be started again and again. */
export interface Installation {
  kind: DatabaseKind;
  sqliteFile: string;
  postgres: PostgresServer | null;
  key: string;
  environment: Record<string, string>;
  /** Runs one query on the service's database. @returns the first column of the first row, 0 for no row. */
  askDatabase(sql: string): Promise<number>;
}

export interface RunningAssize extends Contender {
  stop(): Promise<void>;
}

/** @param kept the folder and the key of an installation that outlives the run. */
export async function installAssize(
  context: Context,
  kind: DatabaseKind,
  settings: Record<string, string> = {},
  kept: { folder: string; key: string } | null = null,
): Promise<Installation> {
  const folder = kept?.folder ?? mkdtempSync(path.join(context.folder, 'installation-'));
  letOthersIn(folder);
  const dataFolder = path.join(folder, 'data');
  mkdirSync(dataFolder, { recursive: true });
  const postgres = kind === 'sqlite' ? null : await startPostgres(context, path.join(folder, 'postgres'));
  const key = kept?.key ?? newKey();
  const sqliteFile = path.join(dataFolder, 'assize.db');
  return {
    kind,
    sqliteFile,
    postgres,
    key,
    environment: {
      ASSIZE_DATA_DIR: dataFolder,
      ASSIZE_INIT_PRODUCTION_KEY: key,
      ASSIZE_INIT_TIER: 'enterprise',
      ASSIZE_RATE_LIMITS: 'off',
      ASSIZE_LOG_LEVEL: 'warn',
      ...(postgres && { ASSIZE_DATABASE_URL: postgres.url }),
      ...settings,
    },
    askDatabase: async (sql) => (postgres ? Number(await postgres.ask(sql)) : askSqlite(sqliteFile, sql)),
  };
}

export function newKey(): string {
  return `ak_${randomBytes(16).toString('hex')}`;
}

export function databaseName(kind: DatabaseKind): string {
  return kind === 'sqlite' ? 'SQLite' : 'PostgreSQL';
}

/** An open connection would keep the write-ahead log from being shortened. */
function askSqlite(file: string, sql: string): number {
  using database = new DatabaseSync(file, { readOnly: true });
  return Number(Object.values(database.prepare(sql).get() ?? {})[0] ?? 0);
}

/**
 * Resolves when the service has answered a first question with a verdict.
 * @param workers the number of processes that answer.
 */
export async function startAssize(
  context: Context,
  { kind, key, postgres, environment }: Installation,
  { pollEveryMs, workers = 1 }: { pollEveryMs?: number; workers?: number } = {},
): Promise<RunningAssize> {
  const port = await freePort();
  const { pid, stop, until } = startProcess(context, {
    name: 'assize',
    command: process.execPath,
    args: workers === 1 ? START_ARGUMENTS : [...START_ARGUMENTS, '--workers', `${workers}`],
    workingFolder: ROOT,
    environment: { ...environment, ASSIZE_PORT: String(port) },
  });
  const running = {
    name: `Assize, ${databaseName(kind)}`,
    pid,
    ...(postgres && { databasePid: postgres.pid }),
    url: `http://127.0.0.1:${port}/api/v1/core/governance/evaluate`,
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify(ORDINARY),
    stop,
  };
  await until(() => answers(running), pollEveryMs);
  return running;
}

/** Installs and starts a service on a new database. */
export async function startNew(
  context: Context,
  kind: DatabaseKind,
  settings: Record<string, string> = {},
): Promise<RunningAssize> {
  return startAssize(context, await installAssize(context, kind, settings));
}

/** Runs a command of the program, as an operator types it. @returns its output. */
export function runCommand(
  context: Context,
  { environment }: Installation,
  ...args: readonly string[]
): Promise<string> {
  const program = {
    name: 'assize-command',
    command: process.execPath,
    args: [PROGRAM, ...args],
    environment,
  };
  return runToEnd(context, program);
}

export function withKey(running: RunningAssize, key: string): RunningAssize {
  return { ...running, headers: { 'content-type': 'application/json', 'x-api-key': key } };
}

export function get(running: RunningAssize, path: string): Question {
  return send(running, 'GET', path);
}

export function post(running: RunningAssize, path: string, body: object): Question {
  return send(running, 'POST', path, body);
}

/**
 * Surface A takes the key in its own header, everything else takes it as a bearer token. Two credentials are refused.
 */
export function credential(path: string, key: string): Record<string, string> {
  return path.includes('/api/v1/') ? { 'x-api-key': key } : { authorization: `Bearer ${key}` };
}

export function send({ url, headers }: RunningAssize, method: Method, path: string, body?: object): Question {
  const own = credential(path, headers['x-api-key'] ?? '');
  const question = { url: new URL(path, url).href, method, headers: own };
  if (body === undefined) return question;
  return { ...question, headers: { ...own, 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** @throws unless the service gives this verdict for this request. */
export async function requireVerdict(running: RunningAssize, request: object, wanted: string): Promise<void> {
  const { body } = await ask(post(running, '/api/v1/core/governance/evaluate', request));
  if (!body.includes(`"verdict":"${wanted}"`)) throw new Error(`the verdict is not ${wanted}: ${body}`);
}

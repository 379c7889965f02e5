/**
 * Runs the programs of PostgreSQL. The address and the password are passed only in the child's environment: every user
 * of the machine can see arguments, and errors are shown.
 */
import { execFile, spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

export type Environment = Readonly<Record<string, string | undefined>>;
export type Tool = 'pg_dump' | 'pg_restore';

/** Debian and its derivatives keep each version in a folder of its own here. */
const BY_VERSION = '/usr/lib/postgresql';
/** The characters of an error that are worth showing. */
const MAX_MESSAGE = 1000;

/**
 * Finds the program whose version is nearest to the server's: a much later `pg_restore` sends settings that the server
 * refuses. @param least the server's major version; an older program refuses to work with it.
 */
export async function findTool(tool: Tool, least: number, environment: Environment): Promise<string> {
  const folders = (environment.PATH ?? '').split(path.delimiter).filter((folder) => folder !== '');
  const installed = await readdir(BY_VERSION).catch(() => []);
  const places = [...folders, ...installed.map((version) => path.join(BY_VERSION, version, 'bin'))];
  let nearest: { file: string; version: number } | null = null;
  for (const folder of places) {
    const file = path.join(folder, tool);
    const version = await versionOf(file);
    if (version === null || version < least || version >= (nearest?.version ?? Infinity)) continue;
    nearest = { file, version };
    if (version === least) break;
  }
  if (nearest !== null) return nearest.file;
  throw new Error(
    `There is no ${tool} of version ${least} or later on this machine. Install PostgreSQL's client programs ` +
      `(Debian: postgresql-client-${least}), or put them on the PATH.`,
  );
}

async function versionOf(file: string): Promise<number | null> {
  const ended = await promisify(execFile)(file, ['--version']).catch(() => null);
  const major = /\) (\d+)/.exec(ended?.stdout ?? '')?.[1];
  return major === undefined ? null : Number(major);
}

/** The parameters of an address that the programs also accept, with their variables. */
const PARAMETERS: Record<string, string> = {
  sslmode: 'PGSSLMODE',
  sslrootcert: 'PGSSLROOTCERT',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
  options: 'PGOPTIONS',
};

/** Where the address has no password, `PGPASSFILE` or `~/.pgpass` may have one. */
export async function environmentOf(url: string, environment: Environment): Promise<Environment> {
  const { default: pg } = await import('pg');
  const { host, port, user, password, database } = new pg.Client({ connectionString: url });
  const { searchParams } = new URL(url);
  const parameters = Object.entries(PARAMETERS).flatMap(([name, variable]) => {
    const value = searchParams.get(name);
    // Node's name for it.
    return value === null ? [] : [[variable, value === 'no-verify' ? 'require' : value]];
  });
  return {
    ...environment,
    ...{ PGHOST: host, PGPORT: String(port), PGDATABASE: database, PGAPPNAME: 'assize backup' },
    ...(user === undefined ? {} : { PGUSER: user }),
    ...(typeof password === 'string' && password !== '' ? { PGPASSWORD: password } : {}),
    ...Object.fromEntries(parameters),
  };
}

/** @param onOutput receives standard output in pieces. @throws with the program's own message, without the password. */
export function runTool(
  file: string,
  words: readonly string[],
  environment: Environment,
  onOutput: (piece: Buffer) => void = () => undefined,
): Promise<void> {
  const child = spawn(file, words, { env: { ...environment }, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stdout.on('data', onOutput);
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-MAX_MESSAGE);
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) return resolve();
      const secret = environment.PGPASSWORD ?? '';
      const shown = secret === '' ? said : said.replaceAll(secret, '…');
      reject(new Error(`${path.basename(file)} failed: ${shown.trim().split('\n').join(' ')}`));
    });
  });
}

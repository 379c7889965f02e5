/** Dumps a PostgreSQL database with PostgreSQL's own programs, as of one moment, and reads and loads such a dump. */
import { sql } from 'kysely';
import { chainId } from '../database/chain-id.ts';
import { makePrivateFile } from '../database/files/private-files.ts';
import type { Database } from '../database/open.ts';
import { type Contents, contentsIn } from './chains.ts';
import { BackupFault, type Manifest } from './manifest.ts';
import { type Environment, environmentOf, findTool, runTool } from './postgres-tools.ts';

export interface PostgresPlace {
  url: string;
  /** The environment of this process. */
  environment: Environment;
}

/** Reads the chains in the snapshot that is dumped. @param file is created. @returns also the server's version. */
export async function dumpPostgres(
  db: Database,
  place: PostgresPlace,
  file: string,
): Promise<Contents & { version: string }> {
  const { number, version } = await serverVersion(db);
  const tool = await findTool('pg_dump', number, place.environment);
  await makePrivateFile(file);
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const { rows } = await sql<{ id: string }>`SELECT pg_export_snapshot() AS id`.execute(tx);
      const contents = await contentsIn(tx);
      const words = ['--format=custom', '--no-password', `--snapshot=${rows[0]?.id}`, `--file=${file}`];
      await runTool(tool, words, await environmentOf(place.url, place.environment));
      return { ...contents, version };
    });
}

async function serverVersion(db: Database): Promise<{ number: number; version: string }> {
  const { rows } = await sql<{ number: string; version: string }>`
    SELECT current_setting('server_version_num') AS number, current_setting('server_version') AS version
  `.execute(db);
  return { number: Math.floor(Number(rows[0]?.number ?? 0) / 10_000), version: rows[0]?.version ?? '' };
}

/** Reads and unpacks the whole dump. @throws {BackupFault} where that fails, or the chains differ from the manifest's. */
export async function requireReadableDump(
  file: string,
  manifest: Manifest,
  environment: Environment,
): Promise<void> {
  const tool = await findTool('pg_restore', majorOf(manifest), environment);
  const read = (words: readonly string[], onOutput?: (piece: Buffer) => void) =>
    runTool(tool, [...words, file], environment, onOutput).catch((error: Error) => {
      throw new BackupFault(`Its database is damaged: ${error.message}`);
    });
  await read(['--file=-']);
  let rows = '';
  await read(['--data-only', '--table=chains', '--file=-'], (piece) => {
    rows += piece.toString('utf8');
  });
  const found = headsIn(rows);
  for (const { chain, size, head_hash } of manifest.chains) {
    if (found.get(chain) === `${size} ${head_hash}`) continue;
    throw new BackupFault(`Its manifest and its database disagree on the chain ${chain}.`);
  }
  if (found.size !== manifest.chains.length) {
    throw new BackupFault('Its database has chains that its manifest does not name.');
  }
}

function majorOf({ database_version }: Manifest): number {
  return Number.parseInt(database_version, 10) || 0;
}

const COPY = /^COPY \S*chains \((.*)\) FROM stdin;\n([\s\S]*?)^\\\.$/m;

/** The size and head of each chain, from what COPY writes: columns with tabs between them, bytes as `\\x` and hex. */
function headsIn(text: string): Map<string, string> {
  const [, names = '', lines = ''] = COPY.exec(text) ?? [];
  const columns = names.split(', ');
  const rows = lines.split('\n').filter((line) => line !== '');
  return new Map(
    rows.map((line) => {
      const values = line.split('\t');
      const cell = (column: string) => values[columns.indexOf(column)] ?? '';
      const hash = cell('head_hash').replace(/^\\\\x/, '');
      return [chainId(Number(cell('chain'))), `${cell('size')} sha256:${hash}`];
    }),
  );
}

/** Loads the dump in one transaction, into a database without tables. */
export async function loadDump(db: Database, place: PostgresPlace, file: string): Promise<void> {
  const { number } = await serverVersion(db);
  const tool = await findTool('pg_restore', number, place.environment);
  const environment = await environmentOf(place.url, place.environment);
  const words = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges', '--no-password'];
  await runTool(tool, [...words, `--dbname=${environment.PGDATABASE}`, file], environment);
}

/** @throws where the database has a table. */
export async function requireNoTables(db: Database): Promise<void> {
  const { rows } = await sql`SELECT 1 FROM pg_tables WHERE schemaname = current_schema() LIMIT 1`.execute(db);
  if (rows.length === 0) return;
  throw new Error(
    'The database that ASSIZE_DATABASE_URL names has tables, and a restore replaces none. If you have put them ' +
      'back yourself, go on with docs/restore.md. Otherwise create an empty one with createdb, and name that.',
  );
}

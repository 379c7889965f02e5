/** `assize doctor`: explains the running set-up, and reports what is wrong with it. */
import { access, constants, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Command } from 'commander';
import { sql } from 'kysely';
import { type Config, ConfigError, readConfig } from '../../config/config.ts';
import { shownFile } from '../../config/secret-files.ts';
import { SECRET_FILES, SECRETS, SETTINGS } from '../../config/settings.ts';
import { countOf } from '../../database/count.ts';
import { readableByOthers } from '../../database/files/private-files.ts';
import { NoInstallation, requireDatabaseFile } from '../../database/installation/installation.ts';
import { type Database, openDatabase } from '../../database/open.ts';
import { systemClock } from '../../foundation/clock.ts';
import { describe, EXIT, print, printJson, table } from '../terminal.ts';
import { backupFinding } from './backup.ts';
import { damageFinding } from './damage.ts';
import { dutiesFinding, dutiesUnknown } from './duties.ts';
import { evidenceFindings } from './evidence.ts';
import { HERE, installationFindings } from './installation.ts';
import { type Finding, mailFinding, secretsFinding, signingFinding } from './node.ts';
import { standbyFinding } from './standbys.ts';
import { versionFindings } from './versions.ts';

const MIN_FREE_BYTES = 1_000_000_000;
/** With less free space, evidence soon can't be written. */
const FULL_BYTES = 1_000_000;
const MIN_NODE_MAJOR = 24;
/** Settings whose values are secret and not shown. */
const SECRET_SETTINGS = new Set<string>([
  ...SECRETS,
  'ASSIZE_API_KEY',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
  'OTEL_EXPORTER_OTLP_LOGS_HEADERS',
]);

export function doctorCommand(program: Command, environment: NodeJS.ProcessEnv): void {
  program
    .command('doctor')
    .description(`explain the running set-up; exits with ${EXIT.failed} where something is wrong`)
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const findings = [nodeVersion(), ...settings(environment), ...(await examine(environment))];
      if (json) printJson(findings);
      else
        print(
          table(
            ['what', 'state', 'found'],
            findings.map(({ what, state, found }) => [what, state, found]),
          ),
        );
      if (findings.some(({ state }) => state === 'problem')) process.exitCode = EXIT.failed;
    });
}

function nodeVersion(): Finding {
  const major = Number(process.versions.node.split('.')[0]);
  const state = major >= MIN_NODE_MAJOR ? 'ok' : 'problem';
  return { what: 'Node.js', state, found: `${process.version} (needs ${MIN_NODE_MAJOR})` };
}

function settings(environment: NodeJS.ProcessEnv): Finding[] {
  const files = SECRET_FILES.map((name) => [name, 'file of a secret'] as const);
  return [...Object.entries(SETTINGS), ...files]
    .filter(([name]) => environment[name])
    .map(([name, meaning]) => ({
      what: name,
      state: 'ok',
      found: `${shown(name, environment[name] ?? '')}: ${meaning}`,
    }));
}

/** Shows values as they were set, even refused ones, but without a password in an address. */
function shown(name: string, value: string): string {
  if (SECRET_SETTINGS.has(name)) return '(set, not shown)';
  if (SECRET_FILES.includes(name)) return shownFile(value);
  return value.replaceAll(/\/\/[^/@\s]*@/g, '//…@');
}

async function examine(environment: NodeJS.ProcessEnv): Promise<Finding[]> {
  let config: Config;
  try {
    config = readConfig(environment);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map((problem) => ({ what: 'configuration', state: 'problem', found: problem }));
  }
  const unknown: Finding[] = config.unknown.map((name) => ({
    what: name,
    state: 'warning',
    found: 'not a setting of this version; it is ignored',
  }));
  const address: Finding = {
    what: 'address',
    state: 'ok',
    found: `${config.host}:${config.port}, reached as ${config.baseUrl}`,
  };
  const folder = config.database.kind === 'sqlite' ? await dataFolder(config.dataDir) : [];
  return [
    ...unknown,
    ...installationFindings(config, { ...HERE, environment }),
    address,
    ...folder,
    ...(await database(config)),
    await backupFinding(config),
  ];
}

async function dataFolder(dataDir: string): Promise<Finding[]> {
  const finding = (state: Finding['state'], found: string): Finding => ({
    what: 'data folder',
    state,
    found,
  });
  try {
    await access(dataDir, constants.W_OK);
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (isMissing) return [finding('warning', `${dataDir} does not exist; the first start creates it`)];
    return [finding('problem', `${dataDir} can't be written: ${describe(error)}`)];
  }
  const { bavail, bsize } = await statfs(dataDir);
  const free = bavail * bsize;
  const room =
    free < FULL_BYTES
      ? finding('problem', `${dataDir}: the disk is full, so no evidence can be written. Make room`)
      : finding(free < MIN_FREE_BYTES ? 'warning' : 'ok', `${dataDir}, ${(free / 1e9).toFixed(1)} GB free`);
  const open = await readableByOthers(path.join(dataDir, 'assize.db'));
  if (open.length === 0) return [room];
  const found = `other users of this machine can read ${open.join(', ')}; the next start corrects the permissions where it may`;
  return [room, finding('warning', found)];
}

async function database(config: Config): Promise<Finding[]> {
  const { kind } = config.database;
  const where =
    config.database.kind === 'sqlite'
      ? path.basename(config.database.path)
      : new URL(config.database.url).host;
  let db: Database | null = null;
  try {
    await requireDatabaseFile(config.database);
    db = await openDatabase(config.database, () => undefined);
    const version =
      kind === 'sqlite'
        ? sql<{ version: string }>`SELECT 'SQLite ' || sqlite_version() AS version`
        : sql<{ version: string }>`SELECT version() AS version`;
    const { rows } = await version.execute(db);
    return [
      { what: 'database', state: 'ok', found: `${rows[0]?.version ?? kind} (${where})` },
      await durability(db, kind),
      ...(kind === 'postgres' ? [await standbyFinding(db)] : []),
      ...(await versionFindings(db, systemClock(config.clockOffsetMs))),
      await damageFinding(config.database),
      await contents(db),
      await signingFinding(db, systemClock(config.clockOffsetMs), config.signingDir),
      ...(await evidenceFindings(db, kind, config.signingDir)),
      await secretsFinding(db, config),
      await dutiesFinding(db, config).catch((error: unknown) => dutiesUnknown(describe(error))),
      await mailFinding(config.mail, await approvalsWaiting(db)),
    ];
  } catch (error) {
    const found = describe(error);
    const isMissing = error instanceof NoInstallation;
    return [
      isMissing
        ? { what: 'database', state: 'warning', found }
        : { what: 'database', state: 'problem', found: `${kind} (${where}) does not answer: ${found}` },
      await mailFinding(config.mail, 0),
    ];
  } finally {
    await db?.destroy();
  }
}

/** None before the first start, which creates the tables. */
function approvalsWaiting(db: Database): Promise<number> {
  return countOf(db.selectFrom('approvals').where('status', '=', 'pending')).catch(() => 0);
}

/** As SQLite numbers them. */
const SYNCHRONOUS = ['off', 'normal', 'full', 'extra'];

/** A verdict leaves only after its evidence is on disk, so the database must really write it there. */
async function durability(db: Database, kind: Config['database']['kind']): Promise<Finding> {
  if (kind === 'sqlite') {
    const journal = await sql<{ journal_mode: string }>`PRAGMA journal_mode`.execute(db);
    const sync = await sql<{ synchronous: number }>`PRAGMA synchronous`.execute(db);
    const mode = journal.rows[0]?.journal_mode ?? 'unknown';
    const level = SYNCHRONOUS[sync.rows[0]?.synchronous ?? 0] ?? 'unknown';
    const state = mode === 'wal' && level === 'full' ? 'ok' : 'problem';
    return { what: 'durability', state, found: `journal_mode ${mode}, synchronous ${level}` };
  }
  const { rows } = await sql<{
    fsync: string;
    full_page_writes: string;
  }>`SELECT current_setting('fsync') AS fsync,
    current_setting('full_page_writes') AS full_page_writes`.execute(db);
  const durable = rows[0]?.fsync === 'on' && rows[0].full_page_writes === 'on';
  const found = `fsync ${rows[0]?.fsync}, full_page_writes ${rows[0]?.full_page_writes}`;
  return { what: 'durability', state: durable ? 'ok' : 'problem', found };
}

async function contents(db: Database): Promise<Finding> {
  const chains = await db
    .selectFrom('chains')
    .select((select) => [
      select.fn.countAll<number>().as('chains'),
      select.fn.sum<number>('size').as('artifacts'),
    ])
    .executeTakeFirst()
    .catch(() => undefined);
  const found = `${chains?.chains ?? 0} chains, ${chains?.artifacts ?? 0} artifacts`;
  return { what: 'contents', state: 'ok', found };
}

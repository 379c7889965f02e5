/** The findings of `assize doctor` on the database: whether it answers, writes to disk, is current, and can be read. */
import path from 'node:path';
import { sql } from 'kysely';
import type { Config } from '../../config/config.ts';
import { countOf } from '../../database/count.ts';
import { Damaged } from '../../database/files/damage.ts';
import { NoInstallation, requireDatabaseFile } from '../../database/installation/installation.ts';
import type { DatabaseLocation } from '../../database/location.ts';
import { lookForDamage } from '../../database/look-for-damage.ts';
import { type Database, openDatabase } from '../../database/open.ts';
import { systemClock } from '../../foundation/clock.ts';
import { describe } from '../terminal.ts';
import { dutiesFinding } from './duties.ts';
import { evidenceFindings } from './evidence.ts';
import { type Finding, findingsOn } from './finding.ts';
import { mailFinding, secretsFinding, signingFinding } from './node.ts';
import { standbyFinding } from './standbys.ts';
import { versionFindings } from './versions.ts';

export async function databaseFindings(config: Config): Promise<Finding[]> {
  const { ok, warning, problem } = findingsOn('database');
  const { database: location, signingDir } = config;
  const { kind } = location;
  const where = location.kind === 'sqlite' ? path.basename(location.path) : new URL(location.url).host;
  const clock = systemClock(config.clockOffsetMs);
  let db: Database | null = null;
  try {
    await requireDatabaseFile(location);
    db = await openDatabase(location, () => undefined);
    return [
      ok(`${(await versionOf(db, kind)) ?? kind} (${where})`),
      await durability(db, kind),
      ...(kind === 'postgres' ? [await standbyFinding(db)] : []),
      ...(await versionFindings(db, clock)),
      await damage(location),
      await contents(db),
      await signingFinding(db, clock, signingDir),
      ...(await evidenceFindings(db, kind, signingDir)),
      await secretsFinding(db, config),
      await dutiesFinding(db, config),
      await mailFinding(config.mail, await approvalsWaiting(db)),
    ];
  } catch (error) {
    const found = describe(error);
    return [
      error instanceof NoInstallation
        ? warning(found)
        : problem(`${kind} (${where}) does not answer: ${found}`),
      await mailFinding(config.mail, 0),
    ];
  } finally {
    await db?.destroy();
  }
}

async function versionOf(db: Database, kind: DatabaseLocation['kind']): Promise<string | undefined> {
  const asked =
    kind === 'sqlite'
      ? sql<{ version: string }>`SELECT 'SQLite ' || sqlite_version() AS version`
      : sql<{ version: string }>`SELECT version() AS version`;
  return (await asked.execute(db)).rows[0]?.version;
}

/** None before the first start, which creates the tables. */
function approvalsWaiting(db: Database): Promise<number> {
  return countOf(db.selectFrom('approvals').where('status', '=', 'pending')).catch(() => 0);
}

/** As SQLite numbers them. */
const SYNCHRONOUS = ['off', 'normal', 'full', 'extra'];

/** A verdict leaves only after its evidence is on disk, so the database must really write it there. */
async function durability(db: Database, kind: DatabaseLocation['kind']): Promise<Finding> {
  const { ok, problem } = findingsOn('durability');
  if (kind === 'sqlite') {
    const journal = await sql<{ journal_mode: string }>`PRAGMA journal_mode`.execute(db);
    const sync = await sql<{ synchronous: number }>`PRAGMA synchronous`.execute(db);
    const mode = journal.rows[0]?.journal_mode ?? 'unknown';
    const level = SYNCHRONOUS[sync.rows[0]?.synchronous ?? 0] ?? 'unknown';
    const found = `journal_mode ${mode}, synchronous ${level}`;
    return mode === 'wal' && level === 'full' ? ok(found) : problem(found);
  }
  const { rows } = await sql<{ fsync: string; pages: string }>`
    SELECT current_setting('fsync') AS fsync, current_setting('full_page_writes') AS pages`.execute(db);
  const found = `fsync ${rows[0]?.fsync}, full_page_writes ${rows[0]?.pages}`;
  return rows[0]?.fsync === 'on' && rows[0].pages === 'on' ? ok(found) : problem(found);
}

const RESTORE = 'Stop the service, keep a copy of its files, and restore a backup: docs/restore.md says how.';

/** Whether the database can read everything that it stores. */
async function damage(location: DatabaseLocation): Promise<Finding> {
  const { ok, problem } = findingsOn('damage');
  try {
    const found = await lookForDamage(location);
    if (found instanceof Damaged) return problem(`the database is damaged: ${found.message}. ${RESTORE}`);
    if (found === null) return ok('every table and index can be read');
    return ok('not checked: run CREATE EXTENSION amcheck in the database, and let this role use it');
  } catch (error) {
    return problem(describe(error));
  }
}

async function contents(db: Database): Promise<Finding> {
  const found = await db
    .selectFrom('chains')
    .select(({ fn }) => [fn.countAll<number>().as('chains'), fn.sum<number>('size').as('artifacts')])
    .executeTakeFirst()
    .catch(() => undefined);
  return findingsOn('contents').ok(`${found?.chains ?? 0} chains, ${found?.artifacts ?? 0} artifacts`);
}

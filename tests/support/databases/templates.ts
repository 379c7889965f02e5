/**
 * Keeps an empty database of each kind with all its tables. Tests begin with a copy, which takes a third of the time
 * of creating the tables; tests of their creation use empty databases.
 */
import { randomBytes } from 'node:crypto';
import { copyFileSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import { migrate } from '@assize/service/database/migrate.ts';
import { openDatabase } from '@assize/service/database/open.ts';
import { systemClock } from '@assize/service/foundation/clock.ts';
import { onServer } from './postgres.ts';

/** The tests' processes find the templates by these; without them they begin with empty databases. */
const SQLITE = 'ASSIZE_TEST_SQLITE_TEMPLATE';
const POSTGRES = 'ASSIZE_TEST_POSTGRES_TEMPLATE';

/** @param folder for the file. @returns a function that removes the templates, but not the folder. */
export async function makeTemplates(
  folder: string,
  serverUrl: string | undefined,
): Promise<() => Promise<void>> {
  const file = path.join(folder, 'template.db');
  await makeTables({ kind: 'sqlite', path: file });
  process.env[SQLITE] = file;
  if (serverUrl === undefined) return async () => undefined;
  const name = `assize_template_${randomBytes(6).toString('hex')}`;
  await onServer(serverUrl, `CREATE DATABASE ${name}`);
  await makeTables({ kind: 'postgres', url: addressOf(serverUrl, name) });
  process.env[POSTGRES] = name;
  return () => onServer(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`);
}

/** @param file is created. */
export function copySqliteTemplate(file: string): void {
  const template = process.env[SQLITE];
  if (template !== undefined) copyFileSync(template, file);
}

/** The end of the `CREATE DATABASE` statement. */
export function fromPostgresTemplate(): string {
  const template = process.env[POSTGRES];
  // Copying the files costs half of what writing each page to the log does.
  return template === undefined ? '' : `TEMPLATE ${template} STRATEGY file_copy`;
}

export function addressOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

async function makeTables(location: DatabaseLocation): Promise<void> {
  const db = await openDatabase(location, () => undefined);
  await migrate(db, location.kind, systemClock());
  await db.destroy();
}

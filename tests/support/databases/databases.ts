/** Runs a test on every available database, each time on a new and empty one. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import { databasesFolder, folderFor } from './memory-disk.ts';
import { onServer } from './postgres.ts';
import { addressOf, copySqliteTemplate, fromPostgresTemplate } from './templates.ts';

export const DATABASE_KINDS = ['sqlite', 'postgres'] as const;
export type DatabaseKind = (typeof DATABASE_KINDS)[number];

/** `ASSIZE_TEST_DATABASE_URL`: a PostgreSQL on which the tests may create and drop databases. */
const serverUrl = process.env.ASSIZE_TEST_DATABASE_URL;

type DatabaseTest = (location: DatabaseLocation, t: TestContext) => Promise<void>;

/** The test's name states the promise; the database's name is added. The database has its tables already. */
export function testOnEachDatabase(promise: string, run: DatabaseTest): void {
  testOnEach(promise, run, newDatabase);
}

/** For promises about a database that has no tables yet. */
export function testOnEachEmptyDatabase(promise: string, run: DatabaseTest): void {
  testOnEach(promise, run, emptyDatabase);
}

function testOnEach(promise: string, run: DatabaseTest, make: typeof newDatabase): void {
  for (const kind of DATABASE_KINDS) {
    test(`${promise} (${kind})`, { skip: whyNot(kind) }, async (t) => runOn(await make(kind), run, t));
  }
}

/** For promises that do not depend on the database: one that always exists stands for both. */
export function testOnOneDatabase(promise: string, run: DatabaseTest): void {
  test(promise, async (t) => runOn(await newDatabase('sqlite'), run, t));
}

async function runOn({ location, remove }: TestDatabase, run: DatabaseTest, t: TestContext): Promise<void> {
  t.after(remove);
  await run(location, t);
}

/** @returns a reason to skip, or false. */
export function whyNot(kind: DatabaseKind): string | false {
  return kind === 'postgres' && serverUrl === undefined ? 'no PostgreSQL server' : false;
}

export interface TestDatabase {
  location: DatabaseLocation;
  remove: () => Promise<void>;
}

/** With all its tables, and no rows. */
export async function newDatabase(kind: DatabaseKind): Promise<TestDatabase> {
  if (kind === 'postgres') return postgresDatabase(fromPostgresTemplate());
  const database = sqliteDatabase();
  copySqliteTemplate(database.location.path);
  return database;
}

export async function emptyDatabase(kind: DatabaseKind): Promise<TestDatabase> {
  return kind === 'postgres' ? postgresDatabase('') : sqliteDatabase();
}

function sqliteDatabase() {
  const folder = temporaryFolder(databasesFolder());
  const location = { kind: 'sqlite', path: path.join(folder.path, 'assize.db') } as const;
  return { location, remove: async () => folder.remove() };
}

/** @param template ends the `CREATE DATABASE` statement. */
async function postgresDatabase(template: string): Promise<TestDatabase> {
  if (serverUrl === undefined) throw new Error('no PostgreSQL server');
  const name = `assize_test_${randomBytes(6).toString('hex')}`;
  await onServer(serverUrl, `CREATE DATABASE ${name} ${template}`);
  const location = { kind: 'postgres', url: addressOf(serverUrl, name) } as const;
  const remove = async () => {
    rmSync(signingDirFor(location), { recursive: true, force: true });
    rmSync(dataDirFor(location), { recursive: true, force: true });
    await onServer(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`);
  };
  return { location, remove };
}

/** One for each database, removed with it. */
export function signingDirFor(location: DatabaseLocation): string {
  if (location.kind === 'sqlite') return path.join(path.dirname(location.path), 'signing');
  return folderFor(location.url, 'signing');
}

/** Also one for each database. With a server's database, it holds only the secrets' key. */
export function dataDirFor(location: DatabaseLocation): string {
  if (location.kind === 'sqlite') return path.dirname(location.path);
  return folderFor(location.url, 'data');
}

/** @param parent of the new folder. */
export function temporaryFolder(parent = tmpdir()): { path: string; remove: () => void } {
  const folder = mkdtempSync(path.join(parent, 'assize-test-'));
  return { path: folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }) };
}

/** @returns the path of a folder that is removed when the test ends. */
export function newFolder(t: TestContext): string {
  const { path: folder, remove } = temporaryFolder();
  t.after(remove);
  return folder;
}

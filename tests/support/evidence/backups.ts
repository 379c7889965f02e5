/** Makes backups on the command line, and changes their content. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TestContext } from 'node:test';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import { chainIn, growTo } from '../databases/chains.ts';
import { emptyDatabase, newFolder } from '../databases/databases.ts';
import { evaluate, openWithoutHttp, startTestService } from '../http/in-process.ts';
import { assize } from '../processes/command.ts';

/** Long enough that a process can be killed while it copies. */
const LONG = 20_000;
const EVALUATIONS = 3;

/** An empty folder that is removed when the test ends. */
export function scratch(t: TestContext): string {
  const folder = newFolder(t);
  return folder;
}

/** A database without tables, as on another machine. */
export async function otherPlace({ kind }: DatabaseLocation, t: TestContext): Promise<DatabaseLocation> {
  const { location, remove } = await emptyDatabase(kind);
  t.after(remove);
  return location;
}

/** A service gives some verdicts, and ends. */
export async function used(location: DatabaseLocation, t: TestContext): Promise<void> {
  const { app, service } = await startTestService(t, location);
  for (let count = 0; count < EVALUATIONS; count += 1) await evaluate(app, 'a', { action: 'mail.send' });
  await service.close();
}

/** A database of some megabytes that no process uses. */
export async function long(location: DatabaseLocation, t: TestContext): Promise<void> {
  const { service } = await openWithoutHttp(t, location);
  await growTo(service.db, await chainIn(service.db), LONG);
  await service.close();
}

/** @returns the backup's folder. */
export async function backupOf(location: DatabaseLocation, t: TestContext): Promise<string> {
  const folder = path.join(scratch(t), 'backup');
  const made = await assize(location, ['backup', 'create', folder]);
  assert.equal(made.code, 0, made.stderr);
  return folder;
}

export async function backedUp(location: DatabaseLocation, t: TestContext): Promise<string> {
  await used(location, t);
  return backupOf(location, t);
}

/** @returns the file of a copy of the signing folder. */
export async function signingCopyOf(location: DatabaseLocation, t: TestContext): Promise<string> {
  const file = path.join(scratch(t), 'copy.json');
  const made = await assize(location, ['backup', 'signing', file]);
  assert.equal(made.code, 0, made.stderr);
  return file;
}

export function databaseIn(backup: string): string {
  const name = readdirSync(backup).find((each) => each.startsWith('assize.'));
  return path.join(backup, name ?? '');
}

export function changeManifest(
  backup: string,
  change: (manifest: ReturnType<typeof JSON.parse>) => void,
): void {
  const file = path.join(backup, 'manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  change(manifest);
  writeFileSync(file, JSON.stringify(manifest));
}

export function flipByte(file: string, at: number): void {
  const bytes = readFileSync(file);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(file, bytes);
}

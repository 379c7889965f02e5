/** Backs up only the database while the service is stopped, and restores it later, as an operator would. */
import { cpSync, existsSync, rmSync } from 'node:fs';
import type { TestContext } from 'node:test';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import { onServer } from './postgres.ts';
import { addressOf } from './templates.ts';

/** The endings of the files that SQLite keeps for a database. */
const BESIDE = ['', '-wal', '-shm'];

export interface DatabaseCopy {
  /** A file, or a database on the same server. */
  name: string;
}

/** Removed when the test ends. */
export async function copyOf(location: DatabaseLocation, t: TestContext): Promise<DatabaseCopy> {
  const name = `${nameOf(location)}_older`;
  await replace(location, nameOf(location), name);
  t.after(() => remove(location, name));
  return { name };
}

export function putBack(location: DatabaseLocation, { name }: DatabaseCopy): Promise<void> {
  return replace(location, name, nameOf(location));
}

function nameOf(location: DatabaseLocation): string {
  return location.kind === 'sqlite' ? location.path : new URL(location.url).pathname.slice(1);
}

async function replace(location: DatabaseLocation, from: string, to: string): Promise<void> {
  await remove(location, to);
  if (location.kind === 'sqlite') {
    for (const end of BESIDE) if (existsSync(from + end)) cpSync(from + end, to + end);
  } else {
    await onServer(addressOf(location.url, 'postgres'), `CREATE DATABASE ${to} TEMPLATE ${from}`);
  }
}

async function remove(location: DatabaseLocation, name: string): Promise<void> {
  if (location.kind === 'sqlite') {
    for (const end of BESIDE) rmSync(name + end, { force: true });
  } else {
    await onServer(addressOf(location.url, 'postgres'), `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  }
}

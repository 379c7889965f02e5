/** A database with a long chain, one page of which was overwritten while nothing had it open. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TestContext } from 'node:test';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import pg from 'pg';
import { openWithoutHttp } from '../http/in-process.ts';
import { chainIn, growTo, idAt, untilSigned } from './chains.ts';
import { dataDirFor, signingDirFor } from './databases.ts';
import { findPostgres, onServer, startPostgres } from './postgres.ts';
import { addressOf } from './templates.ts';

export const RECORDS = 3000;
/** The record whose page is overwritten. */
export const MIDDLE = 1500;
const GARBAGE = 0xa5;

const binaries = findPostgres();
export const needsServer = { skip: binaries === null ? 'no PostgreSQL server binary' : false };

/** Fills and signs the first tenant's chain, and leaves nothing open. */
export async function grown(t: TestContext, location: DatabaseLocation): Promise<void> {
  const { service } = await openWithoutHttp(t, location);
  const chain = await chainIn(service.db);
  await growTo(service.db, chain, RECORDS);
  await untilSigned(service.db, chain);
  await service.close();
}

/** Finds a table's leaf with the middle record, and not the page of an index that names it. */
const MARKS: Record<string, { has: readonly string[]; lacks: string }> = {
  artifacts: { has: [idAt(MIDDLE), 'governance_eval'], lacks: '\0none' },
  artifact_payloads: { has: [`{"name":"fill","position":${MIDDLE}}`], lacks: '\0none' },
  index: { has: [idAt(MIDDLE)], lacks: 'governance_eval' },
};

/** Overwrites the page of a table or index that holds the middle record. */
export function destroySqlite(location: DatabaseLocation, table: string): void {
  assert.ok(location.kind === 'sqlite');
  using database = new DatabaseSync(location.path);
  const bytes = Number(database.prepare('PRAGMA page_size').get()?.page_size);
  const { has = [], lacks = '' } = MARKS[table] ?? {};
  const file = readFileSync(location.path);
  for (let at = 0; at < file.length; at += bytes) {
    const page = file.subarray(at, at + bytes);
    if (!has.every((mark) => page.includes(mark)) || page.includes(lacks)) continue;
    overwrite(location.path, at, bytes);
    return;
  }
  assert.fail(`no page holds record ${MIDDLE} of ${table}`);
}

/** Overwrites the first page of a table or an index, which leads to all others. */
export function destroyRoot(location: DatabaseLocation, name: string): void {
  assert.ok(location.kind === 'sqlite');
  using database = new DatabaseSync(location.path);
  const bytes = Number(database.prepare('PRAGMA page_size').get()?.page_size);
  const root = database.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(name)?.rootpage;
  overwrite(location.path, (Number(root) - 1) * bytes, bytes);
}

export function overwrite(file: string, at: number, bytes: number): void {
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(bytes, GARBAGE), 0, bytes, at);
  closeSync(handle);
}

const POSTGRES_PAGE_BYTES = 8192;
/** The layout of SQLite's log: after the header, frames with a header and a page. */
export const WAL_HEADER_BYTES = 32;
export const WAL_FRAME_BYTES = 24 + 4096;

/** The page with the middle record, and a leaf in the middle of an index. */
const DAMAGED_RECORD = `SELECT pg_relation_filepath('artifact_payloads') AS file, (ctid::text::point)[0]::int AS page
  FROM artifact_payloads WHERE position = ${MIDDLE}`;
export const DAMAGED_INDEX = `SELECT pg_relation_filepath(indexrelid) AS file, 5 AS page FROM pg_index
  WHERE indrelid = 'artifacts'::regclass AND pg_get_indexdef(indexrelid) LIKE '%(chain, id)'`;

/** The root page of an index that each append adds to. */
export const DAMAGED_ROOT = DAMAGED_INDEX.replace('5 AS page', '0 AS page');

/**
 * A server with checksums, one page of which was overwritten while it was stopped. @param damaged asks for the page's
 * file and number.
 */
export async function damagedServer(t: TestContext, damaged = DAMAGED_RECORD): Promise<DatabaseLocation> {
  let data = '';
  const server = await startPostgres(binaries ?? '', {
    makeData(folder, user) {
      data = folder;
      const initdb = ['-D', data, '-U', 'assize', '-A', 'trust', '-E', 'UTF8', '--no-locale', '-k', '-N'];
      execFileSync(path.join(binaries ?? '', 'initdb'), initdb, { ...user, cwd: path.dirname(data) });
    },
  });
  t.after(() => server.remove());
  const name = `assize_damage_${process.pid}`;
  await onServer(server.url, `CREATE DATABASE ${name}`);
  const location = { kind: 'postgres', url: addressOf(server.url, name) } as const;
  t.after(() => {
    for (const folder of [signingDirFor(location), dataDirFor(location)])
      rmSync(folder, { recursive: true, force: true });
  });
  await grown(t, location);
  const { file, page } = await withClient(location.url, async (client) => {
    await client.query('CHECKPOINT');
    await client.query('CREATE EXTENSION amcheck');
    const { rows } = await client.query(damaged);
    return rows[0];
  });
  await server.stop('fast');
  overwrite(path.join(data, file), page * POSTGRES_PAGE_BYTES, POSTGRES_PAGE_BYTES);
  await server.start();
  return location;
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
}

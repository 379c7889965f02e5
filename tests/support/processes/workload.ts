/** Runs the workload of `evaluations.ts` on a copy of a small database, with or without a fault, under trace. */
import { spawn } from 'node:child_process';
import { closeSync, copyFileSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { createFirstKeys } from '@assize/service/first-run.ts';
import { createLogger } from '@assize/service/logging/log.ts';
import { startService } from '@assize/service/wiring.ts';
import { temporaryFolder } from '../databases/databases.ts';
import { PRODUCTION_KEY, testConfig } from '../http/in-process.ts';
import { type Fault, readTrace, straceCommand, type TracedCall } from './strace.ts';

const WORKLOAD = path.join(import.meta.dirname, 'evaluations.ts');

export interface SqliteLocation {
  kind: 'sqlite';
  path: string;
}

export interface Run {
  location: SqliteLocation;
  /** The lines of the workload: `asking`, `answered <id> <escalation id or ->`, `refused`, `served`, `closed`. */
  lines: string[];
  trace: TracedCall[];
  exitCode: number | null;
  signal: NodeJS.Signals | null;
  /** The process's own output, to explain a failure. */
  errors: string;
}

/** @returns a database with only its first keys, removed when the test ends. */
export async function smallDatabase(t: TestContext): Promise<SqliteLocation> {
  const folder = temporaryFolder();
  t.after(() => folder.remove());
  const location = { kind: 'sqlite', path: path.join(folder.path, 'assize.db') } as const;
  const service = await startService(testConfig(location), createLogger('silent'));
  await createFirstKeys(service);
  await service.close();
  return location;
}

/** @param name of the run, unique for the database. */
export async function runWorkload(from: SqliteLocation, name: string, fault: Fault | null): Promise<Run> {
  const folder = path.join(path.dirname(from.path), name);
  mkdirSync(folder);
  const location = { kind: 'sqlite', path: path.join(folder, 'assize.db') } as const;
  copyFileSync(from.path, location.path);
  return rerunWorkload(location, fault);
}

/** Runs on the database as the last run left it. */
export async function rerunWorkload(location: SqliteLocation, fault: Fault | null): Promise<Run> {
  const output = `${location.path}.output`;
  const log = `${location.path}.trace`;
  const files = [location.path, `${location.path}-wal`, output];
  const command = [
    ...straceCommand(files, log, fault),
    process.execPath,
    WORKLOAD,
    location.path,
    PRODUCTION_KEY,
  ];
  const outputFile = openSync(output, 'w');
  const child = spawn(command[0] ?? '', command.slice(1), { stdio: ['ignore', outputFile, 'pipe'] });
  closeSync(outputFile);
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk.toString('utf8');
  });
  const ended = await new Promise<{ exitCode: number | null; signal: NodeJS.Signals | null }>((resolve) =>
    child.once('close', (exitCode, signal) => resolve({ exitCode, signal })),
  );
  const lines = readFileSync(output, 'utf8').split('\n').filter(Boolean);
  return { location, lines, trace: readTrace(readFileSync(log, 'utf8')), errors, ...ended };
}

/**
 * Checks the first answer to each group of requests that were sent together: between the sending and this answer, the
 * log must have been written and then synced. Later answers of a group prove nothing, because chores also write.
 * @returns the groups that were answered in time, and the answers that came too early.
 */
export function countSyncedAnswers(trace: readonly TracedCall[]): { commits: number; early: string[] } {
  let awaited = false;
  let written = false;
  let synced = false;
  let commits = 0;
  const early: string[] = [];
  for (const { name, file, text, succeeded } of trace) {
    if (file.endsWith('-wal')) {
      if (name === 'pwrite64' || name === 'write') written = true;
      else if (succeeded && name.endsWith('sync')) synced ||= written;
    } else if (name === 'write' && text.includes('asking')) {
      awaited = true;
      written = false;
      synced = false;
    } else if (name === 'write' && text.includes('answered ') && awaited) {
      if (synced) commits += 1;
      else early.push(text);
      awaited = false;
    }
  }
  return { commits, early };
}

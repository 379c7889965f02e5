/**
 * From the start of the process to its first verdict: on a database that already has evidence, and after a kill under
 * load on one with a million artifacts.
 */
import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../context.ts';
import { type Filled, filledDatabase } from '../fill/fill.ts';
import { askJson } from '../http.ts';
import { CONNECTIONS, measure } from '../load/measure.ts';
import { untilCaughtUp } from '../load/timing.ts';
import type { DatabaseKind } from '../options.ts';
import { cpuMs } from '../process-usage.ts';
import { atMost, type Part } from '../report.ts';
import { get, type Installation, installAssize, startAssize } from '../servers/assize.ts';
import { median, medianOf } from '../statistics.ts';

export const title = 'from the start of the process to its first verdict';

const STARTS = 5;
/** The bench polls this often until it has an answer, so this is the error of the figure. */
const POLL_EVERY_MS = 2;
const LOAD_SECONDS = 4;
const KILLED_AFTER_MS = 2000;
/** The service restarts its write-ahead log at 64 MB, so a kill hardly ever leaves more. */
const LARGE_WAL_MB = 70;
const MAX_LOADS = 10;

export async function onDatabase(context: Context, kind: DatabaseKind): Promise<Part> {
  const stopped = await measureStarts(context, kind);
  const { killed, isValid } = await measureRecovery(context, await filledDatabase(context, kind));
  return {
    tables: [{ name: 'first verdict', rows: [stopped, killed], titles: { walMb: 'largest WAL MB' } }],
    checks: [
      atMost(1000, 'ms', stopped.medianMs, 'start to first verdict'),
      atMost(2000, 'ms', killed.slowestMs, 'slowest recovery after kill -9'),
      atMost(0, '', isValid ? 0 : 1, 'chains that do not verify afterwards'),
    ],
  };
}

async function measureStarts(context: Context, kind: DatabaseKind) {
  const installation = await installAssize(context, kind);
  context.progress(`${STARTS} starts`);
  const first = await startAssize(context, installation);
  await measure(context, first, CONNECTIONS, Math.max(1, context.options.warmup));
  await first.stop();
  const starts: Start[] = [];
  for (let place = 0; place < STARTS; place += 1) starts.push(await timeStart(context, installation));
  return { after: 'a stop', ...summed(starts) };
}

async function measureRecovery(context: Context, { installation, artifacts }: Filled) {
  // The filled chain is new to the service, which signs and summarises it.
  const first = await startAssize(context, installation);
  await untilCaughtUp(context, first, artifacts);
  await first.stop();
  const starts: Start[] = [];
  const walMb: number[] = [];
  for (let place = 0; place < STARTS; place += 1) {
    context.progress(`kill ${place + 1} of ${STARTS} with ${artifacts} artifacts`);
    await killUnderLoad(context, installation);
    walMb.push(walSizeMb(installation));
    starts.push(await timeStart(context, installation));
  }
  const last = await startAssize(context, installation);
  const { valid } = await askJson<{ valid: boolean }>(get(last, '/api/v1/evidence/verify'));
  const killed = { after: 'kill -9 under load', ...summed(starts), walMb: Math.max(...walMb), artifacts };
  return { killed, isValid: valid };
}

/** A reader that does not end keeps SQLite from shortening its write-ahead log, so that the kill leaves a large one. */
async function killUnderLoad(context: Context, installation: Installation): Promise<void> {
  const running = await startAssize(context, installation);
  const load = () => context.loadTool.run(context, running, CONNECTIONS, LOAD_SECONDS);
  const reader = installation.kind === 'sqlite' ? readerOf(installation.sqliteFile) : null;
  for (let loads = 0; reader !== null && loads < MAX_LOADS; loads += 1) {
    if (walSizeMb(installation) >= LARGE_WAL_MB) break;
    await load();
  }
  const last = load().catch(() => null);
  await sleep(KILLED_AFTER_MS);
  process.kill(running.pid, 'SIGKILL');
  await running.stop();
  await last;
  reader?.close();
}

function readerOf(file: string): DatabaseSync {
  const reader = new DatabaseSync(file, { readOnly: true });
  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM chains').get();
  return reader;
}

function walSizeMb({ kind, sqliteFile }: Installation): number {
  return kind === 'sqlite' ? statSync(`${sqliteFile}-wal`).size / 1e6 : 0;
}

interface Start {
  tookMs: number;
  /** Processor time of the service until then, which other load on this machine does not affect. */
  cpuMs: number | null;
}

async function timeStart(context: Context, installation: Installation): Promise<Start> {
  const startedAt = performance.now();
  const running = await startAssize(context, installation, { pollEveryMs: POLL_EVERY_MS });
  const tookMs = performance.now() - startedAt;
  const used = cpuMs(running.pid);
  await running.stop();
  return { tookMs, cpuMs: used };
}

function summed(starts: readonly Start[]) {
  const timesMs = starts.map(({ tookMs }) => tookMs);
  return {
    medianMs: median(timesMs),
    fastestMs: Math.min(...timesMs),
    slowestMs: Math.max(...timesMs),
    cpuMs: medianOf(starts.map((each) => each.cpuMs)),
    starts: starts.length,
  };
}

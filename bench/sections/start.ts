/**
 * From the start of the process to its first verdict: on a database that has evidence in it already, and after a kill
 * under load on one that has a million artifacts.
 */
import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../context.ts';
import { filledDatabase } from '../fill/fill.ts';
import { askJson } from '../http.ts';
import { measure } from '../load/measure.ts';
import { untilQuiet } from '../load/timing.ts';
import type { DatabaseKind } from '../options.ts';
import { cpuMs } from '../process-usage.ts';
import { atMost, joinParts, type Part, type SectionReport, tableOf } from '../report.ts';
import { get, type Installation, installAssize, onEachDatabase, startAssize, withKey } from '../servers/assize.ts';
import { median, medianOf } from '../statistics.ts';

const TITLE = 'from the start of the process to its first verdict';
const STARTS = 5;
/** The bench asks this often until it has an answer, so this is the error of the figure. */
const POLL_EVERY_MS = 2;
const CONNECTIONS = 64;
const LOAD_SECONDS = 4;
const KILLED_AFTER_MS = 2000;
/** The service begins its write-ahead log anew at 64 MB, so a kill hardly ever leaves more. */
const LARGE_WAL_MB = 70;
const MAX_LOADS = 10;

interface Start {
  tookMs: number;
  /** Processor time of the service until then, which other load on this machine does not lengthen. */
  cpuMs: number | null;
}

export async function start(context: Context): Promise<SectionReport> {
  const { outcomes, skipped } = await onEachDatabase(context, async (kind) => ({
    stopped: await measureStarts(context, kind),
    killed: await measureRecovery(context, kind),
  }));
  const parts = [
    stoppedPart(outcomes.map(({ stopped }) => stopped)),
    killedPart(outcomes.map(({ killed }) => killed)),
  ];
  return joinParts(TITLE, [...parts, skipped], outcomes);
}

async function measureStarts(context: Context, kind: DatabaseKind) {
  const installation = await installAssize(context, kind);
  context.progress(`start: ${STARTS} starts on ${installation.database}`);
  const first = await startAssize(context, installation);
  await measure(context, first, CONNECTIONS, Math.max(1, context.options.warmupSeconds));
  await first.stop();
  const starts: Start[] = [];
  for (let place = 0; place < STARTS; place += 1) starts.push(await timeStart(context, installation));
  return { database: first.database, ...summed(starts), starts: STARTS };
}

function stoppedPart(all: Awaited<ReturnType<typeof measureStarts>>[]): Part {
  const columns = ['database', 'medianMs', 'fastestMs', 'slowestMs', 'cpuMs', 'starts'] as const;
  const table = tableOf(all, columns, { database: 'on an existing database' });
  const checks = all.map(({ database, medianMs }) =>
    atMost(1000, 'ms', medianMs, `Assize, ${database}: start to first verdict`),
  );
  return { tables: [table], checks };
}

async function measureRecovery(context: Context, kind: DatabaseKind) {
  const { installation, large, artifacts } = await filledDatabase(context, kind);
  const { database } = installation;
  // The filled chain is new to the service, which signs and sums it up.
  const first = await startAssize(context, installation);
  await untilQuiet(first);
  await first.stop();
  const starts: Start[] = [];
  const walMb: number[] = [];
  for (let place = 0; place < STARTS; place += 1) {
    context.progress(`start: kill ${place + 1} of ${STARTS} on ${database} with ${artifacts} artifacts`);
    await killUnderLoad(context, installation, large.key);
    walMb.push(walSizeMb(installation));
    starts.push(await timeStart(context, installation));
  }
  const last = withKey(await startAssize(context, installation), large.key);
  const verified = await askJson<{ valid: boolean; total_artifacts: number }>(
    get(last, '/api/v1/evidence/verify'),
  );
  await last.stop();
  const { valid, total_artifacts } = verified;
  return {
    database,
    ...summed(starts),
    kills: STARTS,
    walMb: Math.max(...walMb),
    artifacts: total_artifacts,
    valid,
  };
}

/** A reader that does not end keeps SQLite from cutting its write-ahead log, so that the kill leaves a large one. */
async function killUnderLoad(context: Context, installation: Installation, key: string): Promise<void> {
  const running = withKey(await startAssize(context, installation), key);
  using reader = installation.kind === 'sqlite' ? readerOf(installation.sqliteFile) : null;
  for (
    let loads = 0;
    reader !== null && loads < MAX_LOADS && walSizeMb(installation) < LARGE_WAL_MB;
    loads += 1
  ) {
    await context.loadTool.run(context, running, CONNECTIONS, LOAD_SECONDS);
  }
  const load = context.loadTool.run(context, running, CONNECTIONS, LOAD_SECONDS).catch(() => null);
  await sleep(KILLED_AFTER_MS);
  process.kill(running.pid, 'SIGKILL');
  await running.stop();
  await load;
  void reader;
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

async function timeStart(context: Context, installation: Installation): Promise<Start> {
  const startedAt = performance.now();
  const running = await startAssize(context, installation, { pollEveryMs: POLL_EVERY_MS });
  const tookMs = performance.now() - startedAt;
  const used = cpuMs(running.pid);
  await running.stop();
  return { tookMs, cpuMs: used };
}

function killedPart(all: Awaited<ReturnType<typeof measureRecovery>>[]): Part {
  const columns = [
    'database',
    'artifacts',
    'walMb',
    'medianMs',
    'fastestMs',
    'slowestMs',
    'cpuMs',
    'kills',
  ] as const;
  const table = tableOf(all, columns, { database: 'after kill -9 under load', walMb: 'largest WAL MB' });
  const checks = all.flatMap(({ database, slowestMs, valid }) => [
    atMost(2000, 'ms', slowestMs, `Assize, ${database}: slowest recovery after kill -9`),
    atMost(0, '', valid ? 0 : 1, `Assize, ${database}: chains that do not verify afterwards`),
  ]);
  return { tables: [table], checks };
}

function summed(starts: readonly Start[]) {
  const timesMs = starts.map(({ tookMs }) => tookMs);
  const [fastestMs, slowestMs] = [Math.min(...timesMs), Math.max(...timesMs)];
  const used = medianOf(starts.map((each) => each.cpuMs));
  return { medianMs: median(timesMs), fastestMs, slowestMs, cpuMs: used, timesMs };
}

/**
 * Measures what a verdict costs on this machine, thread by thread, as the simulation needs it: the processor time for a
 * request and for a batch follow from a load of one connection and one of 32.
 */
import { closeSync, fsyncSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import type { Context } from '../context.ts';
import { cpuMsWithChildren } from '../process-usage.ts';
import type { RunningAssize } from '../servers/assize.ts';
import type { NodeCosts } from './node.ts';

const FEW = 1;
const SEVERAL = 32;
const MANY = 64;
const PROBES = 300;
/** On a machine that is full of other programs, some requests run into the load tool's timeout. */
const MOST_ERRORS = 0.05;
const BLOCK = Buffer.alloc(4096, 1);

/** What one load took, for a request, µs. */
export interface Load {
  verdictsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  entriesOfBatch: number;
  commitMs: number;
  clientUs: number;
  loopUs: number;
  /** The busiest of the other threads: on SQLite, the one that appends. */
  secondUs: number;
  besideUs: number;
  databaseUs: number;
  /** Cores that other programs left. */
  coresLeft: number;
}

export async function measureLoad(
  context: Context,
  running: RunningAssize,
  connections: number,
): Promise<Load> {
  const before = await snapshot(running);
  const result = await context.loadTool.run(context, running, connections, context.options.seconds);
  const after = await snapshot(running);
  const { requests, errors } = result;
  if (errors > requests * MOST_ERRORS) throw new Error(`${errors} of ${requests} requests failed`);
  const each = (ms: number) => (ms * 1000) / requests;
  const threads = [...after.threadMs]
    .filter(([id]) => id !== running.pid)
    .map(([id, ms]) => ms - (before.threadMs.get(id) ?? 0))
    .sort((one, other) => other - one);
  const loopMs = (after.threadMs.get(running.pid) ?? 0) - (before.threadMs.get(running.pid) ?? 0);
  const [secondMs = 0, ...otherMs] = threads;
  const databaseMs = after.databaseMs - before.databaseMs;
  // The service is a child of the bench as well, like the database.
  const clientMs = after.benchMs - before.benchMs;
  const ownMs = loopMs + secondMs + sum(otherMs) + databaseMs + clientMs;
  const elapsedMs = after.atMs - before.atMs;
  return {
    verdictsPerSecond: result.requestsPerSecond,
    p50Ms: result.p50Ms,
    p99Ms: result.p99Ms,
    entriesOfBatch: (after.entries - before.entries) / (after.commits - before.commits),
    commitMs: ((after.commitSeconds - before.commitSeconds) * 1000) / (after.commits - before.commits),
    clientUs: each(clientMs),
    loopUs: each(loopMs),
    secondUs: each(secondMs),
    besideUs: each(sum(otherMs)),
    databaseUs: each(databaseMs),
    coresLeft: Math.max(0.5, (ownMs + after.idleMs - before.idleMs) / elapsedMs),
  };
}

export async function measureCosts(
  context: Context,
  running: RunningAssize,
): Promise<Omit<NodeCosts, 'relayUs' | 'commitChainUs' | 'coldLoopUs' | 'coldDatabaseUs'>> {
  const few = await measureLoad(context, running, FEW);
  const several = await measureLoad(context, running, SEVERAL);
  const isServer = running.databasePid !== undefined;
  const committing = (load: Load) => (isServer ? load.databaseUs : load.secondUs);
  const loop = perBatch(few.loopUs, several.loopUs, several.entriesOfBatch);
  const commit = perBatch(committing(few), committing(several), several.entriesOfBatch);
  return {
    clientUs: several.clientUs,
    loopUs: loop.entryUs,
    loopBatchUs: loop.batchUs,
    besideUs: several.besideUs + (isServer ? several.secondUs : 0),
    commitUs: commit.entryUs,
    commitBatchUs: commit.batchUs,
    syncMs: syncTimes(context, few.commitMs - committing(few) / 1000),
  };
}

export interface TenantCosts extends Pick<NodeCosts, 'commitChainUs' | 'coldLoopUs' | 'coldDatabaseUs'> {
  /** Processor time for a verdict, all together, µs. */
  ofOneUs: number;
  ofSeveralUs: number;
  ofManyUs: number;
}

/**
 * What more tenants cost.
 * @param several so few that each asks many times a second. @param many so many that none does.
 */
export async function measureTenantCosts(
  context: Context,
  one: RunningAssize,
  several: RunningAssize,
  severalCount: number,
  many: RunningAssize,
): Promise<TenantCosts> {
  const alone = await measureLoad(context, one, MANY);
  const warm = await measureLoad(context, several, MANY);
  const cold = await measureLoad(context, many, MANY);
  const restOf = (load: Load) => load.secondUs + load.besideUs + load.databaseUs;
  const all = (load: Load) => load.loopUs + restOf(load);
  const chains = severalCount * (1 - (1 - 1 / severalCount) ** warm.entriesOfBatch);
  const commitChainUs = Math.max(0, all(warm) - all(alone)) * (warm.entriesOfBatch / Math.max(1, chains - 1));
  // In the last load, almost each entry of a batch is of another tenant.
  const chainShare = commitChainUs * (1 - 1 / cold.entriesOfBatch);
  const coldUs = Math.max(0, all(cold) - all(alone) - chainShare);
  const loopShare = Math.max(0, cold.loopUs - alone.loopUs) / Math.max(1, all(cold) - all(alone));
  return {
    ...{ commitChainUs, coldLoopUs: coldUs * loopShare, coldDatabaseUs: coldUs * (1 - loopShare) },
    ...{ ofOneUs: all(alone), ofSeveralUs: all(warm), ofManyUs: all(cold) },
  };
}

/** A batch of one costs both; one of many shares the second part. */
function perBatch(alone: number, shared: number, entries: number): { entryUs: number; batchUs: number } {
  const batchUs = Math.max(0, (alone - shared) / (1 - 1 / entries));
  return { entryUs: Math.max(0, alone - batchUs), batchUs };
}

/** As long as this disk takes, with its stalls, around the mean that a commit waited. */
function syncTimes({ folder }: Context, meanMs: number): number[] {
  const file = path.join(folder, 'sync-times');
  const descriptor = openSync(file, 'w');
  try {
    const times = Array.from({ length: PROBES }, () => {
      const startedAt = performance.now();
      writeSync(descriptor, BLOCK);
      fsyncSync(descriptor);
      return performance.now() - startedAt;
    });
    const factor = Math.max(0.02, meanMs) / (sum(times) / times.length);
    return times.map((each) => each * factor);
  } finally {
    closeSync(descriptor);
    rmSync(file);
  }
}

interface Snapshot {
  atMs: number;
  threadMs: Map<number, number>;
  databaseMs: number;
  /** The bench and the load generators that have ended. */
  benchMs: number;
  idleMs: number;
  entries: number;
  commits: number;
  commitSeconds: number;
}

async function snapshot({ pid, databasePid, url }: RunningAssize): Promise<Snapshot> {
  const metrics = await (await fetch(new URL('/metrics', url))).text();
  const value = (name: string) => Number(new RegExp(`^assize_${name} (\\S+)$`, 'm').exec(metrics)?.[1]);
  return {
    atMs: performance.now(),
    threadMs: threadsOf(pid),
    databaseMs: databasePid === undefined ? 0 : (cpuMsWithChildren(databasePid) ?? 0),
    benchMs: endedChildrenMs() + process.cpuUsage().user / 1000,
    idleMs: idleMs(),
    entries: value('commit_entries_sum'),
    commits: value('commit_entries_count'),
    commitSeconds: value('commit_duration_seconds_sum'),
  };
}

function threadsOf(pid: number): Map<number, number> {
  const folder = `/proc/${pid}/task`;
  return new Map(readdirSync(folder).map((id) => [Number(id), threadMs(`${folder}/${id}/schedstat`)]));
}

/** proc_pid_stat(5): fields 16 and 17, in hundredths of a second. */
function endedChildrenMs(): number {
  const text = readFileSync('/proc/self/stat', 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) * 10;
}

/** Linux counts a thread's time on a core in ns there. */
function threadMs(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return 0;
  }
}

/** Of all cores together; Linux counts in hundredths of a second. */
function idleMs(): number {
  const [, , , , idle = '0', waiting = '0'] =
    readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.split(/ +/) ?? [];
  return (Number(idle) + Number(waiting)) * 10;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, each) => total + each, 0);
}

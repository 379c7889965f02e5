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
const PROBES = 300;
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
  if (result.errors > 0) throw new Error(`${result.errors} requests failed at ${connections} connections`);
  const { requests } = result;
  const each = (ms: number) => (ms * 1000) / requests;
  const threads = [...after.threadMs]
    .filter(([id]) => id !== running.pid)
    .map(([id, ms]) => ms - (before.threadMs.get(id) ?? 0))
    .sort((one, other) => other - one);
  const loopMs = (after.threadMs.get(running.pid) ?? 0) - (before.threadMs.get(running.pid) ?? 0);
  const [secondMs = 0, ...otherMs] = threads;
  const databaseMs = after.databaseMs - before.databaseMs;
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
): Promise<Omit<NodeCosts, 'relayUs' | 'commitChainUs'>> {
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
    threadMs: new Map(
      readdirSync(`/proc/${pid}/task`).map((id) => [Number(id), threadMs(`/proc/${pid}/task/${id}/schedstat`)]),
    ),
    databaseMs: databasePid === undefined ? 0 : (cpuMsWithChildren(databasePid) ?? 0),
    benchMs: cpuMsWithChildren(process.pid) ?? 0,
    idleMs: idleMs(),
    entries: value('commit_entries_sum'),
    commits: value('commit_entries_count'),
    commitSeconds: value('commit_duration_seconds_sum'),
  };
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
  const [, , , , idle = '0', waiting = '0'] = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.split(/ +/) ?? [];
  return (Number(idle) + Number(waiting)) * 10;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, each) => total + each, 0);
}

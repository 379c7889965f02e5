/**
 * Measures the cost of a verdict on this machine, thread by thread, for the simulation. The processor times for a
 * request and for a batch follow from a load of one connection and one of 32.
 */
import path from 'node:path';
import type { Context } from '../context.ts';
import { timeFsyncs } from '../machine.ts';
import { cpuMsWithChildren, endedChildrenMs, idleMs, threadsMs } from '../process-usage.ts';
import type { RunningAssize } from '../servers/assize.ts';
import { mean, sum } from '../statistics.ts';
import type { NodeCosts } from './node.ts';

const FEW = 1;
const SEVERAL = 32;
const MANY = 64;
/** On a machine busy with other programs, some requests run into the load tool's timeout. */
const MOST_ERRORS = 0.05;

/** The figures of one load; µs are per request. */
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
  /** Cores that other programs left free. */
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
  const { requests, errors, requestsPerSecond: verdictsPerSecond, p50Ms, p99Ms } = result;
  if (errors > requests * MOST_ERRORS) throw new Error(`${errors} of ${requests} requests failed`);
  const more = (of: Exclude<keyof typeof after, 'threads'>) => after[of] - before[of];
  const used = [...after.threads].map(([id, ms]) => ({ id, ms: ms - (before.threads.get(id) ?? 0) }));
  const loopMs = used.find(({ id }) => id === running.pid)?.ms ?? 0;
  const others = used.filter(({ id }) => id !== running.pid).map(({ ms }) => ms);
  const [secondMs = 0, ...besideMs] = others.sort((one, other) => other - one);
  const each = (ms: number) => (ms * 1000) / requests;
  const ownMs = loopMs + secondMs + sum(besideMs) + more('databaseMs') + more('clientMs');
  return {
    verdictsPerSecond,
    p50Ms,
    p99Ms,
    entriesOfBatch: more('entries') / more('commits'),
    commitMs: (more('commitSeconds') * 1000) / more('commits'),
    clientUs: each(more('clientMs')),
    loopUs: each(loopMs),
    secondUs: each(secondMs),
    besideUs: each(sum(besideMs)),
    databaseUs: each(more('databaseMs')),
    coresLeft: Math.max(0.5, (ownMs + more('idleMs')) / more('atMs')),
  };
}

async function snapshot({ pid, databasePid, url }: RunningAssize) {
  const metrics = await (await fetch(new URL('/metrics', url))).text();
  const value = (name: string) => Number(new RegExp(`^assize_${name} (\\S+)$`, 'm').exec(metrics)?.[1]);
  return {
    atMs: performance.now(),
    threads: threadsMs(pid),
    databaseMs: databasePid === undefined ? 0 : (cpuMsWithChildren(databasePid) ?? 0),
    /** The bench, and the load generators that have ended. */
    clientMs: endedChildrenMs() + process.cpuUsage().user / 1000,
    idleMs: idleMs(),
    entries: value('commit_entries_sum'),
    commits: value('commit_entries_count'),
    commitSeconds: value('commit_duration_seconds_sum'),
  };
}

type TenantCosts = Pick<NodeCosts, 'commitChainUs' | 'coldLoopUs' | 'coldDatabaseUs'>;

export async function measureCosts(
  context: Context,
  running: RunningAssize,
): Promise<Omit<NodeCosts, 'relayUs' | keyof TenantCosts>> {
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

/** A batch of one costs both parts; a larger batch shares the second part. */
function perBatch(alone: number, shared: number, entries: number): { entryUs: number; batchUs: number } {
  const batchUs = Math.max(0, (alone - shared) / (1 - 1 / entries));
  return { entryUs: Math.max(0, alone - batchUs), batchUs };
}

/** This disk's sync times, including stalls, scaled to the mean time that a commit waited. */
function syncTimes({ folder }: Context, meanMs: number): number[] {
  const times = timeFsyncs(path.join(folder, 'sync-times'));
  const factor = Math.max(0.02, meanMs) / mean(times);
  return times.map((each) => each * factor);
}

/**
 * Measures the cost of more tenants.
 * @param several so few that each asks many times a second. @param many so many that none asks twice a second.
 */
export async function measureTenantCosts(
  context: Context,
  one: RunningAssize,
  several: RunningAssize,
  severalCount: number,
  many: RunningAssize,
): Promise<TenantCosts & Record<'ofOneUs' | 'ofSeveralUs' | 'ofManyUs', number>> {
  const alone = await measureLoad(context, one, MANY);
  const warm = await measureLoad(context, several, MANY);
  const cold = await measureLoad(context, many, MANY);
  const all = (load: Load) => load.loopUs + load.secondUs + load.besideUs + load.databaseUs;
  const chains = severalCount * (1 - (1 - 1 / severalCount) ** warm.entriesOfBatch);
  const commitChainUs = Math.max(0, all(warm) - all(alone)) * (warm.entriesOfBatch / Math.max(1, chains - 1));
  // In the last load, almost every entry of a batch belongs to another tenant.
  const chainShare = commitChainUs * (1 - 1 / cold.entriesOfBatch);
  const coldUs = Math.max(0, all(cold) - all(alone) - chainShare);
  const loopShare = Math.max(0, cold.loopUs - alone.loopUs) / Math.max(1, all(cold) - all(alone));
  return {
    ofOneUs: all(alone),
    ofSeveralUs: all(warm),
    ofManyUs: all(cold),
    commitChainUs,
    coldLoopUs: coldUs * loopShare,
    coldDatabaseUs: coldUs * (1 - loopShare),
  };
}

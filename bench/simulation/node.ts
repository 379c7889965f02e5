/**
 * Simulates one deployment request by request: event loops, the committer with its batches, and the disk, on cores that
 * they share. Requests come from connections that each wait for their answer, or at random at a rate.
 */
import { percentile } from '../statistics.ts';
import { Machine, type Thread } from './processor.ts';

/** Processor time, µs. */
export interface NodeCosts {
  /** The load generator for a request; 0 where it runs on another machine. */
  clientUs: number;
  /** An event loop, for a request and for a batch that it sends. */
  loopUs: number;
  loopBatchUs: number;
  /** Other threads of the process for a request; no request waits for them. */
  besideUs: number;
  /** The first process for a request, where workers answer. */
  relayUs: number;
  /** The committer for an entry, for a batch, and for each further chain of a batch. */
  commitUs: number;
  commitBatchUs: number;
  commitChainUs: number;
  /** Time for which a commit waits for the disk, ms: values that were measured, of which each is as likely. */
  syncMs: readonly number[];
}

export interface NodeShape {
  cores: number;
  workers: number;
  load: { connections: number } | { arrivalsPerSecond: number };
  /** Tenants that ask, all equally often. */
  chains: number;
  /** A batch of so many is sent before the turn is over. */
  enough: number;
  simulatedSeconds: number;
  random: () => number;
}

export interface Simulated {
  verdictsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  entriesOfBatch: number;
  /** Of the time: how busy the committer was, waiting for the disk included. */
  committerBusy: number;
  loopBusy: number;
}

/** The most entries that one batch takes. */
const MAX_BATCH = 256;
/** What an event loop does for a request before its evidence is sent, of all it does. */
const BEFORE_COMMIT = 0.6;
/** Of a run, before it counts: caches of connections fill, batches find their size. */
const WARM_UP = 0.2;

interface Request {
  askedAtUs: number;
  worker: Worker;
}

interface Worker {
  loop: Thread;
  waiting: Request[];
  isInFlight: boolean;
  /** Jobs of the present turn that are left. */
  leftOfTurn: number;
}

export function simulateNode(costs: NodeCosts, shape: NodeShape): Simulated {
  const { cores, load, chains, enough, simulatedSeconds, random } = shape;
  const machine = new Machine(cores);
  const client = machine.thread();
  const beside = machine.thread();
  const first = machine.thread();
  const committer = machine.thread();
  const workers: Worker[] = Array.from({ length: shape.workers }, () => ({
    loop: machine.thread(),
    waiting: [],
    isInFlight: false,
    leftOfTurn: 0,
  }));
  const latenciesMs: number[] = [];
  const batches: number[] = [];
  const endUs = simulatedSeconds * 1e6;
  const countFromUs = endUs * WARM_UP;
  let joined: Request[][] = [];
  let isCommitting = false;
  let committingUs = 0;

  function arrive(worker: Worker): void {
    const request = { askedAtUs: machine.nowUs, worker };
    onLoop(worker, costs.loopUs * BEFORE_COMMIT, () => {
      worker.waiting.push(request);
      if (worker.waiting.length >= enough) send(worker);
    });
    if (costs.besideUs > 0) beside.put(costs.besideUs, () => undefined);
  }

  /** What waits at the beginning of a turn is done in it; then what was collected is sent. */
  function onLoop(worker: Worker, workUs: number, done: () => void): void {
    worker.loop.put(workUs, () => {
      done();
      if (worker.leftOfTurn === 0) worker.leftOfTurn = worker.loop.waiting + 1;
      worker.leftOfTurn -= 1;
      if (worker.leftOfTurn === 0) send(worker);
    });
  }

  function send(worker: Worker): void {
    if (worker.isInFlight || worker.waiting.length === 0) return;
    const batch = worker.waiting.splice(0, MAX_BATCH);
    worker.isInFlight = true;
    const reach = () => {
      joined.push(batch);
      commit();
    };
    const relayUs = costs.relayUs * batch.length;
    worker.loop.put(costs.loopBatchUs, () => (shape.workers > 1 ? first.put(relayUs, reach) : reach()));
  }

  function commit(): void {
    if (isCommitting || joined.length === 0) return;
    isCommitting = true;
    const sent = joined;
    joined = [];
    const entries = sent.reduce((sum, batch) => sum + batch.length, 0);
    const further = chains * (1 - (1 - 1 / chains) ** entries) - 1;
    const workUs = costs.commitBatchUs + costs.commitUs * entries + costs.commitChainUs * Math.max(0, further);
    const startedAtUs = machine.nowUs;
    committer.put(workUs, () => {
      const syncMs = costs.syncMs[Math.floor(random() * costs.syncMs.length)] ?? 0;
      machine.after(syncMs * 1000, () => {
        isCommitting = false;
        if (machine.nowUs > countFromUs) {
          batches.push(entries);
          committingUs += machine.nowUs - startedAtUs;
        }
        for (const batch of sent) answer(batch);
        commit();
      });
    });
  }

  function answer(batch: readonly Request[]): void {
    const worker = batch[0]?.worker;
    if (worker === undefined) return;
    worker.isInFlight = false;
    send(worker);
    for (const { askedAtUs } of batch) {
      onLoop(worker, costs.loopUs * (1 - BEFORE_COMMIT), () => {
        if ('connections' in load) client.put(costs.clientUs, () => again(worker, askedAtUs));
        else note(askedAtUs);
      });
    }
  }

  function again(worker: Worker, askedAtUs: number): void {
    note(askedAtUs);
    arrive(worker);
  }

  function note(askedAtUs: number): void {
    if (machine.nowUs > countFromUs) latenciesMs.push((machine.nowUs - askedAtUs) / 1000);
  }

  function arriveAtRandom(perSecond: number): void {
    machine.after((-Math.log(1 - random()) / perSecond) * 1e6, () => {
      arrive(workers[Math.floor(random() * workers.length)] as Worker);
      arriveAtRandom(perSecond);
    });
  }

  if ('connections' in load) {
    for (let number = 0; number < load.connections; number += 1) {
      arrive(workers[number % workers.length] as Worker);
    }
  } else arriveAtRandom(load.arrivalsPerSecond);
  machine.runUntil(endUs);
  const countedUs = endUs - countFromUs;
  return {
    verdictsPerSecond: (latenciesMs.length / countedUs) * 1e6,
    p50Ms: percentile(latenciesMs, 50) ?? Number.NaN,
    p99Ms: percentile(latenciesMs, 99) ?? Number.NaN,
    entriesOfBatch: batches.reduce((sum, each) => sum + each, 0) / Math.max(1, batches.length),
    committerBusy: committingUs / countedUs,
    loopBusy: Math.max(...workers.map(({ loop }) => loop.busyUs)) / endUs,
  };
}

/** The same numbers in each run (mulberry32), so that a change of the inputs is what changes the outcome. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * Simulates one deployment request by request: event loops, the committer with its batches, and the disk, on shared
 * cores. Requests come from connections that each wait for their answer, or at random at a given rate.
 */
import { percentile, sum } from '../statistics.ts';
import { Machine, type Thread } from './processor.ts';

/** Processor time, µs. */
export interface NodeCosts {
  /** The load generator for a request; 0 if it runs on another machine. */
  clientUs: number;
  /** An event loop, for a request and for a batch that it sends. */
  loopUs: number;
  loopBatchUs: number;
  /** Other threads of the process for a request, which does not wait for them. */
  besideUs: number;
  /** The first process for a request, if workers answer. */
  relayUs: number;
  /** The committer for an entry, for a batch, and for each further chain of a batch. */
  commitUs: number;
  commitBatchUs: number;
  commitChainUs: number;
  /**
   * The extra for a request whose tenant did not ask within the last second: in the event loop, and in the database.
   */
  coldLoopUs: number;
  coldDatabaseUs: number;
  /** How long a commit waits for the disk, ms: measured values, all equally likely. */
  syncMs: readonly number[];
}

export interface NodeShape {
  cores: number;
  workers: number;
  load: { connections: number } | { arrivalsPerSecond: number };
  /** Counts the different chains among this many entries. */
  chainsOf(entries: number): number;
  /** The share of requests whose tenant did not ask within the last second. */
  coldShare: number;
  /** A batch of this many is sent before the turn is over. */
  enough: number;
  simulatedSeconds: number;
  random: () => number;
}

export interface Simulated {
  verdictsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  entriesOfBatch: number;
  /** The share of the time that the committer was busy, including waiting for the disk. */
  committerBusy: number;
}

/** The most entries that one batch takes. */
const MAX_BATCH = 256;
/** The share of an event loop's work for a request before its evidence is sent. */
const BEFORE_COMMIT = 0.6;
/** The share of a run that does not count, while connections' caches fill and batches find their size. */
const WARM_UP = 0.2;

interface Request {
  askedAtUs: number;
  worker: Worker;
}

interface Worker {
  loop: Thread;
  waiting: Request[];
  isInFlight: boolean;
  /** The remaining jobs of the current turn. */
  leftOfTurn: number;
}

export function simulateNode(costs: NodeCosts, shape: NodeShape): Simulated {
  return new SimulatedNode(costs, shape).run();
}

class SimulatedNode {
  readonly #costs: NodeCosts;
  readonly #shape: NodeShape;
  readonly #machine: Machine;
  readonly #client: Thread;
  readonly #beside: Thread;
  readonly #first: Thread;
  readonly #committer: Thread;
  readonly #workers: Worker[];
  readonly #endUs: number;
  readonly #countFromUs: number;
  readonly #latenciesMs: number[] = [];
  readonly #batches: number[] = [];
  #joined: Request[][] = [];
  #isCommitting = false;
  #committingUs = 0;

  constructor(costs: NodeCosts, shape: NodeShape) {
    const machine = new Machine(shape.cores);
    this.#costs = costs;
    this.#shape = shape;
    this.#machine = machine;
    this.#client = machine.thread();
    this.#beside = machine.thread();
    this.#first = machine.thread();
    this.#committer = machine.thread();
    this.#workers = Array.from({ length: shape.workers }, () => {
      return { loop: machine.thread(), waiting: [], isInFlight: false, leftOfTurn: 0 };
    });
    this.#endUs = shape.simulatedSeconds * 1e6;
    this.#countFromUs = this.#endUs * WARM_UP;
  }

  run(): Simulated {
    const { load } = this.#shape;
    if ('arrivalsPerSecond' in load) this.#arriveAtRandom(load.arrivalsPerSecond);
    else for (let number = 0; number < load.connections; number += 1) this.#arriveAt(number);
    this.#machine.runUntil(this.#endUs);
    const countedUs = this.#endUs - this.#countFromUs;
    return {
      verdictsPerSecond: (this.#latenciesMs.length / countedUs) * 1e6,
      p50Ms: percentile(this.#latenciesMs, 50) ?? Number.NaN,
      p99Ms: percentile(this.#latenciesMs, 99) ?? Number.NaN,
      entriesOfBatch: sum(this.#batches) / Math.max(1, this.#batches.length),
      committerBusy: this.#committingUs / countedUs,
    };
  }

  #arriveAtRandom(perSecond: number): void {
    const { random, workers } = this.#shape;
    this.#machine.after((-Math.log(1 - random()) / perSecond) * 1e6, () => {
      this.#arriveAt(Math.floor(random() * workers));
      this.#arriveAtRandom(perSecond);
    });
  }

  #arriveAt(number: number): void {
    const worker = this.#workers[number % this.#workers.length];
    if (worker !== undefined) this.#arrive(worker);
  }

  #arrive(worker: Worker): void {
    const { loopUs, besideUs, coldLoopUs, coldDatabaseUs } = this.#costs;
    const request = { askedAtUs: this.#machine.nowUs, worker };
    const isCold = this.#shape.random() < this.#shape.coldShare;
    this.#beside.put(besideUs + (isCold ? coldDatabaseUs : 0), () => undefined);
    this.#onLoop(worker, loopUs * BEFORE_COMMIT + (isCold ? coldLoopUs : 0), () => {
      worker.waiting.push(request);
      if (worker.waiting.length >= this.#shape.enough) this.#send(worker);
    });
  }

  /** A turn does the jobs that are waiting when it begins, and then sends the entries that it collected. */
  #onLoop(worker: Worker, workUs: number, done: () => void): void {
    worker.loop.put(workUs, () => {
      done();
      if (worker.leftOfTurn === 0) worker.leftOfTurn = worker.loop.waiting + 1;
      worker.leftOfTurn -= 1;
      if (worker.leftOfTurn === 0) this.#send(worker);
    });
  }

  #send(worker: Worker): void {
    if (worker.isInFlight || worker.waiting.length === 0) return;
    const batch = worker.waiting.splice(0, MAX_BATCH);
    worker.isInFlight = true;
    const reach = () => {
      this.#joined.push(batch);
      this.#commit();
    };
    worker.loop.put(this.#costs.loopBatchUs, () => {
      if (this.#workers.length > 1) this.#first.put(this.#costs.relayUs * batch.length, reach);
      else reach();
    });
  }

  #commit(): void {
    if (this.#isCommitting || this.#joined.length === 0) return;
    this.#isCommitting = true;
    const { commitUs, commitBatchUs, commitChainUs, syncMs } = this.#costs;
    const { chainsOf, random } = this.#shape;
    const sent = this.#joined;
    this.#joined = [];
    const entries = sum(sent.map((batch) => batch.length));
    const further = Math.max(0, chainsOf(entries) - 1);
    const startedAtUs = this.#machine.nowUs;
    this.#committer.put(commitBatchUs + commitUs * entries + commitChainUs * further, () => {
      const waitMs = syncMs[Math.floor(random() * syncMs.length)] ?? 0;
      this.#machine.after(waitMs * 1000, () => this.#settle(sent, entries, startedAtUs));
    });
  }

  #settle(sent: readonly Request[][], entries: number, startedAtUs: number): void {
    this.#isCommitting = false;
    if (this.#machine.nowUs > this.#countFromUs) {
      this.#batches.push(entries);
      this.#committingUs += this.#machine.nowUs - startedAtUs;
    }
    for (const batch of sent) this.#answer(batch);
    this.#commit();
  }

  #answer(batch: readonly Request[]): void {
    const worker = batch[0]?.worker;
    if (worker === undefined) return;
    worker.isInFlight = false;
    this.#send(worker);
    for (const { askedAtUs } of batch) {
      this.#onLoop(worker, this.#costs.loopUs * (1 - BEFORE_COMMIT), () => {
        if (!('connections' in this.#shape.load)) return this.#note(askedAtUs);
        this.#client.put(this.#costs.clientUs, () => {
          this.#note(askedAtUs);
          this.#arrive(worker);
        });
      });
    }
  }

  #note(askedAtUs: number): void {
    const { nowUs } = this.#machine;
    if (nowUs > this.#countFromUs) this.#latenciesMs.push((nowUs - askedAtUs) / 1000);
  }
}

export const ONE_TENANT = { chainsOf: () => 1, coldShare: 0 };

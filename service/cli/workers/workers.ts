/**
 * `assize serve --workers N`: several processes answer on one port. Each is a node of its own, like several nodes
 * over one database. This process commits their evidence, and looks after them: it replaces a worker that ends, and on
 * SIGHUP all of them, one by one, while the others answer.
 */
import type { Worker } from 'node:cluster';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import { COMMIT_TOPIC, committerForWorkers } from '../../evidence/append/index.ts';
import { type Clock, systemClock } from '../../foundation/clock.ts';
import { NOT_MEASURED } from '../../foundation/measured.ts';
import { answerPeer, LISTENING_TOPIC } from '../../foundation/peer.ts';
import { endUnheard } from '../../logging/log.ts';
import { METRICS_TOPIC, MetricsOfWorkers } from '../../metrics/index.ts';
import { type Exported, exported } from '../exported.ts';
import { endWorker, forkWorker } from './fork.ts';
import { GrowingWait } from './growing-wait.ts';
import { ListeningWorker } from './listening-worker.ts';
import { READINESS_TOPIC, readinessOfAll } from './whole.ts';

/** A worker that listened this long has started well, ms. */
const STEADY_AFTER_MS = 10_000;
/** By then, a worker that does not hang has given up on open requests, ms. systemd waits for 40 s. */
const KILL_AFTER_MS = 35_000;

export interface WorkersOptions {
  count: number;
  json: boolean;
  log: Logger;
  config: Pick<Config, 'database' | 'telemetry' | 'clockOffsetMs'>;
}

/**
 * Resolves once all workers listen, and looks after them until a signal ends the process. Sets the exit code: that of
 * the first worker if it can't start, otherwise 1 if a worker did not stop cleanly.
 */
export async function startWorkers(options: WorkersOptions): Promise<void> {
  const { config, log } = options;
  // The workers export their own traces and logs, and this process its own log.
  const own = { ...config, telemetry: { ...config.telemetry, traces: null } };
  const workers = new Workers(options, await exported(own, log, NOT_MEASURED));
  workers.heedSignals();
  await workers.start();
}

class Workers {
  readonly #options: WorkersOptions;
  readonly #clock: Clock;
  readonly #committer: ReturnType<typeof committerForWorkers>;
  readonly #telemetry: Exported;
  readonly #metrics = new MetricsOfWorkers();
  readonly #stopping = new AbortController();
  /** Workers whose process exists. */
  readonly #alive = new Set<Worker>();
  readonly #listening = new Map<Worker, ListeningWorker>();
  readonly #leaving = new Set<Worker>();
  readonly #starting = new Set<Promise<unknown>>();
  /** Resolves once all listen for the first time. */
  #allListen: Promise<void> | null = null;
  #isStarting = true;
  /** The wait after a worker that could not start, or that ended soon after. */
  readonly #wait = new GrowingWait();
  /** Runs one restart after another. */
  #restarts: Promise<void> = Promise.resolve();
  #forked = 0;
  #closed: Promise<void> | null = null;

  constructor(options: WorkersOptions, telemetry: Exported) {
    this.#options = options;
    this.#telemetry = telemetry;
    this.#clock = systemClock(options.config.clockOffsetMs);
    this.#committer = committerForWorkers(options.config.database);
  }

  /** Starts the first worker alone: it creates the installation and shows the keys. If it can't, the others need not try. */
  async start(): Promise<void> {
    const { endedWith } = await this.#fork();
    if (endedWith === null) return this.#allListen ?? undefined;
    if (!this.#stopping.signal.aborted) process.exitCode = endedWith;
    await this.#close();
  }

  heedSignals(): void {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => this.#stop(signal));
    process.on('SIGHUP', () => {
      this.#restarts = this.#restarts.then(() => this.#restart());
    });
  }

  /** Each worker ends in its own time; this process ends with the last. */
  #stop(signal: string): void {
    if (this.#stopping.signal.aborted) return;
    this.#stopping.abort();
    this.#options.log.info({ signal }, 'stopping the workers');
    for (const worker of this.#alive) worker.process.kill('SIGTERM');
    setTimeout(() => this.#killAll(), KILL_AFTER_MS).unref();
    // If all have ended and the next has not started yet, no worker is left whose end would close it.
    this.#closeAfterLast();
  }

  #killAll(): void {
    if (this.#alive.size === 0) return;
    process.exitCode = 1;
    this.#options.log.error({ workers: this.#alive.size }, 'workers that did not stop in time are killed');
    for (const worker of this.#alive) worker.process.kill('SIGKILL');
  }

  #closeAfterLast(): void {
    if (this.#alive.size === 0 && this.#stopping.signal.aborted) void this.#close();
  }

  #close(): Promise<void> {
    const close = async (): Promise<void> => {
      await this.#committer.close();
      await this.#telemetry.close();
      await endUnheard();
    };
    this.#closed ??= close().catch((err: unknown) => {
      process.exitCode = 1;
      this.#options.log.error({ err }, 'could not close what the workers shared');
    });
    return this.#closed;
  }

  /** A new worker listens before the old one is told to end, so the port always has one. */
  async #restart(): Promise<void> {
    const { log } = this.#options;
    // They may have started before the change that the restart is for, such as new files.
    await Promise.all(this.#starting);
    log.info({ workers: this.#listening.size }, 'replacing the workers, one by one');
    for (const worker of [...this.#listening.keys()]) {
      if (this.#stopping.signal.aborted) return;
      // A worker that has ended meanwhile is replaced already.
      if (!this.#listening.has(worker)) continue;
      this.#leaving.add(worker);
      const { endedWith } = await this.#onItsWay(() => this.#fork());
      if (this.#stopping.signal.aborted) return;
      if (endedWith !== null) {
        log.error({ code: endedWith }, 'a new worker could not start, so the others go on');
        this.#leaving.delete(worker);
        void this.#fill();
        return;
      }
      if (this.#alive.has(worker)) await endWorker(worker, KILL_AFTER_MS);
    }
    log.info({ workers: this.#listening.size }, 'all workers are replaced');
  }

  /** Starts as many as are missing. */
  async #fill(): Promise<void> {
    const staying = [...this.#listening.keys()].filter((worker) => !this.#leaving.has(worker));
    const missing = Math.max(0, this.#options.count - staying.length - this.#starting.size);
    await Promise.all(Array.from({ length: missing }, () => this.#onItsWay(() => this.#forkAtLast())));
  }

  #onItsWay<Started>(start: () => Promise<Started>): Promise<Started> {
    const started = start();
    this.#starting.add(started);
    return started.finally(() => this.#starting.delete(started));
  }

  async #forkAtLast(): Promise<void> {
    const { signal } = this.#stopping;
    for (;;) {
      await this.#wait.over(signal);
      if (signal.aborted || (await this.#fork()).endedWith === null) return;
      this.#wait.grow();
    }
  }

  /** @returns `endedWith` null once it listens, or its exit code if it ended before. */
  #fork(): Promise<{ endedWith: number | null }> {
    const isFirst = this.#forked === 0;
    this.#forked += 1;
    let worker: Worker;
    try {
      worker = forkWorker({ isFirst, json: this.#options.json }, () => this.#listening.keys());
    } catch (err) {
      this.#options.log.error({ err }, 'the system could not start a worker');
      return Promise.resolve({ endedWith: 1 });
    }
    this.#alive.add(worker);
    return new Promise((resolve) => {
      const listens = async (): Promise<void> => {
        this.#listens(worker);
        resolve({ endedWith: null });
        // The first one prints where the service listens, which is true once all do.
        if (isFirst) await this.#allListening();
      };
      this.#answer(worker, listens);
      const ended = (code: number | null, signal: string | null): void => {
        this.#alive.delete(worker);
        const listening = this.#listening.get(worker);
        this.#listening.delete(worker);
        listening?.endPings();
        if (listening !== undefined) this.#ended(worker, listening.since, { code, signal });
        else resolve({ endedWith: code ?? 1 });
        this.#closeAfterLast();
      };
      worker.once('exit', ended);
      // A message was sent to a worker that has just ended, or it could not be started: then no exit follows.
      worker.on('error', (err) => {
        this.#options.log.warn({ err, pid: worker.process.pid }, 'a worker is gone');
        if (worker.process.pid === undefined) ended(1, null);
      });
    });
  }

  #answer(worker: Worker, listens: () => Promise<void>): void {
    const peers = () => [...this.#listening.values()].map(({ peer }) => peer);
    const starting = () => (this.#isStarting ? this.#options.count - this.#listening.size : 0);
    answerPeer(worker, {
      [COMMIT_TOPIC]: this.#committer.commit,
      [METRICS_TOPIC]: () => this.#metrics.text(peers()),
      [READINESS_TOPIC]: () => readinessOfAll(peers(), starting()),
      [LISTENING_TOPIC]: listens,
    });
  }

  #listens(worker: Worker): void {
    this.#listening.set(worker, new ListeningWorker(worker, this.#clock.monotonic(), this.#options.log));
    if (this.#stopping.signal.aborted) worker.process.kill('SIGTERM');
  }

  #allListening(): Promise<void> {
    this.#allListen ??= this.#fill().finally(() => {
      this.#isStarting = false;
    });
    return this.#allListen;
  }

  #ended(worker: Worker, since: number, how: { code: number | null; signal: string | null }): void {
    if (this.#stopping.signal.aborted) {
      // A worker that has only just started to listen is ended by the signal itself.
      if (how.code !== 0 && how.signal !== 'SIGTERM') process.exitCode = 1;
      return;
    }
    if (this.#leaving.delete(worker)) return;
    if (this.#clock.monotonic() - since < STEADY_AFTER_MS) this.#wait.grow();
    else this.#wait.reset();
    const { pid } = worker.process;
    this.#options.log.error({ pid, ...how }, 'a worker ended, and another takes its place');
    void this.#fill();
  }
}

/**
 * `assize serve --workers N`: several processes answer on one port. Each is a node of its own, and what holds for
 * several nodes over one database holds for them. This one commits what they hand in, and looks after them: one that
 * ends is replaced; on SIGHUP all are replaced, one by one, and meanwhile the others answer.
 */
import cluster, { type Worker } from 'node:cluster';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { InvalidArgumentError } from 'commander';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { PROGRAM } from '../database/releases.ts';
import { COMMIT_TOPIC, committerForWorkers } from '../evidence/index.ts';
import { NOT_MEASURED } from '../foundation/measured.ts';
import { answerWorker, LISTENING_TOPIC } from '../foundation/primary.ts';
import { METRICS_TOPIC, metricsOfWorkers } from '../metrics/index.ts';
import { type Exported, exported } from './exported.ts';

const MAX_WORKERS = 64;
/** The wait after a worker that could not start, ms. It doubles while starts fail. */
const FIRST_WAIT_MS = 1000;
const MAX_WAIT_MS = 30_000;

/** Reads the value of `--workers`. */
export function workerCount(text: string): number {
  if (text === 'auto') return Math.min(MAX_WORKERS, availableParallelism());
  const count = Number(text);
  if (/^[1-9]\d*$/.test(text) && count <= MAX_WORKERS) return count;
  throw new InvalidArgumentError(`Expected a whole number from 1 to ${MAX_WORKERS}, or auto.`);
}

export interface WorkersOptions {
  count: number;
  json: boolean;
  log: Logger;
  config: Pick<Config, 'database' | 'telemetry' | 'clockOffsetMs'>;
}

/**
 * Resolves once all workers listen; from then on it sees to them until a signal ends the process. Sets the exit code:
 * that of the first worker where it can't start, and else 1 where a worker did not stop cleanly.
 */
export async function startWorkers(options: WorkersOptions): Promise<void> {
  const { config, log } = options;
  // The workers export what they do, and this process its own log.
  const own = { ...config, telemetry: { ...config.telemetry, traces: null } };
  const workers = new Workers(options, await exported(own, log, NOT_MEASURED));
  workers.heedSignals();
  await workers.start();
}

class Workers {
  readonly #options: WorkersOptions;
  readonly #committer: ReturnType<typeof committerForWorkers>;
  readonly #telemetry: Exported;
  readonly #metrics = metricsOfWorkers();
  readonly #stopping = new AbortController();
  /** Those whose process is there. */
  readonly #alive = new Set<Worker>();
  /** Those that listen. */
  readonly #listening = new Set<Worker>();
  /** Those that end because they are to. */
  readonly #leaving = new Set<Worker>();
  /** What changes them goes one after another: a restart waits until all are there. */
  #changes: Promise<void> = Promise.resolve();
  #forked = 0;
  #closed: Promise<void> | null = null;

  constructor(options: WorkersOptions, telemetry: Exported) {
    this.#options = options;
    this.#telemetry = telemetry;
    this.#committer = committerForWorkers(options.config.database);
  }

  /** The first alone: it makes the installation and shows the keys, and where it can't start, the others need not try. */
  async start(): Promise<void> {
    const { endedWith } = await this.#fork();
    if (endedWith !== null) {
      process.exitCode = endedWith;
      await this.#close();
      return;
    }
    await this.#change(() => this.#fill());
  }

  heedSignals(): void {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => this.#stop(signal));
    process.on('SIGHUP', () => void this.#change(() => this.#restart()));
  }

  #change(change: () => Promise<void>): Promise<void> {
    this.#changes = this.#changes.then(change);
    return this.#changes;
  }

  /** Each worker ends in its own time; this process ends with the last. */
  #stop(signal: NodeJS.Signals): void {
    if (this.#stopping.signal.aborted) return;
    this.#stopping.abort();
    this.#options.log.info({ signal }, 'stopping the workers');
    for (const worker of this.#alive) worker.process.kill('SIGTERM');
    // Where all have ended and the next is waited for, none is left whose end would do it.
    this.#closeAfterLast();
  }

  #closeAfterLast(): void {
    if (this.#alive.size === 0 && this.#stopping.signal.aborted) void this.#close();
  }

  #close(): Promise<void> {
    const close = async (): Promise<void> => {
      await this.#committer.close();
      await this.#telemetry.close();
    };
    this.#closed ??= close().catch((err: unknown) => {
      process.exitCode = 1;
      this.#options.log.error({ err }, 'could not close what the workers shared');
    });
    return this.#closed;
  }

  /** A new worker listens before the one that it replaces is told to end, so the port is never without one. */
  async #restart(): Promise<void> {
    const { log } = this.#options;
    log.info({ workers: this.#listening.size }, 'replacing the workers, one by one');
    for (const worker of [...this.#listening]) {
      if (this.#stopping.signal.aborted) return;
      // One that has ended meanwhile is replaced after this.
      if (!this.#listening.has(worker)) continue;
      const { endedWith } = await this.#fork();
      if (endedWith !== null) {
        log.error({ code: endedWith }, 'a new worker could not start, so the others go on');
        return;
      }
      if (this.#listening.has(worker)) await this.#end(worker);
    }
    log.info({ workers: this.#listening.size }, 'all workers are replaced');
  }

  #end(worker: Worker): Promise<void> {
    this.#leaving.add(worker);
    return new Promise((resolve) => {
      worker.once('exit', () => resolve());
      if (worker.isDead()) resolve();
      else worker.process.kill('SIGTERM');
    });
  }

  /** Starts as many as are missing: of two reasons to replace one, the second finds none missing. */
  async #fill(): Promise<void> {
    const missing = Math.max(0, this.#options.count - this.#listening.size);
    await Promise.all(Array.from({ length: missing }, () => this.#forkAtLast()));
  }

  /** Tries again where a start fails, until it is to stop. */
  async #forkAtLast(): Promise<void> {
    const { signal } = this.#stopping;
    for (let waitMs = FIRST_WAIT_MS; !signal.aborted; waitMs = Math.min(2 * waitMs, MAX_WAIT_MS)) {
      const { endedWith } = await this.#fork();
      if (endedWith === null) return;
      await sleep(waitMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** @returns `endedWith` null once it listens, and its exit code where it ended before. */
  #fork(): Promise<{ endedWith: number | null }> {
    const isFirst = this.#forked === 0;
    this.#forked += 1;
    const { json } = this.#options;
    cluster.setupPrimary({
      serialization: 'advanced',
      args: [
        'serve',
        `--of-version=${PROGRAM}`,
        ...(isFirst ? [] : ['--no-greeting']),
        ...(json ? ['--json'] : []),
      ],
    });
    const worker = cluster.fork();
    this.#alive.add(worker);
    return new Promise((resolve) => {
      const listens = async (): Promise<void> => {
        this.#listening.add(worker);
        if (this.#stopping.signal.aborted) worker.process.kill('SIGTERM');
        resolve({ endedWith: null });
      };
      answerWorker(worker, {
        [COMMIT_TOPIC]: this.#committer.commit,
        [METRICS_TOPIC]: this.#metrics,
        [LISTENING_TOPIC]: listens,
      });
      const ended = (code: number | null, signal: string | null): void => {
        this.#alive.delete(worker);
        if (this.#listening.delete(worker)) this.#ended(worker, code, signal);
        else resolve({ endedWith: code ?? 1 });
        this.#closeAfterLast();
      };
      worker.once('exit', ended);
      // Something was sent to one that has just ended, or the system could not start it: then no exit follows.
      worker.on('error', (err) => {
        this.#options.log.warn({ err, pid: worker.process.pid }, 'a worker is not there');
        if (worker.process.pid === undefined) ended(1, null);
      });
    });
  }

  #ended(worker: Worker, code: number | null, signal: string | null): void {
    const isExpected = this.#stopping.signal.aborted || this.#leaving.delete(worker);
    if (isExpected) {
      // One that has only just begun to listen is ended by the signal itself.
      if (code !== 0 && signal !== 'SIGTERM') process.exitCode = 1;
      return;
    }
    const about = { pid: worker.process.pid, code, signal };
    this.#options.log.error(about, 'a worker ended, and another takes its place');
    void this.#change(() => this.#fill());
  }
}

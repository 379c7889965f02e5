/**
 * The life of every worker thread: started with its data, asked, closed, ended. A question is answered or rejected,
 * also where the thread ends in between. `Thread` and `ThreadPool` are the side that asks; `serveThread` is the other.
 */
import os from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { parentPort, type Transferable, Worker, workerData } from 'node:worker_threads';
import { Failure } from './failure.ts';

/** Most garbage of threads is short-lived, and a small nursery keeps the process small. */
const NURSERY_MB = 16;
const RETRY_AFTER_SECONDS = 1;

// The command line gives the event loop's heap a larger one. V8 reads these flags for each heap it makes, and they would
// win over the limits of a thread: with two threads the process took 60 MB more.
for (const flag of ['--min-semi-space-size', '--max-semi-space-size']) setFlagsFromString(`${flag}=0`);

type ToThread<Question> = { id: number; question: Question } | 'close';
type FromThread<Answer, Notice> =
  | { id: number; answer: Answer }
  | { id: number; error: string; unavailable: boolean }
  | { notice: Notice };

export interface ThreadOptions<Notice> {
  /** Copied to the thread. */
  data?: unknown;
  nurseryMb?: number;
  onNotice?(notice: Notice): void;
  /** Called once, also where it was closed. */
  onEnd?(cause: unknown): void;
}

export class Thread<Question, Answer, Notice = never> {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, PromiseWithResolvers<Answer>>();
  readonly #gone: Promise<unknown>;
  readonly #onEnd: ThreadOptions<Notice>['onEnd'];
  #asked = 0;
  #lost: { cause: unknown } | null = null;

  /** @param module calls `serveThread`. */
  constructor(module: URL, { data, nurseryMb = NURSERY_MB, onNotice, onEnd }: ThreadOptions<Notice> = {}) {
    this.#onEnd = onEnd;
    this.#worker = new Worker(module, {
      workerData: data,
      resourceLimits: { maxYoungGenerationSizeMb: nurseryMb },
    });
    this.#gone = new Promise((resolve) => this.#worker.once('exit', resolve));
    this.#worker.on('message', (message: FromThread<Answer, Notice>) => {
      if ('notice' in message) onNotice?.(message.notice);
      else this.#settle(message);
    });
    this.#worker.on('error', (cause) => this.#lose(cause));
    this.#worker.on('exit', () =>
      this.#lose(new Error(`the thread ${module.pathname.split('/').at(-1)} ended`)),
    );
  }

  /** How many questions it has not answered yet. */
  get waiting(): number {
    return this.#waiting.size;
  }

  get ended(): boolean {
    return this.#lost !== null;
  }

  /**
   * @throws {Failure} `unavailable` where the thread ends first, or says so itself.
   * @throws {Error} with the stack of the thread, where answering failed for another reason.
   */
  async ask(question: Question): Promise<Answer> {
    if (this.#lost !== null) throw unavailable(this.#lost.cause);
    const waiting = Promise.withResolvers<Answer>();
    const id = this.#asked++;
    // Posted first: what can't be posted throws here, and then nothing waits for it.
    this.#worker.postMessage({ id, question } satisfies ToThread<Question>);
    this.#waiting.set(id, waiting);
    return waiting.promise;
  }

  /** Lets it answer what it is at and clean up; resolves when it is gone. */
  async close(): Promise<void> {
    this.#worker.postMessage('close' satisfies ToThread<Question>);
    await this.#gone;
  }

  /** Ends it at once, without waiting for its work; resolves when it is gone. */
  async end(cause: unknown = new Error('the thread was ended')): Promise<void> {
    this.#lose(cause);
    await this.#worker.terminate();
  }

  #settle(message: Exclude<FromThread<Answer, Notice>, { notice: Notice }>): void {
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if ('answer' in message) waiting?.resolve(message.answer);
    else {
      const cause = new Error(message.error);
      waiting?.reject(message.unavailable ? unavailable(cause) : cause);
    }
  }

  #lose(cause: unknown): void {
    if (this.#lost !== null) return;
    this.#lost = { cause };
    for (const waiting of this.#waiting.values()) waiting.reject(unavailable(cause));
    this.#waiting.clear();
    this.#onEnd?.(cause);
  }
}

export interface PoolLimits {
  threads: number;
  /** Questions that one thread works on at the same time, at most. */
  questionsEach: number;
  /** How long threads stay after the last answer, ms: starting one takes a good part of a second. */
  idleMs: number;
}

/** Threads that are started when there is something to ask, and closed when there has been nothing for a while. */
export class ThreadPool<Question, Answer> {
  readonly #start: () => Thread<Question, Answer>;
  readonly #limits: PoolLimits;
  readonly #queue: (() => void)[] = [];
  #threads: Thread<Question, Answer>[] = [];
  #idle: NodeJS.Timeout | undefined;

  constructor(start: () => Thread<Question, Answer>, limits: PoolLimits) {
    this.#start = start;
    this.#limits = limits;
  }

  /** Waits for a thread that has room. @throws as {@link Thread.ask} does. */
  async ask(question: Question): Promise<Answer> {
    clearTimeout(this.#idle);
    let thread = this.#withRoom();
    while (thread === undefined) {
      await new Promise<void>((resolve) => this.#queue.push(resolve));
      thread = this.#withRoom();
    }
    try {
      return await thread.ask(question);
    } finally {
      this.#queue.shift()?.();
      clearTimeout(this.#idle);
      this.#idle = setTimeout(() => void this.#closeIdle(), this.#limits.idleMs).unref();
    }
  }

  /** Closes threads that have nothing to do, and ends the others at once. */
  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const busy = this.#threads.filter(({ waiting }) => waiting > 0);
    await Promise.all([this.#closeIdle(), ...busy.map((thread) => thread.end())]);
  }

  #withRoom(): Thread<Question, Answer> | undefined {
    const { threads, questionsEach } = this.#limits;
    this.#threads = this.#threads.filter(({ ended }) => !ended);
    const [leastBusy] = this.#threads.toSorted((one, other) => one.waiting - other.waiting);
    if (leastBusy?.waiting === 0 || this.#threads.length >= threads) {
      return leastBusy !== undefined && leastBusy.waiting < questionsEach ? leastBusy : undefined;
    }
    const started = this.#start();
    this.#threads.push(started);
    return started;
  }

  async #closeIdle(): Promise<void> {
    const idle = this.#threads.filter(({ waiting }) => waiting === 0);
    this.#threads = this.#threads.filter((thread) => !idle.includes(thread));
    await Promise.all(idle.map((thread) => thread.close()));
  }
}

export interface Served<Question, Answer> {
  answer(question: Question): Answer | Promise<Answer>;
  /** What of an answer moves to the other side instead of being copied. */
  moves?(answer: Answer): Transferable[];
  /** Cleans up; with nothing left to do the thread ends. */
  close?(): void | Promise<void>;
}

export interface ServeOptions {
  /** Whether verdicts, or a person at a page, wait for its answers. Any other thread gets the processor after those. */
  isUrgent?: boolean;
}

/**
 * The nice value of threads that aren't urgent. With it verdicts beside 1,000 events a second for four endpoints reached
 * 0.62 to 0.90 of their rate, without it 0.48, and at least 0.94 of the deliveries still left in time.
 */
const BACKGROUND_NICE = 10;

/**
 * Answers the questions of a `Thread`, on the thread. Questions that arrive while one is being answered are begun too.
 * @param open takes the data of the thread, and a function that tells the other side something unasked.
 */
export async function serveThread<Data, Question, Answer, Notice = never>(
  open: (
    data: Data,
    notify: (notice: Notice) => void,
  ) => Served<Question, Answer> | Promise<Served<Question, Answer>>,
  { isUrgent = false }: ServeOptions = {},
): Promise<void> {
  const port = parentPort;
  if (port === null) throw new Error('this module runs as a worker thread only');
  // Only Linux keeps a nice value for each thread (setpriority(2)); elsewhere this would be the whole process's.
  if (!isUrgent && process.platform === 'linux') os.setPriority(BACKGROUND_NICE);
  const served = await open(workerData as Data, (notice) => port.postMessage({ notice }));
  port.on('message', async (message: ToThread<Question>) => {
    if (message === 'close') {
      await served.close?.();
      return port.close();
    }
    const { id, question } = message;
    try {
      const answer = await served.answer(question);
      port.postMessage({ id, answer }, served.moves?.(answer) ?? []);
    } catch (error) {
      const told = error instanceof Error ? (error.stack ?? error.message) : String(error);
      const isUnavailable = error instanceof Failure && error.code === 'unavailable';
      port.postMessage({ id, error: told, unavailable: isUnavailable });
    }
  });
}

function unavailable(cause: unknown): Failure {
  return Failure.unavailable(RETRY_AFTER_SECONDS, cause);
}

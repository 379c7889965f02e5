/**
 * The life of every worker thread: it is started with its data, asked, closed and ended. A question is
 * answered or rejected, even if the thread ends in between. `Thread` and `ThreadPool` are the asking side;
 * `serveThread` is the other.
 */
import os from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { parentPort, type Transferable, Worker, workerData } from 'node:worker_threads';
import { Failure } from './failure.ts';

/** Most garbage of threads is short-lived, and a small nursery keeps the process small. */
const NURSERY_MB = 16;
const RETRY_AFTER_SECONDS = 1;

// The command line gives the event loop's heap a larger one. V8 reads these flags for each heap it makes, and
// they would override the limits of a thread: with two threads the process took 60 MB more.
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
  /** Called once, even if the thread was closed. */
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

  /** The number of unanswered questions. */
  get waiting(): number {
    return this.#waiting.size;
  }

  get ended(): boolean {
    return this.#lost !== null;
  }

  /**
   * @throws {Failure} `unavailable` if the thread ends first, or reports it itself.
   * @throws {Error} with the thread's stack, if answering failed for another reason.
   */
  async ask(question: Question): Promise<Answer> {
    if (this.#lost !== null) throw unavailable(this.#lost.cause);
    const waiting = Promise.withResolvers<Answer>();
    const id = this.#asked++;
    // Posted first: if a question can't be posted, this throws before anything waits for it.
    this.#worker.postMessage({ id, question } satisfies ToThread<Question>);
    this.#waiting.set(id, waiting);
    return waiting.promise;
  }

  /** Lets it finish its current work and clean up; resolves when it has ended. */
  async close(): Promise<void> {
    this.#worker.postMessage('close' satisfies ToThread<Question>);
    await this.#gone;
  }

  /** Ends it at once, without waiting for its work; resolves when it has ended. */
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
  /** The maximum number of questions that one thread works on at the same time. */
  questionsEach: number;
  /** How long threads stay after the last answer, ms: starting one takes a considerable part of a second. */
  idleMs: number;
}

/** Threads that start when there is a question, and close after a while without any. */
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

  /** Waits for a free thread. @throws as {@link Thread.ask} does. */
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

  /** Closes idle threads, and ends the others at once. */
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
  /** Parts of an answer that are moved to the other side instead of copied. */
  moves?(answer: Answer): Transferable[];
  /** Cleans up; the thread ends once it has no work left. */
  close?(): void | Promise<void>;
}

export interface ServeOptions {
  /**
   * Whether verdicts, or a person at a page, wait for its answers. Other threads get the processor after
   * these.
   */
  isUrgent?: boolean;
}

/**
 * The nice value of threads that aren't urgent. With it, verdicts during 1,000 events a second for four
 * endpoints reached 0.62 to 0.90 of their usual rate, without it 0.48; at least 0.94 of the deliveries still
 * left in time.
 */
const BACKGROUND_NICE = 10;

/**
 * Answers the questions of a `Thread`, on the thread. It starts on new questions while earlier ones are being
 * answered.
 * @param open takes the thread's data, and a function that sends the other side a notice.
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
  // Only Linux has a nice value per thread (setpriority(2)); elsewhere this would change the whole process.
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

/**
 * Threads that stay when a service closes them, for the next service of the same process: in a sample of the tests that
 * share a process, their starts took a tenth of the processor time. The module of the thread is evaluated again.
 */
import { EventEmitter } from 'node:events';
import path from 'node:path';
import { MessageChannel, type MessagePort, Worker, type WorkerOptions } from 'node:worker_threads';

/** These leave nothing open once they have closed. */
const REUSED = new Set([
  'thread.js',
  'append-thread.js',
  'truth-thread.js',
  'verify-thread.js',
  'look-thread.js',
  'damage-thread.js',
  // Its word lists take 0.3 s of processor time.
  'strength-thread.js',
]);
const HOST = new URL('./thread-host.ts', import.meta.url);
/** By what they run. */
const idle = new Map<string, Worker[]>();

export function isReused(file: string): boolean {
  return REUSED.has(path.basename(file));
}

/** To those who use it, a `Worker`: closed, it exits, though its thread stays. */
export class ReusedWorker extends EventEmitter {
  readonly #thread: Worker;
  readonly #port: MessagePort;
  readonly #threads: Worker[];
  /** The port on this side has delivered all that came, and the thread has closed it instead of ending. */
  #stillToClose = 2;

  constructor(file: string, { workerData, resourceLimits = {} }: WorkerOptions = {}) {
    super();
    this.#threads = threadsLike(`${file} ${JSON.stringify(resourceLimits)}`);
    this.#thread = this.#threads.pop() ?? new Worker(HOST, { resourceLimits });
    // While it is used, the port keeps the process alive.
    this.#thread.unref();
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.on('message', (message) => this.emit('message', message)).on('close', this.#onClosed);
    this.#thread.on('message', this.#onClosed).on('error', this.#onError).on('exit', this.#onExit);
    this.#thread.postMessage({ file, data: workerData, port: port2 }, [port2]);
  }

  postMessage(message: unknown): void {
    this.#port.postMessage(message);
  }

  /** Leaves the thread alone once it may be another's. */
  async terminate(): Promise<number> {
    return this.#stillToClose === 0 ? 0 : this.#thread.terminate();
  }

  readonly #onClosed = () => {
    this.#stillToClose -= 1;
    if (this.#stillToClose > 0) return;
    this.#thread.off('message', this.#onClosed).off('error', this.#onError).off('exit', this.#onExit);
    this.#threads.push(this.#thread);
    this.emit('exit', 0);
  };

  readonly #onError = (error: unknown) => this.emit('error', error);

  readonly #onExit = (code: number) => {
    this.#port.close();
    this.emit('exit', code);
  };
}

function threadsLike(key: string): Worker[] {
  const threads = idle.get(key) ?? [];
  idle.set(key, threads);
  return threads;
}

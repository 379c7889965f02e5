/**
 * Threads that share the cores of one machine. Each does its own jobs in order, and the cores are divided evenly among
 * the threads that have work. Time is simulated, in µs; nothing here reads a clock.
 */

export interface Job {
  workUs: number;
  done(): void;
}

export class Thread {
  readonly jobs: Job[] = [];
  /** The remaining work of the first job. */
  leftUs = 0;
  busyUs = 0;
  #taken = 0;

  get isBusy(): boolean {
    return this.#taken < this.jobs.length;
  }

  get waiting(): number {
    return this.jobs.length - this.#taken;
  }

  put(workUs: number, done: () => void): void {
    this.jobs.push({ workUs, done });
    if (this.waiting === 1) this.leftUs = workUs;
  }

  /** @returns the finished job. */
  take(): Job {
    const job = this.jobs[this.#taken++];
    if (job === undefined) throw new Error('no job has ended');
    this.leftUs = this.jobs[this.#taken]?.workUs ?? 0;
    if (this.#taken > 1000) {
      this.jobs.splice(0, this.#taken);
      this.#taken = 0;
    }
    return job;
  }
}

export class Machine {
  nowUs = 0;
  readonly #cores: number;
  readonly #threads: Thread[] = [];
  #timers: { atUs: number; run: () => void }[] = [];

  constructor(cores: number) {
    this.#cores = cores;
  }

  thread(): Thread {
    const thread = new Thread();
    this.#threads.push(thread);
    return thread;
  }

  /** Runs something after a delay that takes no core. */
  after(delayUs: number, run: () => void): void {
    const atUs = this.nowUs + delayUs;
    let place = this.#timers.length;
    while (place > 0 && (this.#timers[place - 1]?.atUs ?? 0) < atUs) place -= 1;
    this.#timers.splice(place, 0, { atUs, run });
  }

  runUntil(endUs: number): void {
    while (this.nowUs < endUs && this.#step(endUs));
  }

  #step(endUs: number): boolean {
    const busy = this.#threads.filter((thread) => thread.isBusy);
    const rate = Math.min(1, this.#cores / Math.max(1, busy.length));
    const timer = this.#timers.at(-1);
    let first: Thread | null = null;
    for (const thread of busy) if (first === null || thread.leftUs < first.leftUs) first = thread;
    const jobAtUs = first === null ? Infinity : this.nowUs + first.leftUs / rate;
    const timerAtUs = timer?.atUs ?? Infinity;
    const nextUs = Math.min(jobAtUs, timerAtUs, endUs);
    const workedUs = (nextUs - this.nowUs) * rate;
    for (const thread of busy) {
      thread.leftUs -= workedUs;
      thread.busyUs += workedUs;
    }
    this.nowUs = nextUs;
    if (nextUs === endUs) return false;
    if (timerAtUs <= jobAtUs) this.#timers.pop()?.run();
    else first?.take().done();
    return true;
  }
}

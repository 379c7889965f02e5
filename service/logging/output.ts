/**
 * Log lines go to standard error, and the service never waits for it. Lines that it does not take are
 * buffered up to a limit; beyond it they are dropped, and their number is logged once standard error takes
 * lines again.
 */
import { fstatSync, write as writeFile } from 'node:fs';
import { isatty } from 'node:tty';

/** Takes bytes without blocking. @param done gets the number of bytes taken, also after an error. */
export type Sink = (bytes: Buffer, done: (error: Error | null, taken: number) => void) => void;

/** The maximum length of the buffered text, in characters: some thousands of lines. */
const MAX_GATHERED = 1_048_576;
const TRY_AGAIN_AFTER_MS = 1000;

export class LogOutput {
  readonly #sink: Sink;
  readonly #lineOf: (lost: number) => string;
  #gathered: string[] = [];
  /** The characters buffered and being written. */
  #length = 0;
  #underWay: Buffer = Buffer.alloc(0);
  #lengthUnderWay = 0;
  #isWriting = false;
  #pause: NodeJS.Timeout | null = null;
  #lost = 0;
  #whenEmpty: (() => void)[] = [];

  /** @param lineOf makes the line that states how many were lost. */
  constructor(sink: Sink, lineOf: (lost: number) => string) {
    this.#sink = sink;
    this.#lineOf = lineOf;
  }

  write(line: string): void {
    if (this.#length + line.length > MAX_GATHERED) {
      this.#lost += 1;
      return;
    }
    this.#gathered.push(line);
    this.#length += line.length;
    if (this.#pause === null) this.#send();
  }

  /** Lines dropped since standard error last took any. */
  get lost(): number {
    return this.#lost;
  }

  /** Tries once more at once. @returns whether everything was written in that time. */
  async flush(withinMs: number): Promise<boolean> {
    this.#resume();
    if (!this.#isWriting) return true;
    const empty = Promise.withResolvers<true>();
    this.#whenEmpty.push(() => empty.resolve(true));
    const late = Promise.withResolvers<false>();
    const timer = setTimeout(() => late.resolve(false), withinMs);
    const isEmpty = await Promise.race([empty.promise, late.promise]);
    clearTimeout(timer);
    return isEmpty;
  }

  #send(): void {
    if (this.#isWriting) return;
    if (this.#underWay.length === 0) this.#take();
    if (this.#underWay.length === 0) {
      for (const told of this.#whenEmpty.splice(0)) told();
      return;
    }
    this.#isWriting = true;
    this.#sink(this.#underWay, (error, taken) => {
      this.#isWriting = false;
      this.#underWay = this.#underWay.subarray(taken);
      if (error === null) this.#send();
      else this.#pause = setTimeout(() => this.#resume(), TRY_AGAIN_AFTER_MS).unref();
    });
  }

  #take(): void {
    this.#length -= this.#lengthUnderWay;
    this.#lengthUnderWay = this.#length;
    const lines = this.#gathered.splice(0);
    if (this.#lost > 0) lines.push(this.#lineOf(this.#lost));
    this.#lost = 0;
    this.#underWay = Buffer.from(lines.join(''), 'utf8');
  }

  #resume(): void {
    if (this.#pause !== null) clearTimeout(this.#pause);
    this.#pause = null;
    this.#send();
  }
}

const STANDARD_ERROR = 2;

/**
 * A thread of the pool writes to a file. A pipe, a socket or a terminal may be full for ever, and a thread
 * waiting for one would keep the process from ending: those are written as they have room.
 */
export function standardError(): Sink {
  const isTerminal = isatty(STANDARD_ERROR);
  const found = fstatSync(STANDARD_ERROR);
  if (!isTerminal && !found.isFIFO() && !found.isSocket()) {
    return (bytes, done) => {
      writeFile(STANDARD_ERROR, bytes, (error, taken) => done(error, error === null ? taken : 0));
    };
  }
  // Node makes terminals block and has no other way to change that: a terminal stopped with Ctrl-S would stop
  // the service.
  const { stderr } = process as {
    stderr: NodeJS.WriteStream & { _handle?: { setBlocking?(on: boolean): void } };
  };
  if (isTerminal) stderr._handle?.setBlocking?.(false);
  return (bytes, done) => {
    stderr.write(bytes, (error) => done(error ?? null, error ? 0 : bytes.length));
  };
}

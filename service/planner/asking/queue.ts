/** Lets only some calls of a chain run at once, so that one tenant's slow model holds up no other tenant. */
import { Failure } from '../../foundation/failure.ts';

const MAX_RUNNING = 4;
const MAX_WAITING = 16;
const RETRY_AFTER_SECONDS = 5;

interface Line {
  running: number;
  waiting: Set<() => void>;
}

export class Queue {
  readonly #lines = new Map<number, Line>();

  /** @throws {Failure} `rate_limited` where too many wait already; `unavailable` after `maxWaitMs`. */
  async run<Result>(chain: number, maxWaitMs: number, work: () => Promise<Result>): Promise<Result> {
    const line = this.#lines.get(chain) ?? { running: 0, waiting: new Set() };
    this.#lines.set(chain, line);
    if (line.running >= MAX_RUNNING) await turnIn(line, maxWaitMs);
    else line.running += 1;
    try {
      return await work();
    } finally {
      const [next] = line.waiting;
      // The next one takes over this place.
      if (next !== undefined) next();
      else line.running -= 1;
      if (line.running === 0) this.#lines.delete(chain);
    }
  }
}

function turnIn({ waiting }: Line, maxWaitMs: number): Promise<void> {
  const details = { retryAfterSeconds: RETRY_AFTER_SECONDS };
  if (waiting.size >= MAX_WAITING) {
    throw new Failure('rate_limited', 'Too many plans are being made. Try again later.', { details });
  }
  return new Promise((resolve, reject) => {
    const take = () => {
      leave();
      resolve();
    };
    const timer = setTimeout(() => {
      leave();
      reject(new Failure('unavailable', 'Other plans took all the time of this one.', { details }));
    }, maxWaitMs);
    const leave = () => {
      clearTimeout(timer);
      waiting.delete(take);
    };
    waiting.add(take);
  });
}

/**
 * Has results read on a thread. Chains take turns, and each has a limited number of results waiting, so that a tenant
 * with many or hostile results holds up no other.
 */
import type { Database } from '../../database/open.ts';
import { Failure } from '../../foundation/failure.ts';
import type { FillRandom } from '../../foundation/ids.ts';
import { Thread } from '../../foundation/thread.ts';
import { targetSecret } from '../../targets/known/index.ts';
import type { ReadAnswer, ReadQuestion } from './question.ts';

export interface Readings {
  /**
   * A result that takes too long to read counts as one of which nothing is known.
   * @throws {Failure} `unavailable` where too many wait.
   */
  read(question: ReadQuestion): Promise<ReadAnswer>;
  close(): Promise<void>;
}

/** Results of one chain, and of all, that may wait. */
const MAX_WAITING = 32;
const MAX_WAITING_OF_ALL = 128;
/** Reading 256 KB takes some 20 ms. */
const PATIENCE_MS = 3000;
const RETRY_AFTER_SECONDS = 1;
const NOTHING_KNOWN: ReadAnswer = { packed: new Uint8Array(), incomplete: true };

interface Waiting {
  question: ReadQuestion;
  answered: PromiseWithResolvers<ReadAnswer>;
}

type ReadThread = Pick<Thread<ReadQuestion, ReadAnswer>, 'ask' | 'close' | 'end' | 'ended'>;

export interface ReadingDeps {
  db: Database;
  fillRandom: FillRandom;
}

/** @param start another thread, and @param patienceMs another limit, in tests. */
export function resultReadings(
  deps: ReadingDeps,
  start: () => Promise<ReadThread> = () => startThread(deps),
  patienceMs = PATIENCE_MS,
): Readings {
  /** By chain, in the order of their turns. */
  const lines = new Map<number, Waiting[]>();
  const thread = startedOnce(start);
  let isWorking = false;
  let waiting = 0;

  const next = (): Waiting | undefined => {
    for (const [chain, line] of lines) {
      lines.delete(chain);
      const first = line.shift();
      if (line.length > 0) lines.set(chain, line);
      return first;
    }
    return undefined;
  };

  const answer = async (question: ReadQuestion): Promise<ReadAnswer> => {
    const asked = await thread.running();
    let isLate = false;
    const limit = setTimeout(() => {
      isLate = true;
      void asked.end();
    }, patienceMs);
    try {
      return await asked.ask(question);
    } catch (error) {
      if (isLate) return NOTHING_KNOWN;
      throw error;
    } finally {
      clearTimeout(limit);
    }
  };

  const work = async (): Promise<void> => {
    if (isWorking) return;
    isWorking = true;
    for (let one = next(); one !== undefined; one = next()) {
      await answer(one.question).then(one.answered.resolve, one.answered.reject);
      waiting -= 1;
    }
    isWorking = false;
  };

  return {
    read(question) {
      const line = lines.get(question.chain) ?? [];
      if (line.length >= MAX_WAITING || waiting >= MAX_WAITING_OF_ALL)
        return Promise.reject(
          Failure.unavailable(RETRY_AFTER_SECONDS, new Error('too many results wait to be read')),
        );
      waiting += 1;
      const answered = Promise.withResolvers<ReadAnswer>();
      lines.set(question.chain, [...line, { question, answered }]);
      void work();
      return answered.promise;
    },
    close: () => thread.close(),
  };
}

/** One thread, started when it is first needed, and again once it has ended. */
function startedOnce(start: () => Promise<ReadThread>) {
  let thread: ReadThread | null = null;
  let isClosed = false;
  return {
    /** A thread that starts while the room closes ends at once, or it would keep the process alive. */
    async running(): Promise<ReadThread> {
      if (thread === null || thread.ended) thread = isClosed ? null : await start();
      if (!isClosed && thread !== null) return thread;
      const late = thread;
      thread = null;
      await late?.end();
      throw Failure.unavailable(RETRY_AFTER_SECONDS, new Error('the service is closing'));
    },
    async close(): Promise<void> {
      isClosed = true;
      await thread?.end();
    },
  };
}

async function startThread({ db, fillRandom }: ReadingDeps): Promise<ReadThread> {
  const secret = await targetSecret(db, fillRandom);
  return new Thread<ReadQuestion, ReadAnswer>(new URL('./read-thread.ts', import.meta.url), {
    data: { secret },
  });
}

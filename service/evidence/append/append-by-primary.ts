/**
 * Where several processes answer on one port, the one that started them commits what all of them hand in. Committing
 * each for itself they would hold each other up, because each append locks the head of its chain.
 */
import { serialize } from 'node:v8';
import type { DatabaseLocation } from '../../database/location.ts';
import { Failure } from '../../foundation/failure.ts';
import type { Append } from '../artifact.ts';
import type { BatchAnswer, BatchCommitter } from './append-batch.ts';
import { ThreadCommitter } from './append-by-thread.ts';
import { packBatch, type ThreadMessage } from './append-message.ts';

/** A message as bytes: the process between the worker and the appending thread need not read it. */
interface Question {
  append: number;
  message: Uint8Array;
}

type Answer = { append: number } & ({ answers: BatchAnswer } | { error: string });

/** A process as the other end of its channel. */
export interface Channel {
  send?(message: unknown, sent?: (error: Error | null) => void): boolean;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  readonly channel?: { ref?(): void; unref?(): void } | null;
}

/** Commits in a worker, by the process that started it. */
export class PrimaryCommitter implements BatchCommitter {
  readonly #primary: Channel;
  readonly #waiting = new Map<number, PromiseWithResolvers<BatchAnswer>>();
  #asked = 0;

  /** @param primary ends this process where it is gone itself. It keeps the process only while something waits. */
  constructor(primary: Channel) {
    this.#primary = primary;
    primary.channel?.unref?.();
    primary.on('message', (message) => {
      if (isOurs<Answer>(message)) this.#settle(message);
    });
  }

  commit(batch: Append[]): Promise<BatchAnswer> {
    return this.#ask(packBatch(batch));
  }

  restartLog(): void {
    this.#ask('restart log').catch(() => undefined);
  }

  async close(): Promise<void> {}

  #ask(message: ThreadMessage): Promise<BatchAnswer> {
    const waiting = Promise.withResolvers<BatchAnswer>();
    const append = this.#asked++;
    this.#waiting.set(append, waiting);
    this.#primary.channel?.ref?.();
    const question: Question = { append, message: serialize(message) };
    this.#primary.send?.(question, (error) => {
      if (error !== null) this.#settle({ append, error: error.message });
    });
    return waiting.promise;
  }

  #settle(answer: Answer): void {
    const waiting = this.#waiting.get(answer.append);
    this.#waiting.delete(answer.append);
    if (this.#waiting.size === 0) this.#primary.channel?.unref?.();
    if ('answers' in answer) waiting?.resolve(answer.answers);
    else waiting?.reject(Failure.unavailable(1, new Error(answer.error)));
  }
}

/** Commits in the process that starts workers. */
export class WorkersCommitter {
  readonly #thread: ThreadCommitter;

  /** @param database already migrated when the first batch comes. */
  constructor(database: DatabaseLocation) {
    this.#thread = new ThreadCommitter({ database, isShared: true });
  }

  /** Commits what the worker hands in, as long as it lives. */
  serve(worker: Channel): void {
    worker.on('message', async (message) => {
      if (!isOurs<Question>(message)) return;
      const { append } = message;
      const answer: Answer = await this.#thread.ask(message.message).then(
        (answers) => ({ append, answers }),
        (error: unknown) => ({ append, error: String(error) }),
      );
      // A worker that is gone needs no answer.
      worker.send?.(answer, () => undefined);
    });
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}

/** Messages about other things share the channel. */
function isOurs<Message extends { append: number }>(message: unknown): message is Message {
  return typeof message === 'object' && message !== null && 'append' in message;
}

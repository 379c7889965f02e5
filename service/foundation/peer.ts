/**
 * Questions between processes on one port: the workers and the *primary*, the process that started them, ask
 * each other. A question is answered or rejected; when the primary is gone, its workers end.
 */
import { Failure } from './failure.ts';

/** A worker tells the primary that it answers requests on all its ports. */
export const LISTENING_TOPIC = 'listening';

const RETRY_AFTER_SECONDS = 1;

/** The primary asks a worker whether its event loop still runs. */
export const PING_TOPIC = 'ping';

/** A process at the other end. */
export interface Channel {
  send?(message: unknown, sent?: (error: Error | null) => void): boolean;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  readonly channel?: { ref?(): void; unref?(): void } | null;
}

interface PeerQuestion {
  asked: number;
  topic: string;
  question: unknown;
}

type Answered = { answered: number } & ({ answer: unknown } | { error: string });

/** Asks the process at the other end of a channel. */
export class Peer {
  readonly #channel: Channel;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #asked = 0;

  /** @param channel keeps this process alive only while a question waits. */
  constructor(channel: Channel) {
    this.#channel = channel;
    channel.channel?.unref?.();
    channel.on('message', (message) => {
      if (has<Answered>(message, 'answered')) this.#settle(message);
    });
  }

  /** @throws {Failure} `unavailable` if the other process could not answer. */
  ask<Answer>(topic: string, question: unknown): Promise<Answer> {
    const waiting = Promise.withResolvers<unknown>();
    const asked = this.#asked++;
    this.#waiting.set(asked, waiting);
    this.#channel.channel?.ref?.();
    this.#channel.send?.({ asked, topic, question } satisfies PeerQuestion, (error) => {
      if (error !== null) this.#settle({ answered: asked, error: error.message });
    });
    return waiting.promise as Promise<Answer>;
  }

  #settle(answered: Answered): void {
    const waiting = this.#waiting.get(answered.answered);
    this.#waiting.delete(answered.answered);
    if (this.#waiting.size === 0) this.#channel.channel?.unref?.();
    if ('answer' in answered) waiting?.resolve(answered.answer);
    else waiting?.reject(Failure.unavailable(RETRY_AFTER_SECONDS, new Error(answered.error)));
  }
}

/** Answers the questions of the process at the other end, by topic, until that process ends. */
export function answerPeer(
  channel: Channel,
  topics: Readonly<Record<string, (question: never) => Promise<unknown>>>,
): void {
  channel.on('message', async (message) => {
    if (!has<PeerQuestion>(message, 'asked')) return;
    const { asked, topic, question } = message;
    const answer = async () => {
      const answering = topics[topic];
      if (answering === undefined) throw new Error(`no topic ${topic}`);
      return answering(question as never);
    };
    const answered: Answered = await answer().then(
      (answer) => ({ answered: asked, answer }),
      (error: unknown) => ({ answered: asked, error: String(error) }),
    );
    // A process that has ended needs no answer.
    channel.send?.(answered, () => undefined);
  });
}

/** Libraries send messages of their own over the same channel. */
function has<Message>(message: unknown, field: string): message is Message {
  return typeof message === 'object' && message !== null && field in message;
}

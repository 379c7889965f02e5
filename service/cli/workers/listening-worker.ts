/** A worker that listens. If its event loop stands still, it would hold its connections unanswered, so it is killed. */
import type { Worker } from 'node:cluster';
import type { Logger } from 'pino';
import { Peer, PING_TOPIC } from '../../foundation/peer.ts';

const PING_EVERY_MS = 1000;
/**
 * Pings in a row without an answer. They are counted, not timed, since a pause of this process says nothing about its
 * workers.
 */
const MAX_UNANSWERED = 8;

export class ListeningWorker {
  /** By the monotonic clock, ms. */
  readonly since: number;
  readonly peer: Peer;
  readonly #timer: NodeJS.Timeout;
  #unanswered = 0;

  constructor(worker: Worker, since: number, log: Logger) {
    this.since = since;
    this.peer = new Peer(worker);
    this.#timer = setInterval(() => {
      this.#unanswered += 1;
      if (this.#unanswered <= MAX_UNANSWERED) return this.#ping();
      this.endPings();
      log.error({ pid: worker.process.pid }, 'a worker does not answer, so it is killed');
      worker.process.kill('SIGKILL');
    }, PING_EVERY_MS).unref();
  }

  endPings(): void {
    clearInterval(this.#timer);
  }

  #ping(): void {
    const answered = () => {
      this.#unanswered = 0;
    };
    this.peer.ask(PING_TOPIC, null).then(answered, () => undefined);
  }
}

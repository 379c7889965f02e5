/** What the gateway itself asks a client, under ids that no server can know. */
import type { Answer, Fields, Id, Message } from './message.ts';

export class Questions {
  readonly #open = new Map<Id, (answer: Answer) => void>();
  readonly #newId: () => string;
  readonly #send: (message: Message, related: Id) => void;

  /** @param send sends to the client */
  constructor(send: (message: Message, related: Id) => void, newId: () => string) {
    this.#send = send;
    this.#newId = newId;
  }

  /** @returns the answer of the client. @throws the reason of the signal */
  ask(method: string, params: Fields, related: Id, signal: AbortSignal): Promise<Answer> {
    const id = `assize-${this.#newId()}`;
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const stop = () => {
        this.#open.delete(id);
        const told = { requestId: id, reason: 'The answer is no longer needed.' };
        this.#send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: told }, related);
        reject(signal.reason);
      };
      signal.addEventListener('abort', stop, { once: true });
      this.#open.set(id, (answer) => {
        signal.removeEventListener('abort', stop);
        resolve(answer);
      });
      this.#send({ jsonrpc: '2.0', id, method, params }, related);
    });
  }

  /** @returns false where it answers no question of the gateway */
  answered(answer: Answer): boolean {
    const take = answer.id === undefined ? undefined : this.#open.get(answer.id);
    if (take === undefined || answer.id === undefined) return false;
    this.#open.delete(answer.id);
    take(answer);
    return true;
  }
}

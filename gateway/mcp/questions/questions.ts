/** Questions of the gateway itself to a client or a server, under ids that the other side can't know. */
import type { Answer, Fields, Id, Message } from '../message.ts';

interface Open {
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

export class Questions {
  readonly #open = new Map<Id, Open>();
  readonly #newId: () => string;
  readonly #send: (message: Message, related: Id) => void;

  /** @param send sends to the side that is asked; `related` is the request of the client that it belongs to */
  constructor(send: (message: Message, related: Id) => void, newId: () => string) {
    this.#send = send;
    this.#newId = newId;
  }

  /** @throws the reason of the signal, or of a question that was lost */
  ask(method: string, params: Fields, related: Id, signal: AbortSignal): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    if (signal.aborted) {
      reject(signal.reason);
      return promise;
    }
    const id = `assize-${this.#newId()}`;
    const stop = () => {
      if (!this.lost(id, signal.reason)) return;
      const told = { requestId: id, reason: 'The answer is no longer needed.' };
      this.#send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: told }, related);
    };
    signal.addEventListener('abort', stop, { once: true });
    this.#open.set(id, { resolve, reject });
    this.#send({ jsonrpc: '2.0', id, method, params }, related);
    return promise;
  }

  /** @returns false where it does not answer a question of the gateway */
  answered(answer: Answer): boolean {
    const open = this.#take(answer.id);
    open?.resolve(answer);
    return open !== undefined;
  }

  /** There will be no answer. @returns false where it is not a question of the gateway */
  lost(id: Id | undefined, error: unknown): boolean {
    const open = this.#take(id);
    open?.reject(error);
    return open !== undefined;
  }

  #take(id: Id | undefined): Open | undefined {
    if (id === undefined) return undefined;
    const open = this.#open.get(id);
    this.#open.delete(id);
    return open;
  }
}

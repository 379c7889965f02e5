// The requests of a client that have no answer yet. Each is answered once at most; a cancelled one not at all.

import { type Answer, errorAnswer, type Id, INTERNAL_ERROR, type Request } from './message.ts';

export interface Pending {
  request: Request;
  cancel: AbortController;
  /** Of the client's own request, where it came by HTTP. */
  headers: Headers | undefined;
  /** True from the moment on in which the server knows of it. */
  isForwarded: boolean;
  /** What becomes of the answer; undefined where there will be none. @returns what the client gets */
  onAnswer: (answer: Answer | undefined) => Answer | undefined;
}

export class PendingRequests {
  readonly #pending = new Map<Id, Pending>();
  readonly #answer: (answer: Answer, id: Id) => void;

  /** @param answer sends to the client */
  constructor(answer: (answer: Answer, id: Id) => void) {
    this.#answer = answer;
  }

  get size(): number {
    return this.#pending.size;
  }

  has(id: Id): boolean {
    return this.#pending.has(id);
  }

  add(request: Request, headers: Headers | undefined): Pending {
    const cancel = new AbortController();
    const pending = { request, cancel, headers, isForwarded: false, onAnswer: (answer?: Answer) => answer };
    this.#pending.set(request.id, pending);
    return pending;
  }

  /** @returns false where the server was not asked this, or has answered already */
  answered(answer: Answer): boolean {
    const { id } = answer;
    if (id === undefined || this.#pending.get(id)?.isForwarded !== true) return false;
    this.settle(id, answer);
    return true;
  }

  /** Gives the answer of the server, or of the gateway where the server was not asked. */
  settle(id: Id, answer: Answer): void {
    const pending = this.#take(id);
    const settled = pending?.onAnswer(answer);
    if (settled !== undefined) this.#answer(settled, id);
  }

  /** There is no answer of the server: the gateway says so in its place. */
  lost(id: Id, why: string): void {
    const pending = this.#take(id);
    if (pending === undefined) return;
    pending.cancel.abort(new Error(why));
    pending.onAnswer(undefined);
    this.#answer(errorAnswer(id, INTERNAL_ERROR, why), id);
  }

  allLost(why: string): void {
    for (const id of [...this.#pending.keys()]) this.lost(id, why);
  }

  /** @returns true where the server knows of the request, and has to be told */
  cancelled(id: Id): boolean {
    const pending = this.#take(id);
    if (pending === undefined) return false;
    pending.cancel.abort(new Error('The client has cancelled the call.'));
    if (pending.isForwarded) pending.onAnswer(undefined);
    return pending.isForwarded;
  }

  /** The request that a message of a server on stdio most likely belongs to: over HTTP it goes with its answer. */
  latest(progressToken?: unknown): Id | undefined {
    let latest: Id | undefined;
    for (const [id, { isForwarded, request }] of this.#pending) {
      if (!isForwarded) continue;
      if (progressToken !== undefined && request.params?._meta?.progressToken === progressToken) return id;
      latest = id;
    }
    return latest;
  }

  #take(id: Id): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    return pending;
  }
}

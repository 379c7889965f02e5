/** The unanswered requests of a client. Each is answered at most once; a cancelled one is not answered. */
import {
  type Answer,
  errorAnswer,
  type Id,
  INTERNAL_ERROR,
  INVALID_REQUEST,
  isTooDeep,
  METHOD_NOT_FOUND,
  type Request,
} from './message.ts';
import { CLIENT_REQUESTS } from './methods.ts';

/** In each direction. */
export const MAX_PENDING = 1_000;

export interface Pending {
  request: Request;
  cancel: AbortController;
  /** The headers of the client's own request, where it came by HTTP. */
  headers: Headers | undefined;
  /** True once the server knows of it. */
  isForwarded: boolean;
  /** @returns the client's answer */
  onAnswer: (answer: Answer) => Answer;
  /** Called last, with the server's answer, so that its work delays no client. */
  onAnswered: (answer: Answer | undefined) => void;
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
    const pending: Pending = {
      request,
      cancel,
      headers,
      isForwarded: false,
      onAnswer: (answer) => answer,
      onAnswered: () => {},
    };
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

  /** Gives the server's answer, or the gateway's where the server was not asked. */
  settle(id: Id, answer: Answer): void {
    const pending = this.#take(id);
    const settled = pending?.onAnswer(answer);
    if (settled !== undefined) this.#answer(settled, id);
    pending?.onAnswered(answer);
  }

  /** The server will not answer, so the gateway says so instead. */
  lost(id: Id, why: string): void {
    const pending = this.#take(id);
    if (pending === undefined) return;
    pending.cancel.abort(new Error(why));
    this.#answer(errorAnswer(id, INTERNAL_ERROR, why), id);
    pending.onAnswered(undefined);
  }

  allLost(why: string): void {
    for (const id of [...this.#pending.keys()]) this.lost(id, why);
  }

  /** @returns true where the server knows of the request, and must be told */
  cancelled(id: Id): boolean {
    const pending = this.#take(id);
    if (pending === undefined) return false;
    pending.cancel.abort(new Error('The client has cancelled the call.'));
    if (pending.isForwarded) pending.onAnswered(undefined);
    return pending.isForwarded;
  }

  /** The request that a message of a server on stdio most likely belongs to; over HTTP it comes with its answer. */
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

/** @returns undefined for a request that is let in: to be judged, where it is a call */
export function refusalOf(request: Request, pending: PendingRequests, isClosed: boolean): Answer | undefined {
  const { id, method } = request;
  if (pending.has(id)) {
    // Without its id: the client would take the answer for the first request's.
    return errorAnswer(undefined, INVALID_REQUEST, 'A request with this id is still unanswered.');
  }
  if (method !== 'tools/call' && !CLIENT_REQUESTS.has(method)) {
    return errorAnswer(id, METHOD_NOT_FOUND, 'The gateway does not know this method.');
  }
  if (isTooDeep(request)) return errorAnswer(id, INVALID_REQUEST, 'The request is nested too deeply.');
  if (isClosed) return errorAnswer(id, INTERNAL_ERROR, 'The server has gone.');
  if (pending.size < MAX_PENDING) return undefined;
  return errorAnswer(id, INTERNAL_ERROR, 'Too many requests are unanswered.');
}

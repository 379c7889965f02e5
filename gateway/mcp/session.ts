// The messages between one client and one wrapped server. Each is forwarded as it is if its method is one that passes
// in its direction; a call of a tool is judged first; all else is refused. An answer goes back once, to a request that
// waits for it.

import { randomUUID } from 'node:crypto';
import type { MessageExtraInfo, Transport } from '@modelcontextprotocol/server';
import type { Governance } from './governance.ts';
import { wordsOf } from './log.ts';
import {
  type Answer,
  errorAnswer,
  type Fields,
  type Id,
  INTERNAL_ERROR,
  INVALID_REQUEST,
  isFields,
  isNotification,
  isRequest,
  METHOD_NOT_FOUND,
  type Message,
  type Notification,
  type Request,
} from './message.ts';
import { CLIENT_NOTIFICATIONS, CLIENT_REQUESTS, SERVER_NOTIFICATIONS, SERVER_REQUESTS } from './methods.ts';
import { governedCall } from './tool-call.ts';
import type { Upstream } from './upstream.ts';

export interface SessionOptions {
  client: Transport;
  upstream: Upstream;
  governance: Governance;
  /** Under which the evidence of its calls is found together. */
  id?: string;
}

/** A request of the client that has no answer yet. */
interface Pending {
  request: Request;
  cancel: AbortController;
  headers: Headers | undefined;
  /** True from the moment on in which the server knows of it. */
  isForwarded: boolean;
  /** What becomes of the answer; undefined where there will be none. @returns what the client gets */
  onAnswer: (answer: Answer | undefined) => Answer | undefined;
}

const MAX_PENDING = 1_000;

export class Session {
  readonly #id: string | undefined;
  /** Called once, when both sides are closed. */
  onclose: () => void = () => {};
  readonly governance: Governance;
  readonly #client: Transport;
  readonly #upstream: Upstream;
  readonly #pending = new Map<Id, Pending>();
  /** Requests of the server that the client has to answer. */
  readonly #asked = new Set<Id>();
  /** Requests of the gateway itself to the client. */
  readonly #own = new Map<Id, (answer: Answer) => void>();
  #started: Promise<void> = Promise.resolve();
  #clientCapabilities: Fields = {};
  #isClosed = false;

  constructor({ client, upstream, governance, id }: SessionOptions) {
    this.#id = id;
    this.#client = client;
    this.#upstream = upstream;
    this.governance = governance;
    client.onmessage = (message, extra) => this.#fromClient(message, extra);
    client.onclose = () => void this.close('The client has gone.');
    upstream.onmessage = (message, related) => this.#fromServer(message, related);
    upstream.onlost = (id, error) => this.#lost(id, error);
    upstream.onclose = () => void this.close('The server has gone.');
    upstream.onerror = (error) => this.#log(`the server: ${error.message}`);
  }

  /** The client may send at once; what it sends waits until the server is there. */
  async start(): Promise<void> {
    this.#started = this.#upstream.start();
    this.#started.catch((error: unknown) => {
      this.#log(`the server can't be started: ${wordsOf(error)}`);
      void this.close('The server could not be started.');
    });
    await this.#client.start();
  }

  async close(reason = 'The gateway ends.'): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const [id, pending] of this.#pending) {
      pending.cancel.abort(new Error(reason));
      this.#settle(id, errorAnswer(id, INTERNAL_ERROR, reason), true);
    }
    await Promise.allSettled([this.#upstream.close(), this.#client.close()]);
    this.onclose();
  }

  #fromClient(message: Message, extra?: MessageExtraInfo): void {
    if (isRequest(message)) this.#requested(message, extra?.request?.headers);
    else if (isNotification(message)) this.#notified(message);
    else this.#answeredByClient(message);
  }

  #requested(request: Request, headers: Headers | undefined): void {
    const { id, method } = request;
    if (this.#isClosed) return this.toClient(errorAnswer(id, INTERNAL_ERROR, 'The server has gone.'), id);
    if (this.#pending.has(id)) {
      // Without its id: the answer would be taken for that of the first request.
      return this.toClient(errorAnswer(undefined, INVALID_REQUEST, `The id of ${method} is in use.`), id);
    }
    const isCall = method === 'tools/call';
    if (!isCall && !CLIENT_REQUESTS.has(method)) {
      return this.toClient(errorAnswer(id, METHOD_NOT_FOUND, 'The gateway does not know this method.'), id);
    }
    if (this.#pending.size >= MAX_PENDING) {
      return this.toClient(errorAnswer(id, INTERNAL_ERROR, 'Too many requests have no answer yet.'), id);
    }
    const pending: Pending = {
      request,
      cancel: new AbortController(),
      headers,
      isForwarded: false,
      onAnswer: (answer) => answer,
    };
    this.#pending.set(id, pending);
    if (isCall) void this.#call(pending);
    else this.#pass(pending);
  }

  #pass(pending: Pending): void {
    const { request } = pending;
    if (request.method === 'initialize') {
      const capabilities = request.params?.capabilities;
      this.#clientCapabilities = isFields(capabilities) ? capabilities : {};
    }
    if (request.method === 'tools/list') pending.onAnswer = (answer) => this.#toolsListed(answer);
    this.#forward(pending, request);
  }

  #toolsListed(answer: Answer | undefined): Answer | undefined {
    if (answer === undefined || !('result' in answer)) return answer;
    const { server, lists, isAllowed } = this.governance;
    return { ...answer, result: lists.seen(answer.result, (tool) => isAllowed(`${server}.${tool}`)) };
  }

  async #call(pending: Pending): Promise<void> {
    const { request, cancel, headers } = pending;
    const { id } = request;
    try {
      const answer = await governedCall({
        governance: this.governance,
        sessionId: this.#id,
        request,
        headers,
        signal: cancel.signal,
        clientCapabilities: this.#clientCapabilities,
        notify: (notification) => this.toClient(notification, id),
        ask: (method, params, signal) => this.#ask(method, params, id, signal),
        forward: (judged, onAnswer) => {
          if (cancel.signal.aborted) return onAnswer(undefined);
          pending.onAnswer = (settled) => {
            onAnswer(settled);
            return settled;
          };
          this.#forward(pending, judged);
        },
      });
      if (answer !== undefined) this.#settle(id, answer);
    } catch (error) {
      if (cancel.signal.aborted) return;
      this.#log(`a call failed: ${wordsOf(error)}`);
      this.#settle(
        id,
        errorAnswer(id, INTERNAL_ERROR, 'The gateway failed, so the call was not carried out.'),
      );
    }
  }

  #forward(pending: Pending, request: Request): void {
    const { cancel } = pending;
    pending.isForwarded = true;
    const options = { signal: cancel.signal, headers: parameterHeaders(pending.headers) };
    this.#started
      .then(() => {
        if (!cancel.signal.aborted) return this.#upstream.send(request, options);
      })
      .catch((error: unknown) => this.#lost(request.id, error));
  }

  #lost(id: Id, error: unknown): void {
    if (!this.#pending.has(id)) return;
    this.#log(`the server gave no answer: ${wordsOf(error)}`);
    this.#settle(id, errorAnswer(id, INTERNAL_ERROR, 'The server gave no answer.'), true);
  }

  /** @param isMade the server gave no answer, and the gateway says so in its place */
  #settle(id: Id, answer: Answer, isMade = false): void {
    const pending = this.#pending.get(id);
    if (pending === undefined) return;
    this.#pending.delete(id);
    const settled = isMade ? (pending.onAnswer(undefined), answer) : pending.onAnswer(answer);
    if (settled !== undefined) this.toClient(settled, id);
  }

  #notified(notification: Notification): void {
    const { method } = notification;
    if (!CLIENT_NOTIFICATIONS.has(method)) {
      const is = method === 'tools/call' ? 'A call without an id' : 'This notification';
      return this.toClient(errorAnswer(undefined, INVALID_REQUEST, `${is} is not let through.`));
    }
    if (method === 'notifications/cancelled' && !this.#cancelled(notification)) return;
    this.#started.then(() => this.#upstream.send(notification)).catch((error) => this.#dropped(error));
  }

  /** @returns true where the server knows of the request */
  #cancelled({ params }: Notification): boolean {
    const id = params?.requestId as Id;
    const pending = this.#pending.get(id);
    if (pending === undefined) return false;
    this.#pending.delete(id);
    pending.cancel.abort(new Error('The client has cancelled the call.'));
    if (!pending.isForwarded) return false;
    pending.onAnswer(undefined);
    return true;
  }

  #answeredByClient(answer: Answer): void {
    const { id } = answer;
    if (id === undefined) return;
    const own = this.#own.get(id);
    if (own !== undefined) {
      this.#own.delete(id);
      return own(answer);
    }
    // To nothing, or a second time.
    if (!this.#asked.delete(id)) return;
    this.#started.then(() => this.#upstream.send(answer)).catch((error) => this.#dropped(error));
  }

  #fromServer(message: Message, related: Id | undefined): void {
    if (isRequest(message)) this.#askedByServer(message, related);
    else if (isNotification(message)) this.#toldByServer(message, related);
    else if (message.id !== undefined && this.#pending.get(message.id)?.isForwarded === true) {
      this.#settle(message.id, message);
    } else this.#log('the server answered a request that waits for no answer; the answer was dropped');
  }

  #askedByServer(request: Request, related: Id | undefined): void {
    const { id, method } = request;
    const isKnown = SERVER_REQUESTS.has(method);
    if (isKnown && !this.#asked.has(id) && !this.#own.has(id) && this.#asked.size < MAX_PENDING) {
      this.#asked.add(id);
      return this.toClient(request, related ?? this.#latest());
    }
    const code = isKnown ? INVALID_REQUEST : METHOD_NOT_FOUND;
    this.#upstream
      .send(errorAnswer(id, code, `The gateway does not forward this: ${method}`))
      .catch((error) => this.#dropped(error));
  }

  #toldByServer(notification: Notification, related: Id | undefined): void {
    const { method, params } = notification;
    if (!SERVER_NOTIFICATIONS.has(method)) return;
    if (method === 'notifications/cancelled' && !this.#asked.delete(params?.requestId as Id)) return;
    const isOfRequest = method === 'notifications/message' || method === 'notifications/progress';
    this.toClient(notification, related ?? (isOfRequest ? this.#latest(params?.progressToken) : undefined));
  }

  /** The request that a message of a server on stdio most likely belongs to: over HTTP it goes with its answer. */
  #latest(progressToken?: unknown): Id | undefined {
    let latest: Id | undefined;
    for (const [id, { isForwarded, request }] of this.#pending) {
      if (!isForwarded) continue;
      if (progressToken !== undefined && request.params?._meta?.progressToken === progressToken) return id;
      latest = id;
    }
    return latest;
  }

  /** @returns the answer of the client. @throws the reason of the signal */
  #ask(method: string, params: Fields, related: Id, signal: AbortSignal): Promise<Answer> {
    const id = `assize-${randomUUID()}`;
    return new Promise((resolve, reject) => {
      const stop = () => {
        if (!this.#own.delete(id)) return;
        const told = { requestId: id, reason: 'The answer is no longer needed.' };
        this.toClient({ jsonrpc: '2.0', method: 'notifications/cancelled', params: told }, related);
        reject(signal.reason);
      };
      if (signal.aborted) return reject(signal.reason);
      signal.addEventListener('abort', stop, { once: true });
      this.#own.set(id, (answer) => {
        signal.removeEventListener('abort', stop);
        resolve(answer);
      });
      this.toClient({ jsonrpc: '2.0', id, method, params }, related);
    });
  }

  /** Sends to the client; where it has gone meanwhile, there is nothing to be done. */
  toClient(message: Message, related?: Id): void {
    const options = related === undefined ? {} : { relatedRequestId: related };
    this.#client.send(message, options).catch((error) => this.#dropped(error));
  }

  #dropped(error: unknown): void {
    if (!this.#isClosed) this.#log(`a message could not be sent: ${wordsOf(error)}`);
  }

  #log(line: string): void {
    this.governance.log(`${this.governance.server}: ${line}`);
  }
}

/** Headers that repeat parameters of a call for what stands between (SEP-2243). */
function parameterHeaders(headers: Headers | undefined): Readonly<Record<string, string>> {
  if (headers === undefined) return {};
  return Object.fromEntries([...headers].filter(([name]) => name.startsWith('mcp-param-')));
}

/**
 * Passes messages between one client and one wrapped server. Each passes unchanged if its method is listed for its
 * direction. A tool call is judged first; everything else is refused. A waiting request gets one answer.
 */
import type { MessageExtraInfo, Transport } from '@modelcontextprotocol/server';
import type { Governance } from './governance.ts';
import { type Log, logOfSession, wordsOf } from './log.ts';
import {
  errorAnswer,
  type Fields,
  type Id,
  INVALID_REQUEST,
  isAnswer,
  isFields,
  isNotification,
  isRequest,
  isTooDeep,
  METHOD_NOT_FOUND,
  type Message,
  type Notification,
  type Request,
} from './message.ts';
import { CLIENT_NOTIFICATIONS, SERVER_NOTIFICATIONS, SERVER_REQUESTS } from './methods.ts';
import { MAX_PENDING, type Pending, PendingRequests, refusalOf } from './pending.ts';
import { Questions } from './questions/questions.ts';
import { withNote } from './results.ts';
import { noteOfTask, reportTask } from './tasks.ts';
import { governedCall } from './tools/tool-call.ts';
import { Unanswered, type Upstream } from './upstream/upstream.ts';

export interface SessionOptions {
  client: Transport;
  upstream: Upstream;
  governance: Governance;
  /** The session id that groups the evidence of its calls. */
  id?: string;
}

/** Beyond it, the gateway stops reading from the server until the client has taken some. */
const MAX_UNSENT = 16;

export class Session {
  /** Called once, when both sides are closed. */
  onclose: () => void = () => {};
  readonly #options: SessionOptions;
  readonly #pending = new PendingRequests((answer, id) => this.#toClient(answer, id));
  /** The gateway's own questions to the client, and to the server. */
  readonly #questions: Questions;
  readonly #serverQuestions: Questions;
  /** Requests of the server that the client must answer. */
  readonly #asked = new Set<Id>();
  #started: Promise<void> = Promise.resolve();
  #clientCapabilities: Fields = {};
  readonly #log: Log;
  #unsent = 0;
  #isClosed = false;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#log = logOfSession(options.governance.log);
    const { client, upstream } = options;
    const { newId } = options.governance.platform;
    this.#questions = new Questions((message, related) => this.#toClient(message, related), newId);
    this.#serverQuestions = new Questions((message) => this.#toServer(message), newId);
    client.onmessage = (message, extra) => this.#fromClient(message, extra);
    client.onclose = () => void this.close('The client has gone.');
    upstream.onmessage = (message, related) => this.#fromServer(message, related);
    upstream.onlost = (id, error) => this.#lost(id, error);
    upstream.onclose = () => void this.close('The server has gone.');
    upstream.onerror = (error) => this.#fault(`the server: ${error.message}`);
  }

  /** The client may send at once; its messages wait until the server is ready. */
  async start(): Promise<void> {
    const { client, upstream } = this.#options;
    this.#started = upstream.start();
    this.#started.catch((error: unknown) => {
      this.#fault(`the server can't be started: ${wordsOf(error)}`);
      void this.close('The server could not be started.');
    });
    await client.start();
  }

  /** True for an unanswered request of the client. */
  waitsFor(id: Id): boolean {
    return this.#pending.has(id);
  }

  async close(reason = 'The gateway ends.'): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#pending.allLost(reason);
    await Promise.allSettled([this.#options.upstream.close(), this.#options.client.close()]);
    this.onclose();
  }

  #fromClient(message: Message, extra?: MessageExtraInfo): void {
    if (isRequest(message)) this.#requested(message, extra?.request?.headers);
    else if (isNotification(message)) this.#notified(message);
    // An answer without a request, or a second one, is dropped.
    else if (
      !this.#questions.answered(message) &&
      message.id !== undefined &&
      this.#asked.delete(message.id)
    ) {
      this.#toServer(message);
    }
  }

  #requested(request: Request, headers: Headers | undefined): void {
    const { id, method } = request;
    const refused = refusalOf(request, this.#pending, this.#isClosed);
    if (refused !== undefined) {
      this.#toClient(refused, id);
      return;
    }
    const pending = this.#pending.add(request, headers);
    if (method === 'tools/call') void this.#call(pending);
    else this.#pass(pending, request);
  }

  #pass(pending: Pending, request: Request): void {
    const { capabilities } = request.params ?? {};
    if (request.method === 'initialize' && isFields(capabilities)) this.#clientCapabilities = capabilities;
    if (request.method === 'tools/list') {
      const { server, lists, isAllowed } = this.#options.governance;
      pending.onAnswer = (answer) => lists.shown(answer, (tool) => isAllowed(`${server}.${tool}`));
    }
    if (request.method.startsWith('tasks/')) {
      pending.onAnswer = (answer) => withNote(answer, noteOfTask(this.#options.governance, request));
      pending.onAnswered = (answer) => reportTask(this.#options.governance, request, answer);
    }
    this.#forward(pending, request);
  }

  async #call(pending: Pending): Promise<void> {
    const { request, cancel, headers } = pending;
    const { id } = request;
    try {
      const answer = await governedCall({
        governance: this.#options.governance,
        sessionId: this.#options.id,
        request,
        headers,
        signal: cancel.signal,
        clientCapabilities: this.#clientCapabilities,
        notify: (notification) => this.#toClient(notification, id),
        ask: (method, params, signal) => this.#questions.ask(method, params, id, signal),
        forward: (judged, onAnswered, note) => {
          pending.onAnswer = (given) => withNote(given, note);
          pending.onAnswered = onAnswered;
          this.#forward(pending, judged);
        },
        askServer: (method, params) => this.#serverQuestions.ask(method, params, id, cancel.signal),
      });
      if (answer !== undefined) this.#pending.settle(id, answer);
    } catch (error) {
      if (cancel.signal.aborted) return;
      this.#fault(`a call failed: ${wordsOf(error)}`);
      this.#pending.lost(id, 'The gateway failed, so the call was not carried out.');
    }
  }

  #forward(pending: Pending, request: Request): void {
    const { signal } = pending.cancel;
    pending.isForwarded = true;
    this.#started
      .then(() => {
        if (!signal.aborted)
          return this.#options.upstream.send(request, { signal, headers: pending.headers });
      })
      .catch((error: unknown) => this.#lost(request.id, error));
  }

  #lost(id: Id, error: unknown): void {
    if (this.#serverQuestions.lost(id, error) || !this.#pending.has(id)) return;
    this.#fault(`the server gave no answer: ${wordsOf(error)}`);
    this.#pending.lost(id, error instanceof Unanswered ? error.message : 'The server gave no answer.');
  }

  #notified(notification: Notification): void {
    const { method, params } = notification;
    if (!CLIENT_NOTIFICATIONS.has(method)) {
      this.#toClient(errorAnswer(undefined, INVALID_REQUEST, 'This is not accepted without an id.'));
      return;
    }
    if (method === 'notifications/cancelled' && !this.#pending.cancelled(params?.requestId as Id)) return;
    this.#toServer(notification);
  }

  #fromServer(message: Message, related: Id | undefined): void {
    if (isTooDeep(message)) {
      this.#fault('the server sent a message that is nested too deeply');
      if (isAnswer(message)) this.#pending.lost(message.id ?? '', 'The answer is nested too deeply.');
    } else if (isRequest(message)) this.#askedByServer(message, related);
    else if (isNotification(message)) this.#toldByServer(message, related);
    else if (!this.#serverQuestions.answered(message) && !this.#pending.answered(message)) {
      this.#fault('the server answered what was not asked');
    }
  }

  #askedByServer(request: Request, related: Id | undefined): void {
    const { id, method } = request;
    const isKnown = SERVER_REQUESTS.has(method);
    if (isKnown && !this.#asked.has(id) && this.#asked.size < MAX_PENDING) {
      this.#asked.add(id);
      this.#toClient(request, related ?? this.#pending.latest());
      return;
    }
    this.#toServer(errorAnswer(id, isKnown ? INVALID_REQUEST : METHOD_NOT_FOUND, 'This is not forwarded.'));
  }

  #toldByServer(notification: Notification, related: Id | undefined): void {
    const { method, params } = notification;
    if (!SERVER_NOTIFICATIONS.has(method)) return;
    if (method === 'notifications/tools/list_changed') this.#options.governance.lists.changed();
    if (method === 'notifications/cancelled' && !this.#asked.delete(params?.requestId as Id)) return;
    const isOfRequest = method === 'notifications/message' || method === 'notifications/progress';
    const latest = isOfRequest ? this.#pending.latest(params?.progressToken) : undefined;
    this.#toClient(notification, related ?? latest);
  }

  #toServer(message: Message): void {
    this.#started
      .then(() => this.#options.upstream.send(message))
      .catch((error: unknown) => {
        if ('id' in message) this.#serverQuestions.lost(message.id, error);
        this.#fault(`a message could not be sent: ${wordsOf(error)}`);
      });
  }

  /** If the client has gone meanwhile, there is nothing to do. */
  #toClient(message: Message, related?: Id): void {
    const { client, upstream } = this.#options;
    this.#unsent += 1;
    if (this.#unsent === MAX_UNSENT) upstream.pause?.();
    client
      .send(message, related === undefined ? {} : { relatedRequestId: related })
      .catch((error: unknown) => this.#fault(`a message could not be sent: ${wordsOf(error)}`))
      .finally(() => {
        this.#unsent -= 1;
        if (this.#unsent === MAX_UNSENT - 1) upstream.resume?.();
      });
  }

  #fault(line: string): void {
    if (!this.#isClosed) this.#log(`${this.#options.governance.server}: ${line}`);
  }
}

/**
 * A wrapped server that the gateway reaches by streamable HTTP. Each request has its own exchange, so that messages
 * on its stream are known to belong to it; the exchanges share the session that `initialize` opened. Since 2026-07-28
 * there is no session, and ending an exchange cancels it.
 */
import {
  type FetchLike,
  InsufficientScopeError,
  SdkHttpError,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import type { HttpServer } from '../../configuration/configuration.ts';
import {
  type Id,
  isFields,
  isModern,
  isNotification,
  isRequest,
  type Message,
  messageIn,
  type Request,
} from '../message.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { fetchWithLogin, type ServerLogin } from './login.ts';
import { type SendOptions, Unanswered, type Upstream } from './upstream.ts';

const END_SESSION_MS = 2_000;

export class HttpUpstream implements Upstream {
  onmessage: Upstream['onmessage'] = () => {};
  onlost: Upstream['onlost'] = () => {};
  onclose: Upstream['onclose'] = () => {};
  onerror: Upstream['onerror'] = () => {};
  readonly #server: HttpServer;
  readonly #fetch: FetchLike;
  readonly #login: ServerLogin | undefined;
  /** Opens the session, and listens for messages that belong to no request. */
  readonly #session: StreamableHTTPClientTransport;
  readonly #exchanges = new Set<StreamableHTTPClientTransport>();
  #hasSession = false;
  #isClosed = false;

  /** @param login undefined where the configured headers hold a key */
  constructor(server: HttpServer, maxAnswerBytes: number, login?: ServerLogin) {
    this.#server = server;
    this.#login = login;
    const bounded: FetchLike = (url, init) => boundedFetch(maxAnswerBytes, url, init);
    this.#fetch = login === undefined ? bounded : fetchWithLogin(login, bounded);
    this.#session = this.#transport();
    this.#session.onmessage = (message) => this.#onSession(message);
    this.#session.onerror = (error) => this.onerror(error);
  }

  start(): Promise<void> {
    return this.#session.start();
  }

  async send(message: Message, { signal, headers }: SendOptions = {}): Promise<void> {
    const options = {
      ...(signal === undefined ? {} : { requestSignal: signal }),
      headers: parameterHeaders(headers),
    };
    if (isRequest(message) && message.method === 'initialize' && !isModern(message)) {
      this.#hasSession = true;
      return this.#session.send(message, options).catch((error: unknown) => this.#failed(message.id, error));
    }
    if (isRequest(message)) return this.#exchange(message, options, isModern(message) ? headers : undefined);
    // Without a session, the end of the exchange has said so.
    if (!this.#hasSession && isNotification(message) && message.method === 'notifications/cancelled') return;
    await this.#session.send(message, options);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const exchange of this.#exchanges) void exchange.close();
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, END_SESSION_MS);
    await Promise.race([this.#session.terminateSession().catch(() => {}), late]);
    clearTimeout(timer);
    await this.#session.close();
    this.onclose();
  }

  async #exchange(request: Request, options: object, from: Headers | undefined): Promise<void> {
    const { id } = request;
    const exchange = this.#transport(from);
    this.#exchanges.add(exchange);
    const end = () => {
      if (this.#exchanges.delete(exchange)) void exchange.close();
    };
    exchange.onmessage = (message) => {
      const isAnswer = !('method' in message) && message.id === id;
      this.onmessage(message, id);
      if (isAnswer) end();
    };
    const lost = () => {
      end();
      this.onlost(id, new Error('The stream ended without an answer.'));
    };
    await exchange.start();
    try {
      await exchange.send(request, { ...options, onRequestStreamEnd: lost });
    } catch (error) {
      end();
      this.#failed(id, error);
    }
  }

  #failed(id: Id, error: unknown): void {
    const answer = answerWith(error, id);
    if (answer !== undefined) {
      this.onmessage(answer, id);
      return;
    }
    this.onlost(id, inWords(error, this.#login));
    // The server has forgotten the session: the client must open another.
    const isForgotten =
      error instanceof SdkHttpError && error.status === 404 && this.#session.sessionId !== undefined;
    if (isForgotten) void this.close();
  }

  #onSession(message: Message): void {
    if ('result' in message && isFields(message.result)) {
      const { protocolVersion } = message.result;
      if (typeof protocolVersion === 'string') this.#session.setProtocolVersion(protocolVersion);
    }
    this.onmessage(message, undefined);
  }

  #transport(from?: Headers): StreamableHTTPClientTransport {
    const { sessionId, protocolVersion } = this.#sessionState();
    return new StreamableHTTPClientTransport(new URL(this.#server.url), {
      requestInit: { headers: { ...this.#server.headers } },
      fetch: (url, init) => this.#fetch(url, from === undefined ? init : likeClient(init, from)),
      ...(sessionId === undefined ? {} : { sessionId }),
      ...(protocolVersion === undefined ? {} : { protocolVersion }),
    });
  }

  #sessionState(): Pick<StreamableHTTPClientTransport, 'sessionId' | 'protocolVersion'> {
    return this.#hasSession ? this.#session : { sessionId: undefined, protocolVersion: undefined };
  }
}

/** Says also what a person can do: the client can't see the status. */
function inWords(error: unknown, login: ServerLogin | undefined): Error {
  if (error instanceof InsufficientScopeError) return new Unanswered(inWordsOfScopes(error, login));
  if (error instanceof SdkHttpError && (error.status === 401 || error.status === 403)) {
    const shown = login === undefined ? 'the key in its headers' : 'the login';
    return new Unanswered(
      error.status === 401
        ? `The server answered 401: it does not accept ${shown}. ${login?.widening([]) ?? ''}`.trimEnd()
        : `The server answered 403: it does not let ${shown} do this.`,
    );
  }
  return error instanceof Error ? error : new Error(String(error));
}

/** Other characters of a scope would mean something to a shell, where the words are pasted. */
const HARMLESS_SCOPE = /^[\w.:/@*+-]{1,200}$/;
const MAX_SCOPES = 20;

function inWordsOfScopes(
  { requiredScope = '' }: InsufficientScopeError,
  login: ServerLogin | undefined,
): string {
  const scopes = requiredScope
    .split(/\s+/)
    .filter((scope) => HARMLESS_SCOPE.test(scope))
    .slice(0, MAX_SCOPES);
  const wanted = scopes.length === 0 ? 'more scopes, without naming them' : `the scopes ${scopes.join(', ')}`;
  const way = login === undefined ? 'Give the gateway a token that has them.' : login.widening(scopes);
  return `The server answered 403: for this, it demands ${wanted}. ${way}`;
}

/** @returns the body of a refusal by HTTP; undefined where it does not answer the request */
function answerWith(error: unknown, id: Id): Message | undefined {
  if (!(error instanceof SdkHttpError) || typeof error.data.text !== 'string') return undefined;
  try {
    const answer = messageIn(JSON.parse(error.data.text));
    return answer !== undefined && 'error' in answer && answer.id === id ? answer : undefined;
  } catch {
    return undefined;
  }
}

/** The server decides which of them are required: anything that the client left out stays out. */
function likeClient(init: RequestInit | undefined, from: Headers): RequestInit {
  const headers = new Headers(init?.headers);
  for (const name of ['mcp-protocol-version', 'mcp-method', 'mcp-name']) {
    if (!from.has(name)) headers.delete(name);
  }
  return { ...init, headers };
}

/** Headers that repeat parameters of a call for intermediaries (SEP-2243). */
function parameterHeaders(headers: Headers | undefined): Readonly<Record<string, string>> {
  if (headers === undefined) return {};
  return Object.fromEntries([...headers].filter(([name]) => name.startsWith('mcp-param-')));
}

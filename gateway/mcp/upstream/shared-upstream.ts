/**
 * One connection to a wrapped server, shared by exchanges that know nothing of each other. Each chooses its own ids
 * and tokens; towards the server they are replaced by unique ones.
 */
import {
  type Fields,
  type Id,
  isFields,
  isNotification,
  isRequest,
  type Message,
  metaOf,
  type Notification,
  type Request,
} from '../message.ts';
import type { SendOptions, Upstream } from './upstream.ts';

const SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId';

interface Sent {
  exchange: Exchange;
  id: Id;
  progressToken: unknown;
}

export class SharedUpstream {
  readonly #connect: () => Upstream;
  #connection: Connection | undefined;

  constructor(connect: () => Upstream) {
    this.#connect = connect;
  }

  /** The connection starts with the first exchange, and again after the server has died. */
  exchange(): Upstream {
    if (this.#connection === undefined || this.#connection.isClosed) {
      this.#connection = new Connection(this.#connect());
    }
    return new Exchange(this.#connection);
  }

  /** True while an exchange is open. */
  get isUsed(): boolean {
    return this.#connection?.isUsed === true;
  }

  async close(): Promise<void> {
    await this.#connection?.close();
  }
}

class Exchange implements Upstream {
  onmessage: Upstream['onmessage'] = () => {};
  onlost: Upstream['onlost'] = () => {};
  onclose: Upstream['onclose'] = () => {};
  onerror: Upstream['onerror'] = () => {};
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  start(): Promise<void> {
    return this.#connection.open(this);
  }

  send(message: Message, options?: SendOptions): Promise<void> {
    return this.#connection.send(this, message, options);
  }

  async close(): Promise<void> {
    this.#connection.leave(this);
  }
}

class Connection {
  isClosed = false;
  readonly #upstream: Upstream;
  readonly #started: Promise<void>;
  readonly #sent = new Map<Id, Sent>();
  readonly #exchanges = new Set<Exchange>();
  #last = 0;

  constructor(upstream: Upstream) {
    this.#upstream = upstream;
    upstream.onmessage = (message) => this.#received(message);
    upstream.onlost = (id, error) => {
      const sent = this.#sent.get(id);
      this.#sent.delete(id);
      sent?.exchange.onlost(sent.id, error);
    };
    upstream.onerror = (error) => [...this.#exchanges][0]?.onerror(error);
    upstream.onclose = () => this.#closed();
    this.#started = upstream.start();
    this.#started.catch(() => this.#closed());
  }

  get isUsed(): boolean {
    return this.#exchanges.size > 0;
  }

  async open(exchange: Exchange): Promise<void> {
    this.#exchanges.add(exchange);
    await this.#started;
  }

  async send(exchange: Exchange, message: Message, options: SendOptions | undefined): Promise<void> {
    if (isRequest(message)) return this.#upstream.send(this.#renamed(exchange, message), options);
    // An exchange asks and is answered; ending it cancels the request.
    if (!isNotification(message)) return this.#upstream.send(message, options);
  }

  leave(exchange: Exchange): void {
    this.#exchanges.delete(exchange);
    for (const [id, sent] of this.#sent) {
      if (sent.exchange !== exchange) continue;
      this.#sent.delete(id);
      const params = { requestId: id, reason: 'The client has gone.' };
      this.#upstream.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params }).catch(() => {});
    }
  }

  #renamed(exchange: Exchange, request: Request): Request {
    this.#last += 1;
    const id = this.#last;
    const meta = metaOf(request);
    this.#sent.set(id, { exchange, id: request.id, progressToken: meta.progressToken });
    if (meta.progressToken === undefined) return { ...request, id };
    return { ...request, id, params: { ...request.params, _meta: { ...meta, progressToken: id } } };
  }

  #received(message: Message): void {
    if (isRequest(message)) return;
    const sent = isNotification(message) ? this.#about(message) : this.#sent.get(message.id ?? '');
    if (sent === undefined) return;
    if (isNotification(message)) {
      sent.exchange.onmessage({ ...message, params: restored(message.params ?? {}, sent) }, sent.id);
      return;
    }
    this.#sent.delete(message.id ?? '');
    const answer = { ...message, id: sent.id };
    if ('result' in answer) answer.result = restored(answer.result, sent);
    sent.exchange.onmessage(answer, sent.id);
  }

  #about({ params = {} }: Notification): Sent | undefined {
    const { progressToken, _meta } = params;
    if (progressToken !== undefined) {
      const sent = this.#sent.get(progressToken as Id);
      return sent?.progressToken === undefined ? undefined : sent;
    }
    return this.#sent.get((isFields(_meta) ? _meta[SUBSCRIPTION] : '') as Id) ?? this.#only();
  }

  /** A message that names no request can be assigned only while there is exactly one. */
  #only(): Sent | undefined {
    const [first] = this.#sent.values();
    return this.#sent.size === 1 ? first : undefined;
  }

  async close(): Promise<void> {
    await this.#upstream.close();
    this.#closed();
  }

  #closed(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    for (const exchange of this.#exchanges) exchange.onclose();
    this.#exchanges.clear();
    this.#sent.clear();
  }
}

/** @returns the same, with the token and the id that the client gave */
function restored<Given extends Fields>(given: Given, { id, progressToken }: Sent): Given {
  const { _meta } = given;
  return {
    ...given,
    ...('progressToken' in given ? { progressToken } : {}),
    ...(isFields(_meta) && SUBSCRIPTION in _meta ? { _meta: { ..._meta, [SUBSCRIPTION]: id } } : {}),
  };
}

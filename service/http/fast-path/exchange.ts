/**
 * A request and its answer as the hooks and the handler of a route on the fast path see them: the members of Fastify's
 * that they use, with the same meaning.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type {
  FastifyBaseLogger,
  FastifyContextConfig,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
} from 'fastify';
import type { Clock } from '../../foundation/clock.ts';
import { headersOfAnswer } from '../server/every-answer.ts';

export interface ExchangeOf {
  raw: IncomingMessage;
  response: ServerResponse;
  /** The id of the request. */
  id: string;
  /** The address of the route; the request may have come by another one. */
  url: string;
  config: FastifyContextConfig;
  schema: FastifySchema;
  log: FastifyBaseLogger;
  clock: Clock;
  /** Called once the answer is sent. */
  answered: (request: FastifyRequest, reply: FastifyReply) => void;
}

export interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** The one place where they pass as Fastify's own. */
export function exchangeOf(given: ExchangeOf): Exchange {
  const request = new FastRequest(given) as unknown as FastifyRequest;
  return { request, reply: new FastReply(given, request) as unknown as FastifyReply };
}

const NOTHING = Object.freeze({});

type Part = FastifyRequest['params'] | undefined;

class FastRequest {
  readonly id: string;
  readonly raw: IncomingMessage;
  readonly url: string;
  readonly method = 'POST';
  readonly is404 = false;
  readonly params: Part = NOTHING;
  readonly query: Part = NOTHING;
  readonly routeOptions: { url: string; config: FastifyContextConfig; schema: FastifySchema };
  body: Part;
  principal: FastifyRequest['principal'] = null;
  counted: FastifyRequest['counted'] = null;
  bodyFaults: FastifyRequest['bodyFaults'] = null;
  isShed = false;
  readonly #root: FastifyBaseLogger;
  #log: FastifyBaseLogger | null = null;

  constructor({ id, raw, url, config, schema, log }: ExchangeOf) {
    this.id = id;
    this.raw = raw;
    this.url = url;
    this.routeOptions = { url, config, schema };
    this.#root = log;
  }

  get originalUrl(): string {
    return this.raw.url ?? '';
  }

  get headers(): IncomingMessage['headers'] {
    return this.raw.headers;
  }

  /** Made for the first line: most requests log nothing. */
  get log(): FastifyBaseLogger {
    this.#log ??= this.#root.child({ reqId: this.id });
    return this.#log;
  }
}

type HeaderValue = string | number;

class FastReply {
  readonly raw: ServerResponse;
  readonly request: FastifyRequest;
  statusCode = 200;
  readonly #headers: Record<string, HeaderValue>;
  readonly #given: ExchangeOf;
  readonly #startedAt: number;

  constructor(given: ExchangeOf, request: FastifyRequest) {
    this.raw = given.response;
    this.request = request;
    this.#headers = headersOfAnswer(given.id);
    this.#given = given;
    this.#startedAt = given.clock.monotonic();
  }

  /** Since the request came, ms. */
  get elapsedTime(): number {
    return this.#given.clock.monotonic() - this.#startedAt;
  }

  /** @param name in lower case. */
  header(name: string, value: HeaderValue): this {
    this.#headers[name] = value;
    return this;
  }

  headers(headers: Record<string, HeaderValue>): this {
    Object.assign(this.#headers, headers);
    return this;
  }

  hasHeader(name: string): boolean {
    return this.#headers[name] !== undefined;
  }

  code(status: number): this {
    this.statusCode = status;
    return this;
  }

  type(type: string): this {
    return this.header('content-type', type);
  }

  send(answer: unknown): this {
    const text = JSON.stringify(answer);
    this.#headers['content-type'] ??= 'application/json; charset=utf-8';
    this.#headers['content-length'] = Buffer.byteLength(text);
    this.raw.writeHead(this.statusCode, this.#headers);
    this.raw.end(text);
    this.#given.answered(this.request, this as unknown as FastifyReply);
    return this;
  }
}

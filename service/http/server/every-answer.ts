/** Everything that all answers share: their headers, the id of the request, and its line in the log. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { IdSource } from '../../foundation/ids.ts';
import type { Measured } from '../../foundation/measured.ts';
import { isUnderSandbox } from '../callers/callers.ts';

/** Set before anything else, and overridden only by the pages and their files: no answer is cached. */
const ANSWER_HEADERS = { 'cache-control': 'private, no-store', 'x-content-type-options': 'nosniff' };

export function headersOfAnswer(requestId: string): Record<string, string> {
  return { ...ANSWER_HEADERS, 'x-request-id': requestId };
}

const SANE_REQUEST_ID = /^[\w.:-]{1,128}$/;

export function requestIdOf(header: string | string[] | undefined, ids: IdSource): string {
  return typeof header === 'string' && SANE_REQUEST_ID.test(header) ? header : ids.random('req');
}

export interface NoteDeps {
  measured: Pick<Measured, 'requestAnswered'>;
  /** The application's own: a request's logger is only made for a line. */
  log: Logger;
}

/** Counts the answer, and logs it. Call it once it is sent. */
export function noteAnswered(
  { measured, log }: NoteDeps,
  request: FastifyRequest,
  { statusCode: status, elapsedTime: ms }: FastifyReply,
): void {
  const { method } = request;
  const route = request.routeOptions.url;
  measured.requestAnswered({ method, route: route ?? 'none', status, durationMs: ms });
  const level = status >= 400 && !request.isShed ? 'info' : 'debug';
  if (!log.isLevelEnabled(level)) return;
  const sandbox = isUnderSandbox(request) || undefined;
  request.log[level]({ method, route, sandbox, status, ms }, 'answered');
}

/** The answer to a request that is not valid HTTP. */
export function badRequest(code: string | undefined, requestId: string): string {
  const [status, detail] =
    code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', 'The request headers are too large.']
      : code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408 Request Timeout', 'The request took too long to arrive.']
        : ['400 Bad Request', 'This is not a valid HTTP request.'];
  const body = JSON.stringify({ detail });
  const head = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    ...Object.entries(ANSWER_HEADERS).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

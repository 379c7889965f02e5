/** The errors of webhooks in words for the tenant's log, without internals or secrets. */

import { errors } from 'undici';
import { DAY_MS } from '../../../foundation/clock.ts';
import { TargetRefused } from './connect.ts';

/** The exchange took too long. */
export class TimeLimit extends Error {
  override readonly name = 'TimeLimit';
}

/** The service is stopping. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
}

const NAME_UNKNOWN = 'The name could not be resolved.';
const BROKE_OFF = 'The connection broke off.';
const UNREACHABLE = 'The target could not be reached.';
const NO_TLS = 'No TLS connection could be made.';

const WORDS: Record<string, string> = {
  ENOTFOUND: NAME_UNKNOWN,
  EAI_AGAIN: NAME_UNKNOWN,
  EAI_FAIL: NAME_UNKNOWN,
  ENODATA: NAME_UNKNOWN,
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: BROKE_OFF,
  EPIPE: BROKE_OFF,
  UND_ERR_SOCKET: BROKE_OFF,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: BROKE_OFF,
  EHOSTUNREACH: UNREACHABLE,
  ENETUNREACH: UNREACHABLE,
  EADDRNOTAVAIL: UNREACHABLE,
  ETIMEDOUT: 'There was no connection in time.',
  UND_ERR_CONNECT_TIMEOUT: 'There was no connection in time.',
  UND_ERR_HEADERS_OVERFLOW: 'The headers of the answer are too large.',
  EPROTO: NO_TLS,
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another name.',
  CERT_HAS_EXPIRED: 'The certificate has expired.',
};
/** Certificates without a known signer, and the like (OpenSSL's names). */
const CERTIFICATE_CODE = /CERT|UNABLE_TO_|CRL/;

/** @param status the status of the answer, if one began. */
export function sendError(error: unknown, status: number | null, timeoutMs: number): string {
  if (error instanceof TargetRefused) return error.message;
  if (error instanceof TimeLimit) {
    const what = status === null ? 'There was no answer' : `The answer (${status}) did not end`;
    return `${what} within ${timeoutMs / 1000} s.`;
  }
  const { code = '' } = error as { code?: string };
  if (error instanceof Stopped || code === 'UND_ERR_DESTROYED' || code === 'UND_ERR_CLOSED') {
    return 'The service stopped before there was an answer.';
  }
  const words = Object.hasOwn(WORDS, code) ? WORDS[code] : undefined;
  if (words !== undefined) return words;
  if (error instanceof errors.HTTPParserError || code.startsWith('HPE_')) return 'The answer is not HTTP.';
  if (CERTIFICATE_CODE.test(code)) return `The certificate can't be trusted (${code}).`;
  if (code.startsWith('ERR_SSL_')) return NO_TLS;
  return code === '' ? 'The request could not be sent.' : `The request could not be sent (${code}).`;
}

/** The error of a complete answer. */
export function answerFault(status: number | null): string | null {
  if (status === null) return BROKE_OFF;
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return `The answer was ${status}; redirects are not followed.`;
  return `The answer was ${status}.`;
}

const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** RFC 9110, 10.2.3: seconds, or a date. Any other value is ignored. */
export function retryAfterMs(
  status: number,
  header: string | string[] | undefined,
  nowMs: number,
): number | null {
  if (typeof header !== 'string' || (status !== 429 && status !== 503)) return null;
  const text = header.trim();
  if (!/^\d+$/.test(text) && !HTTP_DATE.test(text)) return null;
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs;
  return Number.isNaN(ms) ? null : Math.min(Math.max(0, ms), DAY_MS);
}

/**
 * Reads a token before anything of it is proven: its form, its size, and the names that say which issuer's keys to
 * fetch. Header parameters that bring a key along (`jwk`, `jku`, `x5c`, `x5u`) are never read.
 */
import { parseJson } from '@assize/evidence-format';
import { isAsymmetric } from './algorithms.ts';
import { tokenRefused } from './refused.ts';

export const MAX_TOKEN_BYTES = 16 * 1024;
/** A token for more services than this is a token for anyone. */
const MAX_AUDIENCES = 5;

/** The origin that a token claims. */
export interface Origin {
  alg: string;
  issuer: string;
  audiences: readonly string[];
}

/** Secrets of keys begin in another way, so that each text is one or the other. */
export function isToken(presented: string): boolean {
  return presented.startsWith('eyJ');
}

const THREE_PARTS = /^([\w-]+)\.([\w-]+)\.[\w-]*$/;
/** Kinds of JWT (RFC 8725, section 3.11) that are not credentials. */
const OTHER_KINDS: ReadonlySet<string> = new Set(['dpop+jwt', 'logout+jwt', 'secevent+jwt']);

/** @throws {Failure} `unauthenticated` if it is too long, or no signed JWT that could be accepted. */
export function originOf(token: string): Origin {
  if (token.length > MAX_TOKEN_BYTES) throw tokenRefused('is longer than 16 KB');
  const [, head = '', body = ''] = THREE_PARTS.exec(token) ?? [];
  const header = jsonOf(head);
  const claims = jsonOf(body);
  if (header === null || claims === null) throw tokenRefused('is not a signed JWT');
  const { alg, crit, typ } = header;
  if (typeof alg !== 'string' || !isAsymmetric(alg)) {
    throw tokenRefused('is not signed with an asymmetric algorithm');
  }
  if (crit !== undefined) throw tokenRefused('has critical header parameters (crit), which are not read');
  if (typeof typ === 'string' && OTHER_KINDS.has(typ.toLowerCase().replace(/^application\//, ''))) {
    throw tokenRefused('is of a kind (typ) that is not a credential');
  }
  const audiences = typeof claims.aud === 'string' ? [claims.aud] : claims.aud;
  if (typeof claims.iss !== 'string') throw tokenRefused('names no issuer (iss)');
  if (!isListOfTexts(audiences)) throw tokenRefused('names no audience (aud)');
  if (audiences.length > MAX_AUDIENCES) throw tokenRefused(`names more than ${MAX_AUDIENCES} audiences`);
  return { alg, issuer: claims.iss, audiences };
}

function isListOfTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string');
}

/** null where it is no object in JSON. */
export function jsonOf(part: string): Record<string, unknown> | null {
  try {
    const value: unknown = parseJson(Buffer.from(part, 'base64url').toString());
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

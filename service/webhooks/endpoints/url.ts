/**
 * Finds faults in a webhook's URL when it is typed. The address of its name is checked at each connection, because it
 * may change after any check made here.
 */
import { isIP } from 'node:net';
import type { Environment } from '../../tenants/index.ts';
import { reachable } from './addresses.ts';

export const MAX_URL_CHARACTERS = 2048;

/** Whitespace and control characters, which a parser silently drops, and the backslash, which it treats as a slash. */
const NOT_IN_A_URL = /[\s\\\p{Cc}]/u;
/** RFC 1123, 2.1. */
const HOST_NAME =
  /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i;
const CREDENTIALS = /^\w+:\/\/[^/?#]*@/;

/** @param allowNetworks as in ASSIZE_WEBHOOK_ALLOW_CIDRS. @returns a sentence for the person who typed it, or null. */
export function urlFault(
  url: string,
  environment: Environment,
  allowNetworks: readonly string[],
): string | null {
  if (url.length > MAX_URL_CHARACTERS) return `The URL must have at most ${MAX_URL_CHARACTERS} characters.`;
  if (NOT_IN_A_URL.test(url) || !URL.canParse(url)) return 'This is not a URL.';
  const { protocol, hostname, port } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') return 'The URL must begin with https://.';
  if (!/^https?:\/\/[^/]/i.test(url)) return 'This is not a URL.';
  if (CREDENTIALS.test(url)) return 'The URL must not hold a user name or password.';
  if (url.includes('#')) return 'The URL must not have a fragment: it would not be sent.';
  if (port === '0') return 'The URL must not name port 0.';
  if (protocol === 'http:' && environment === 'production' && !mayBeNamed(hostname, allowNetworks)) {
    return 'The URL must begin with https:// in production.';
  }
  return null;
}

/** The fault of an address that is written in digits; that of a name is found at the connection. */
export function literalFault(url: string, allowNetworks: readonly string[]): string | null {
  const host = bareHost(new URL(url).hostname);
  if (isIP(host) === 0 || reachable(allowNetworks).reach(host) !== 'refused') return null;
  return 'The URL must not lead to a private address.';
}

/**
 * The fault of a host that is typed for a protocol other than HTTP. Without TLS it must be in a network that the
 * operator has named, in every environment. @returns a sentence for the person who typed it, or null.
 */
export function hostFault(host: string, tls: boolean, allowNetworks: readonly string[]): string | null {
  const isAddress = isIP(host) !== 0;
  if (!isAddress && !HOST_NAME.test(host)) return 'This is not a host name or an address.';
  if (isAddress && reachable(allowNetworks).reach(host) === 'refused')
    return 'The host must not be a private address.';
  return tls || mayBeNamed(host, allowNetworks)
    ? null
    : 'Without TLS, the host must be in a network that the operator has allowed.';
}

/** The address of a name is checked at the connection. */
function mayBeNamed(hostname: string, allowNetworks: readonly string[]): boolean {
  const { reach, namesAny } = reachable(allowNetworks);
  const host = bareHost(hostname);
  return isIP(host) === 0 ? namesAny : reach(host) === 'named';
}

/** A URL puts an IPv6 address in brackets. */
export function bareHost(hostname: string): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
}

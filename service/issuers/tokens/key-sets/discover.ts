/** Finds an issuer's key set: where the tenant wrote down no address, its metadata says (OpenID Connect, RFC 8414). */
import type { JSONWebKeySet } from 'jose';
import type { TrustedIssuer } from '../../issuer.ts';
import { isObject } from '../reading/token.ts';
import { type FetchObject, NoKeys } from './fetch.ts';

/** More would make each search among them slow. */
const MAX_KEYS = 100;

/** @throws {NoKeys} */
export async function fetchKeySet(
  fetch: FetchObject,
  { issuer, jwksUri }: Pick<TrustedIssuer, 'issuer' | 'jwksUri'>,
): Promise<JSONWebKeySet> {
  const { keys } = await fetch(jwksUri ?? (await discoverKeySet(fetch, issuer)));
  if (!Array.isArray(keys) || !keys.every(isObject)) throw new NoKeys('The document is not a set of keys.');
  if (keys.length > MAX_KEYS) throw new NoKeys(`There are more than ${MAX_KEYS} keys.`);
  return { keys };
}

async function discoverKeySet(fetch: FetchObject, issuer: string): Promise<string> {
  const [first, second] = placesOf(issuer);
  const metadata = await fetch(first).catch((error: unknown) => {
    if (error instanceof NoKeys && error.isMissing) return fetch(second);
    throw error;
  });
  // Otherwise an issuer could pass its own keys off as another's (RFC 8414, section 3.3).
  if (metadata.issuer !== issuer) throw new NoKeys('Its metadata names another issuer.');
  if (typeof metadata.jwks_uri !== 'string') throw new NoKeys('Its metadata names no address of keys.');
  return metadata.jwks_uri;
}

/** OpenID Connect adds its path to the issuer's; RFC 8414 puts it before. */
function placesOf(issuer: string): [string, string] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/+$/, '');
  return [
    `${origin}${path}/.well-known/openid-configuration`,
    `${origin}/.well-known/oauth-authorization-server${path}`,
  ];
}

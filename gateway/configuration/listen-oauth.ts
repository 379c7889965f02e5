/**
 * Reads `listen`: where the gateway answers by HTTP, and the authorization server whose tokens it accepts there. A token
 * proves something only if its keys come from the right address, so each address must be https, or on this machine.
 */
import * as z from 'zod';
import { DEFAULTS, type Listen, type WrappedServer } from './configuration.ts';

/** Signatures by a key that the gateway does not have (RFC 7518, RFC 8037): `none` and shared keys prove nothing. */
const ALGORITHMS = [
  ...(['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'] as const),
  ...(['ES256', 'ES384', 'ES512', 'EdDSA'] as const),
] as const;
const THIS_MACHINE: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);
/** As RFC 6749, section 3.3, has it: it is sent in a header. */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

const text = z.string().min(1);
const names = z.array(text);
const address = text.refine(isSafe, 'give an address that begins with https:// (http:// for this machine)');
const issuer = address.refine(isBare, 'give the address of the issuer without a query');
const origin = address.refine(isOrigin, 'give only the host, as https://gateway.example.com, without a path');
const scope = text.regex(SCOPE, 'give each scope alone, without spaces and quotation marks');

const oauth = z.strictObject({
  issuer,
  jwksUri: address.optional(),
  audience: text.optional(),
  algorithms: z
    .array(z.enum(ALGORITHMS, `choose from ${ALGORITHMS.join(', ')}`))
    .min(1)
    .default(['RS256', 'ES256']),
  scopes: z.record(text, z.array(scope)).default({}),
  agent: text.optional(),
  user: text.optional(),
  required: z.boolean().default(false),
});

const { listen: usual } = DEFAULTS;

export const listenSettings = z
  .strictObject({
    host: text.default(usual.host),
    port: z.int().min(0).max(65_535).default(usual.port),
    hosts: names.default([]),
    origins: names.default([]),
    publicUrl: origin.transform((url) => new URL(url).origin).optional(),
    oauth: oauth.optional(),
  })
  .refine(({ oauth: tokens, publicUrl }) => tokens === undefined || publicUrl !== undefined, {
    path: ['publicUrl'],
    message: 'say under which address clients reach the gateway: tokens (oauth) are given for it',
  });

/** @returns each problem that shows only beside the servers */
export function problemsOfListen(
  listen: Pick<Listen, 'oauth'> | undefined,
  servers: readonly WrappedServer[],
): string[] {
  const named = Object.keys(listen?.oauth?.scopes ?? {});
  const unknown = named.filter((name) => !servers.some((server) => server.name === name));
  return unknown.map((name) => `assize.listen.oauth.scopes.${name}: there is no such server.`);
}

function isSafe(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, username, password, hash } = new URL(url);
  const isPrivate = protocol === 'https:' || (protocol === 'http:' && THIS_MACHINE.has(hostname));
  return isPrivate && username === '' && password === '' && hash === '';
}

function isBare(url: string): boolean {
  return !url.includes('?');
}

function isOrigin(url: string): boolean {
  return !URL.canParse(url) || (new URL(url).pathname === '/' && isBare(url));
}

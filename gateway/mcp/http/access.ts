/**
 * Admits requests by HTTP: to a name that it answers to, not from a page of another origin, and with the key of an agent
 * that it knows, or a token of the issuer that is configured.
 */
import type { IncomingMessage } from 'node:http';
import { localhostAllowedHostnames, validateHostHeader } from '@modelcontextprotocol/server';
import type { Listen, WrappedServer } from '../../configuration/configuration.ts';
import type { Gateway } from '../gateway.ts';
import type { Caller } from '../governance.ts';
import type { Refusal } from './answers.ts';
import { NoKeys } from './oauth/issuer-keys.ts';
import {
  challengeOf,
  type Protection,
  protectionOf,
  resourceOf,
  scopesOf,
} from './oauth/protected-resource.ts';
import { type Grant, TokenRefused, Tokens } from './oauth/tokens.ts';

/** A name that only points to this machine is refused: a web page could reach it that way (DNS rebinding). */
export function refusedHost(
  { headers }: IncomingMessage,
  { host, hosts, origins, publicUrl }: Listen,
): Refusal | undefined {
  const known = publicUrl === undefined ? [] : [new URL(publicUrl).hostname];
  const allowed = [...localhostAllowedHostnames(), host, `[${host}]`, ...hosts, ...known];
  if (!validateHostHeader(headers.host, allowed).ok) {
    return { status: 403, message: 'The gateway does not answer to this Host.' };
  }
  const { origin } = headers;
  const isKnown = origin === undefined || origin === publicUrl || origins.includes(origin);
  if (isKnown || isSame(origin, headers.host)) return undefined;
  return { status: 403, message: 'The gateway does not answer to this Origin.' };
}

function isSame(origin: string, host: string | undefined): boolean {
  return URL.canParse(origin) && new URL(origin).host === host;
}

export type Admission = { caller: Caller } | { refused: Refusal };

/** Knows callers by the credentials that they show. */
export class Callers {
  readonly #gateway: Gateway;
  readonly #protection: Protection | undefined;
  readonly #tokens: Tokens | undefined;

  constructor(gateway: Gateway) {
    this.#gateway = gateway;
    this.#protection = protectionOf(gateway.configuration.listen);
    const oauth = this.#protection?.oauth;
    this.#tokens = oauth === undefined ? undefined : new Tokens(oauth, gateway);
  }

  async admit({ headers }: IncomingMessage, server: WrappedServer): Promise<Admission> {
    const [, credential] = /^bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
    const [protection, tokens] = [this.#protection, this.#tokens];
    const takesKeys = protection?.oauth.required !== true;
    const agent = takesKeys && credential !== undefined ? this.#gateway.agentWith(credential) : undefined;
    if (agent !== undefined) return { caller: { agent, user: undefined } };
    if (protection === undefined || tokens === undefined) return { refused: NO_KEY };
    if (credential === undefined) return { refused: refusedToken(protection, server) };
    try {
      const grant = await tokens.grantIn(credential, resourceOf(protection, server));
      return this.#granted(grant, protection, server);
    } catch (error) {
      if (error instanceof TokenRefused) return { refused: refusedToken(protection, server, error) };
      if (error instanceof NoKeys) return { refused: ISSUER_AWAY };
      throw error;
    }
  }

  #granted({ agent: name, user, scopes }: Grant, protection: Protection, server: WrappedServer): Admission {
    const needed = scopesOf(protection, server);
    if (!needed.every((scope) => scopes.has(scope))) {
      const description = 'The token lacks a scope that this server needs.';
      const challenge = challengeOf(protection, server, { code: 'insufficient_scope', description });
      return { refused: { status: 403, message: description, headers: { 'www-authenticate': challenge } } };
    }
    const agent = this.#gateway.agentNamed(name);
    if (agent !== undefined) return { caller: { agent, user } };
    this.#gateway.log(
      `a token names the agent ${name}, for which no key is set: add it to agents, or set key`,
    );
    return { refused: { status: 403, message: 'The gateway has no key for the agent of this token.' } };
  }
}

const NO_KEY: Refusal = {
  status: 401,
  message: "Send your agent's key as a bearer token: Authorization: Bearer ak_…",
  headers: { 'www-authenticate': 'Bearer' },
};

const ISSUER_AWAY: Refusal = {
  status: 503,
  message: "The token can't be checked now: the keys of its issuer are not known. Try again.",
};

/** @param error undefined where none was sent */
function refusedToken(protection: Protection, server: WrappedServer, error?: TokenRefused): Refusal {
  const description = error === undefined ? undefined : `The token ${error.message}.`;
  const challenge = challengeOf(
    protection,
    server,
    description === undefined ? undefined : { code: 'invalid_token', description },
  );
  return {
    status: 401,
    message: description ?? 'Send an access token: Authorization: Bearer …',
    headers: { 'www-authenticate': challenge },
  };
}

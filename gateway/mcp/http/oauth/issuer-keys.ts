/**
 * The keys of the issuer of tokens: where they are is configured, or found by its metadata (OpenID Connect, RFC 8414).
 * What is fetched is bounded in size and time, and not asked for again at once where it fails.
 */
import { createRemoteJWKSet, customFetch, errors, type JWSHeaderParameters, type RemoteJWKSet } from 'jose';
import type { ListenOAuth } from '../../../configuration/configuration.ts';
import type { Platform } from '../../../platform.ts';
import { type Log, wordsOf } from '../../log.ts';
import { type Fields, isFields } from '../../message.ts';
import { BodyTooLarge, bodyOf } from '../requests.ts';

const MAX_DOCUMENT_BYTES = 256 * 1024;
const FETCH_TIMEOUT_MS = 5_000;
/** After a failure. Otherwise each made-up token would send a request to the issuer. */
const WAIT_MS = 5_000;
/** Between two fetches for keys that the issuer does not list: anyone can make up a key's name. */
const COOLDOWN_MS = 30_000;
const MAX_AGE_MS = 10 * 60_000;

/** The message says why, without anything that the issuer or a client sent. */
export class NoKeys extends Error {
  override readonly name = 'NoKeys';
}

export interface IssuerKeysOptions {
  oauth: Pick<ListenOAuth, 'issuer' | 'jwksUri'>;
  platform: Pick<Platform, 'elapsedMs'>;
  log: Log;
}

export class IssuerKeys {
  readonly #options: IssuerKeysOptions;
  #keys: Promise<RemoteJWKSet> | undefined;
  #failed: { error: NoKeys; at: number } | undefined;

  constructor(options: IssuerKeysOptions) {
    this.#options = options;
  }

  /** @throws {NoKeys} where they can't be had. @throws an error of `jose` where none of them fits */
  async keyFor(header: JWSHeaderParameters): ReturnType<RemoteJWKSet> {
    this.#keys ??= this.#open();
    const keys = await this.#keys.catch((error: unknown) => {
      this.#keys = undefined;
      throw error;
    });
    return keys(header as Parameters<RemoteJWKSet>[0]).catch((error: unknown) => {
      if (DOES_NOT_FIT.some((each) => error instanceof each)) throw error;
      throw error instanceof NoKeys ? error : this.#failure(`its keys can't be read: ${wordsOf(error)}`);
    });
  }

  async #open(): Promise<RemoteJWKSet> {
    const url = new URL(this.#options.oauth.jwksUri ?? (await this.#discover()));
    return createRemoteJWKSet(url, {
      timeoutDuration: FETCH_TIMEOUT_MS,
      cooldownDuration: COOLDOWN_MS,
      cacheMaxAge: MAX_AGE_MS,
      [customFetch]: async (address, { signal }) => this.#fetch(address, signal),
    });
  }

  async #discover(): Promise<string> {
    const { issuer } = this.#options.oauth;
    const signal = AbortSignal.timeout(FETCH_TIMEOUT_MS);
    for (const place of placesOf(issuer)) {
      const response = await this.#fetch(place, signal);
      if (!response.ok) continue;
      const metadata = await fieldsIn(response);
      // Otherwise an issuer could pass its own keys off as another's (RFC 8414, section 3.3).
      if (metadata.issuer !== issuer) throw this.#failure('its metadata names another issuer');
      const { jwks_uri: found } = metadata;
      if (typeof found === 'string' && isAsSafe(found, issuer)) return found;
      throw this.#failure('its metadata names no address of keys that can be used');
    }
    throw this.#failure('it has no metadata (set jwksUri)');
  }

  /** @throws {NoKeys} except where the issuer says that this document does not exist */
  async #fetch(url: string, signal: AbortSignal): Promise<Response> {
    const { elapsedMs } = this.#options.platform;
    if (this.#failed !== undefined && elapsedMs() < this.#failed.at + WAIT_MS) throw this.#failed.error;
    try {
      const headers = { accept: 'application/json, application/jwk-set+json' };
      const response = await fetch(url, { headers, redirect: 'error', signal });
      const { status, body } = response;
      if (status >= 500) throw new NoKeys(`it answered ${status}`);
      return new Response(body === null ? null : await bodyOf(body, MAX_DOCUMENT_BYTES), { status });
    } catch (error) {
      throw this.#failure(error instanceof NoKeys ? error.message : inWords(error));
    }
  }

  #failure(reason: string): NoKeys {
    const { oauth, platform, log } = this.#options;
    const error = new NoKeys(reason);
    this.#failed = { error, at: platform.elapsedMs() };
    log(`the keys of ${oauth.issuer} can't be had: ${reason}`);
    return error;
  }
}

const DOES_NOT_FIT = [errors.JWKSNoMatchingKey, errors.JWKSMultipleMatchingKeys, errors.JOSENotSupported];

function inWords(error: unknown): string {
  if (error instanceof BodyTooLarge) return 'its document is longer than 256 KB';
  if (error instanceof Error && error.name === 'TimeoutError') return 'it did not answer in 5 seconds';
  return "it can't be reached, or it redirects";
}

async function fieldsIn(response: Response): Promise<Fields> {
  const value: unknown = await response.json().catch(() => undefined);
  return isFields(value) ? value : {};
}

/** OpenID Connect adds its path to the issuer's; RFC 8414 puts it before. */
function placesOf(issuer: string): string[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/+$/, '');
  return [
    `${origin}${path}/.well-known/openid-configuration`,
    `${origin}/.well-known/oauth-authorization-server${path}`,
  ];
}

/** Keys that come without TLS could be anyone's. */
function isAsSafe(url: string, issuer: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol } = new URL(url);
  return protocol === 'https:' || (protocol === 'http:' && new URL(issuer).protocol === 'http:');
}

/**
 * The tokens with which the gateway reaches one server: those of the stored login, or those that it gets as a client
 * of its own. They are renewed before they expire, and when the server refuses them.
 */
import { clientCredentialsGrant } from 'openid-client';
import type { GatewayConfiguration, HttpServer } from '../configuration/configuration.ts';
import type { ServerLogin } from '../mcp/upstream/login.ts';
import type { Platform } from '../platform.ts';
import { authorityFor, type Challenge, challengeIn, challengeOf } from './discovery.ts';
import { isRefusedAs, LoginProblem, saidBy } from './problem.ts';
import { LoginStore, type Place } from './store.ts';
import { configurationOf, methodOf, refreshed, type Tokens, tokensFrom } from './tokens.ts';

/** @returns the logins by the names of the servers */
export function loginsFor({ servers }: GatewayConfiguration, platform: Platform): Map<string, ServerLogin> {
  const store = new LoginStore(platform);
  const logins = new Map<string, ServerLogin>();
  for (const server of servers) {
    const login = server.kind === 'http' ? loginFor(server, store, platform) : undefined;
    if (login !== undefined) logins.set(server.name, login);
  }
  return logins;
}

export function hasKey({ headers }: HttpServer): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
}

/** @returns undefined for a server that gets a header with a key instead */
function loginFor(
  server: HttpServer,
  store: LoginStore,
  platform: Pick<Platform, 'now' | 'environment'>,
): ServerLogin | undefined {
  if (hasKey(server)) return undefined;
  return server.oauth?.grant === 'client_credentials'
    ? new MachineLogin(server, platform)
    : new PersonLogin(server, store, platform.now);
}

class PersonLogin implements ServerLogin {
  readonly #place: Place;
  readonly #store: LoginStore;
  readonly #now: () => number;
  #renewing: Promise<Tokens> | undefined;
  #last: Tokens | undefined;

  constructor({ name, url }: Place, store: LoginStore, now: () => number) {
    this.#place = { name, url };
    this.#store = store;
    this.#now = now;
  }

  async token(): Promise<string | undefined> {
    const tokens = (await this.#store.read(this.#place))?.tokens;
    this.#last = tokens;
    if (tokens === undefined || !this.#isDue(tokens)) return tokens?.accessToken;
    // Without a refresh token, the server decides whether it still counts.
    if (tokens.refreshToken === undefined) return tokens.accessToken;
    try {
      return (await this.#renew(tokens.accessToken)).accessToken;
    } catch (error) {
      const isOver = tokens.expiresAtMs !== undefined && tokens.expiresAtMs <= this.#now();
      if (isOver || (await this.#store.read(this.#place))?.tokens === undefined) throw error;
      return tokens.accessToken;
    }
  }

  async renewed(refused: string | undefined): Promise<string> {
    const stored = await this.#store.read(this.#place);
    const tokens = stored?.tokens;
    if (tokens === undefined) {
      // So that the command knows the address.
      if (stored === undefined) await this.#store.locked(this.#place, () => this.#forget()).catch(() => {});
      throw new LoginProblem(
        `The server answered 401. It wants a login (OAuth) or a key: run \`${this.#command}\`, or give the gateway a header with a key.`,
      );
    }
    if (tokens.accessToken !== refused) return tokens.accessToken;
    if (tokens.refreshToken === undefined) throw this.#ended('The server no longer accepts the login');
    return (await this.#renew(refused)).accessToken;
  }

  widening(scopes: readonly string[]): string {
    return scopes.length === 0
      ? `Run \`${this.#command}\` to log in again.`
      : `Run \`${this.#command} --scope "${scopes.join(' ')}"\`.`;
  }

  secrets(): string[] {
    return secretsIn(this.#last);
  }

  get #command(): string {
    return `assize gateway login ${this.#place.name}`;
  }

  #ended(why: string): LoginProblem {
    return new LoginProblem(`${why}. Run \`${this.#command}\`.`);
  }

  #isDue({ renewAtMs }: Tokens): boolean {
    return renewAtMs !== undefined && renewAtMs <= this.#now();
  }

  async #forget(): Promise<void> {
    await this.#store.write(this.#place);
  }

  /** @param used the access token that is to be replaced */
  #renew(used: string): Promise<Tokens> {
    this.#renewing ??= this.#store
      .locked(this.#place, () => this.#renewAlone(used))
      .finally(() => {
        this.#renewing = undefined;
      });
    return this.#renewing;
  }

  /** Others may have spent the refresh token before the lock was free: what is stored now counts. */
  async #renewAlone(used: string): Promise<Tokens> {
    const tokens = (await this.#store.read(this.#place))?.tokens;
    if (tokens === undefined) throw this.#ended('The login was ended');
    if (tokens.accessToken !== used) return tokens;
    try {
      const fresh = await refreshed(tokens, this.#place.url, this.#now());
      await this.#store.write({ ...this.#place, tokens: fresh });
      this.#last = fresh;
      return fresh;
    } catch (error) {
      if (isRefusedAs(error, 'invalid_grant')) {
        await this.#forget();
        throw this.#ended('The authorization server has ended the login');
      }
      throw error instanceof LoginProblem
        ? error
        : new LoginProblem(`The login can't be renewed: ${saidBy(error)}.`, { cause: error });
    }
  }
}

/** Its tokens stay in memory: another one costs one request. */
class MachineLogin implements ServerLogin {
  readonly #server: HttpServer;
  readonly #platform: Pick<Platform, 'now' | 'environment'>;
  #tokens: Tokens | undefined;
  #asking: Promise<Tokens> | undefined;

  constructor(server: HttpServer, platform: Pick<Platform, 'now' | 'environment'>) {
    this.#server = server;
    this.#platform = platform;
  }

  async token(): Promise<string | undefined> {
    const { renewAtMs = Number.POSITIVE_INFINITY, accessToken } = this.#tokens ?? {};
    if (accessToken !== undefined && renewAtMs > this.#platform.now()) return accessToken;
    return (await this.#ask(undefined)).accessToken;
  }

  async renewed(refused: string | undefined, refusal: Response): Promise<string> {
    if (this.#tokens !== undefined && this.#tokens.accessToken !== refused) return this.#tokens.accessToken;
    return (await this.#ask(challengeIn(refusal))).accessToken;
  }

  widening(scopes: readonly string[]): string {
    const place = `${this.#server.name} in the gateway's configuration`;
    return scopes.length === 0
      ? `Check oauth of ${place}.`
      : `Add to oauth.scopes of ${place}: ${scopes.join(' ')}.`;
  }

  secrets(): string[] {
    return secretsIn(this.#tokens);
  }

  #ask(challenge: Challenge | undefined): Promise<Tokens> {
    this.#asking ??= this.#given(challenge)
      .then((tokens) => {
        this.#tokens = tokens;
        return tokens;
      })
      .finally(() => {
        this.#asking = undefined;
      });
    return this.#asking;
  }

  async #given(challenge: Challenge | undefined): Promise<Tokens> {
    const { url, oauth = {} } = this.#server;
    const authority = await authorityFor(url, challenge ?? (await challengeOf(url)));
    const client = {
      id: oauth.clientId ?? '',
      secret: secretOf(oauth.clientSecretEnv, this.#platform.environment),
    };
    const { metadata, resource } = authority;
    const method = methodOf(client, metadata.token_endpoint_auth_methods_supported);
    const scope = oauth.scopes?.join(' ') ?? authority.scope;
    try {
      const answer = await clientCredentialsGrant(configurationOf(metadata, client, method, url), {
        resource,
        ...(scope !== undefined && { scope }),
      });
      return tokensFrom(
        answer,
        { authority: metadata, client, method, resource, scope },
        this.#platform.now(),
      );
    } catch (error) {
      if (error instanceof LoginProblem) throw error;
      throw new LoginProblem(`The authorization server gives the gateway no token: ${saidBy(error)}.`, {
        cause: error,
      });
    }
  }
}

function secretsIn(tokens: Tokens | undefined): string[] {
  const { accessToken, refreshToken, client } = tokens ?? {};
  return [accessToken, refreshToken, client?.secret].filter((secret) => secret !== undefined);
}

/** @throws {LoginProblem} */
export function secretOf(
  variable: string | undefined,
  environment: Platform['environment'],
): string | undefined {
  if (variable === undefined) return undefined;
  const secret = environment[variable];
  if (secret === undefined || secret === '') throw new LoginProblem(`The variable ${variable} is not set.`);
  return secret;
}

/**
 * Proves access tokens (RFC 9068, RFC 7519): the signature by a key of the issuer, for this server, and in time. A token
 * is neither kept nor passed on, and no refusal repeats a part of it.
 */
import { errors, type JWTPayload, jwtVerify } from 'jose';
import type { ListenOAuth } from '../../../configuration/configuration.ts';
import type { Platform } from '../../../platform.ts';
import type { Log } from '../../log.ts';
import { type Fields, isFields } from '../../message.ts';
import { IssuerKeys, NoKeys } from './issuer-keys.ts';

/** The things that a token proves. */
export interface Grant {
  /** The name of the agent. */
  agent: string;
  /** The person whom the agent acts for. */
  user: string | undefined;
  scopes: ReadonlySet<string>;
}

/** The message continues "The token". It is also sent in a header. */
export class TokenRefused extends Error {
  override readonly name = 'TokenRefused';
}

/** Clocks may differ by this much. */
const TOLERANCE_SECONDS = 60;
const MAX_NAME_CHARACTERS = 1_000;

export class Tokens {
  readonly #oauth: ListenOAuth;
  readonly #keys: IssuerKeys;
  readonly #platform: Pick<Platform, 'now'>;

  constructor(oauth: ListenOAuth, { platform, log }: { platform: Platform; log: Log }) {
    this.#oauth = oauth;
    this.#platform = platform;
    this.#keys = new IssuerKeys({ oauth, platform, log });
  }

  /** @param server its public address. @throws {TokenRefused} @throws {NoKeys} where the issuer's keys are unknown */
  async grantIn(token: string, server: string): Promise<Grant> {
    const { issuer, algorithms, audience = server } = this.#oauth;
    const nowMs = this.#platform.now();
    const { payload } = await jwtVerify(token, (header) => this.#keys.keyFor(header), {
      issuer,
      audience,
      algorithms: [...algorithms],
      requiredClaims: ['exp'],
      clockTolerance: TOLERANCE_SECONDS,
      currentDate: new Date(nowMs),
    }).catch((error: unknown) => {
      throw refusalFor(error);
    });
    if (payload.iat !== undefined && payload.iat > nowMs / 1000 + TOLERANCE_SECONDS)
      throw new TokenRefused('is from the future (iat)');
    // It is worthless to a thief elsewhere, and must be so here.
    if (payload.cnf !== undefined)
      throw new TokenRefused('is bound to a key of the client (cnf), which is not checked here');
    return { ...namesIn(payload, this.#oauth), scopes: scopesIn(payload) };
  }
}

/** The actor is in `act` where someone acts for the subject (RFC 8693, section 4.1). */
function namesIn(claims: JWTPayload, { agent, user }: ListenOAuth): Pick<Grant, 'agent' | 'user'> {
  const { act } = claims;
  if (act !== undefined && !isFields(act)) throw new TokenRefused('has an actor (act) that is not an object');
  const actor = act ?? claims;
  const usual = act === undefined ? ['client_id', 'azp', 'sub'] : ['sub'];
  const name = nameIn(actor, agent === undefined ? usual : [agent]);
  if (name === undefined) throw new TokenRefused('does not have the claim that names the agent');
  const person = nameIn(claims, [user ?? 'sub']);
  // A client that acts for itself is its own subject.
  return { agent: name, user: user === undefined && person === name ? undefined : person };
}

/** @returns the first of these claims that is there */
function nameIn(claims: Fields, wanted: readonly string[]): string | undefined {
  const claim = wanted.find((each) => Object.hasOwn(claims, each));
  const name = claim === undefined ? undefined : claims[claim];
  if (name === undefined) return undefined;
  if (typeof name !== 'string' || name === '' || name.length > MAX_NAME_CHARACTERS || !isPlain(name))
    throw new TokenRefused(`has a name that is not a text of 1 to ${MAX_NAME_CHARACTERS} characters`);
  return name;
}

function isPlain(name: string): boolean {
  return name.isWellFormed() && !/\p{Cc}/u.test(name);
}

/** As a text with spaces (RFC 9068), or as Entra and Okta have it. */
function scopesIn({ scope, scp }: JWTPayload): ReadonlySet<string> {
  const given = scope ?? scp;
  const each = typeof given === 'string' ? given.split(' ') : Array.isArray(given) ? given : [];
  return new Set(each.filter((one): one is string => typeof one === 'string'));
}

const REASONS: Record<string, string> = {
  ERR_JWT_EXPIRED: 'has expired',
  ERR_JOSE_ALG_NOT_ALLOWED: 'is signed with an algorithm that is not accepted here',
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: 'has a signature that its issuer did not make',
  ERR_JWKS_NO_MATCHING_KEY: 'is signed with a key that its issuer does not list',
  ERR_JWKS_MULTIPLE_MATCHING_KEYS: 'does not say which key of its issuer signed it (kid)',
};

function refusalFor(error: unknown): unknown {
  if (error instanceof NoKeys) return error;
  if (error instanceof errors.JWTClaimValidationFailed) {
    const { claim, reason } = error;
    if (claim === 'nbf' && reason === 'check_failed') return new TokenRefused('is not valid yet (nbf)');
    return new TokenRefused(reason === 'missing' ? `has no ${claim}` : `does not have the right ${claim}`);
  }
  if (error instanceof errors.JOSEError) return new TokenRefused(REASONS[error.code] ?? 'is not a valid JWT');
  return error instanceof TypeError ? new TokenRefused('is signed with a key that is too weak') : error;
}

/**
 * Single sign-on by OpenID Connect: the code flow with PKCE, state and nonce. The library checks issuer,
 * audience, times, nonce and signature of the ID token; this file decides who may sign in with it.
 */
import { parseJson } from '@assize/evidence-format';
import { Failure } from '../../foundation/failure.ts';
import type { Role } from '../../keys/index.ts';
import { pagesAt } from '../identity/links.ts';
import { issueSecret, type SingleUseDeps, takeSecret } from '../identity/single-use.ts';
import { normalizedEmail } from '../member.ts';

export interface OidcSettings {
  issuer: string;
  clientId: string;
  /** null for a public client. */
  clientSecret: string | null;
  /** The name on the button of the page. */
  name: string;
  /** The role of new people in the first tenant; null: only invited people may sign in. */
  role: Role | null;
  /** Domains of addresses; empty: any. */
  domains: readonly string[];
}

/** The person named by the provider, with an address that it has verified. */
export interface ProvenPerson {
  /** The provider's id for the person, which stays when the address changes. */
  subject: string;
  email: string;
  name: string;
}

export interface SingleSignOn {
  name: string;
  /**
   * @param returnTo a path of this service. @returns the address to send the browser to, and the state for
   * its cookie.
   */
  begin(returnTo: string, nowMs: number): Promise<{ url: string; state: string }>;
  /**
   * @param answer the query of the callback. @param state from the cookie.
   * @throws {Failure} `forbidden` if the answer is not valid, or the person may not sign in.
   */
  end(
    answer: URLSearchParams,
    state: string | null,
    nowMs: number,
  ): Promise<{ person: ProvenPerson; returnTo: string }>;
}

interface Begun {
  nonce: string;
  verifier: string;
  returnTo: string;
}

const OIDC_CALLBACK = '/auth/oidc/callback';
const LIFETIME_MS = 600_000;
const TIMEOUT_SECONDS = 10;

export function singleSignOn(deps: SingleUseDeps, settings: OidcSettings, baseUrl: string): SingleSignOn {
  const provider = providerOf(settings);
  const callback = `${pagesAt(baseUrl)}${OIDC_CALLBACK}`;
  return {
    name: settings.name,
    async begin(returnTo, nowMs) {
      const { oidc, configuration } = await provider();
      const begun: Begun = { nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier(), returnTo };
      const lifetime = { nowMs, lifetimeMs: LIFETIME_MS };
      const state = await issueSecret(deps, 'sign-in', JSON.stringify(begun), lifetime);
      const url = oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: callback,
        scope: 'openid email profile',
        state,
        nonce: begun.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(begun.verifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, state };
    },
    async end(answer, state, nowMs) {
      const stored = state === null ? null : await takeSecret(deps.db, 'sign-in', state, nowMs);
      if (state === null || stored === null) throw refused('ended');
      const begun = parseJson(stored) as unknown as Begun;
      const { oidc, configuration } = await provider();
      const claims = await claimsOf(oidc, configuration, new URL(`${callback}?${answer}`), state, begun);
      return { person: admitted(settings, claims), returnTo: begun.returnTo };
    },
  };
}

type Oidc = typeof import('openid-client');
type Configuration = import('openid-client').Configuration;

/** Loaded, with the provider's metadata, at the first sign-in; after a failure it is tried again. */
function providerOf({ issuer, clientId, clientSecret }: OidcSettings) {
  let opening: Promise<{ oidc: Oidc; configuration: Configuration }> | null = null;
  const open = async () => {
    const oidc = await import('openid-client');
    const insecure = new URL(issuer).protocol === 'http:' ? [oidc.allowInsecureRequests] : [];
    const configuration = await oidc.discovery(
      new URL(issuer),
      clientId,
      undefined,
      clientSecret === null ? oidc.None() : oidc.ClientSecretBasic(clientSecret),
      { execute: [...insecure, oidc.enableNonRepudiationChecks], timeout: TIMEOUT_SECONDS },
    );
    return { oidc, configuration };
  };
  return () => {
    opening ??= open().catch((cause: unknown) => {
      opening = null;
      throw new Failure('unavailable', 'The sign-in provider could not be reached. Try again.', { cause });
    });
    return opening;
  };
}

type Claims = Record<string, unknown>;

async function claimsOf(
  oidc: Oidc,
  configuration: Configuration,
  current: URL,
  expectedState: string,
  { nonce, verifier }: Begun,
): Promise<Claims> {
  try {
    const tokens = await oidc.authorizationCodeGrant(configuration, current, {
      pkceCodeVerifier: verifier,
      expectedNonce: nonce,
      expectedState,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (claims === undefined) throw new Error('no ID token');
    if (claims.email !== undefined) return claims;
    // Many providers return the address only from this endpoint, whose answer must have the same subject.
    return { ...(await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub)), sub: claims.sub };
  } catch (cause) {
    throw refused('answer', cause);
  }
}

/** @throws {Failure} `forbidden` */
function admitted({ domains }: OidcSettings, claims: Claims): ProvenPerson {
  const { sub, email, email_verified: isVerified, name } = claims;
  if (typeof sub !== 'string' || typeof email !== 'string') throw refused('address');
  if (isVerified !== true) throw refused('unverified');
  const address = normalizedEmail(email);
  const domain = address.slice(address.lastIndexOf('@') + 1);
  if (domains.length > 0 && !domains.includes(domain)) {
    throw refused('domain');
  }
  return { subject: sub, email: address, name: typeof name === 'string' && name !== '' ? name : address };
}

/** Reasons for refusing a sign-in: the page has the word in its address, and shows the sentence. */
const REFUSALS = {
  ended: 'It took too long, or began in another browser.',
  answer: "The provider's answer was not valid.",
  address: 'The provider did not give an e-mail address.',
  unverified: 'The provider has not verified your e-mail address.',
  domain: 'Addresses of your domain may not sign in here.',
  account:
    'You have an account here: sign in with it, and accept the invitation. Then your provider can sign you in.',
  uninvited: 'You are not a member of any organisation here. Ask for an invitation.',
} as const;

export function refused(why: keyof typeof REFUSALS, cause?: unknown): Failure {
  return new Failure('forbidden', REFUSALS[why], { cause });
}

/** The word for a refusal; for any other failure its code. */
export function wordFor({ code, publicMessage }: Failure): string {
  return Object.entries(REFUSALS).find(([, message]) => message === publicMessage)?.[0] ?? code;
}

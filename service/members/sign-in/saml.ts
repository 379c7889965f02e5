/**
 * Sign-in by a tenant's SAML provider: this service sends the browser there, and reads the signed answer. The library
 * checks signature, audience and times; this file checks that the answer is to the one request that it names, and only
 * once, and that the same browser comes back.
 */
import { parseJson } from '@assize/evidence-format';
import type { Profile } from '@node-saml/node-saml';
import { isMailAddress } from '../../tenants/index.ts';
import {
  hashToken,
  issueSecret,
  keepSecret,
  type SingleUseDeps,
  takeSecret,
} from '../identity/single-use.ts';
import { normalizedEmail } from '../member.ts';
import { certificatesIn, type SamlProvider, serviceProviderOf } from './saml-provider.ts';
import { refused } from './single-sign-on.ts';

export interface SamlPlace {
  baseUrl: string;
  tenantId: string;
  provider: SamlProvider;
}

/** The person whom the provider vouches for, to its own tenant alone. */
export interface VouchedPerson {
  /** Lower case, of a domain that the provider may vouch for. */
  email: string;
  name: string;
}

interface Begun {
  tenantId: string;
  requestId: string;
  returnTo: string;
  /** The hash of the secret in the browser's cookie. */
  browser: string;
}

interface Answered {
  tenantId: string;
  returnTo: string;
  person: VouchedPerson;
}

const LIFETIME_MS = 600_000;
/** From the provider's answer to the next request of the browser. */
const ANSWERED_LIFETIME_MS = 60_000;
const CLOCK_SKEW_MS = 60_000;
const MAX_ANSWER_CHARACTERS = 96 * 1024;
const SECRET_BYTES = 32;
/** For the library: how long a request may wait is decided where its secret is taken. */
const KEPT_UNTIL_TAKEN = '9999-12-31T00:00:00Z';
/** Entities, and hashes that can be forged. */
const UNSAFE = /<!DOCTYPE|<!ENTITY|xmldsig#(?:rsa-|dsa-)?sha1|xmldsig#hmac|xmldsig-more#(?:rsa-)?md5/i;
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';

/** @returns the address to send the browser to, and the secret for its cookie. */
export async function beginSaml(
  deps: SingleUseDeps,
  place: SamlPlace,
  returnTo: string,
  nowMs: number,
): Promise<{ url: string; browser: string }> {
  const random = Buffer.alloc(2 * SECRET_BYTES);
  deps.fillRandom(random);
  const browser = random.subarray(0, SECRET_BYTES).toString('base64url');
  // An XML id begins with no digit.
  const requestId = `_${random.subarray(SECRET_BYTES).toString('hex')}`;
  const begun: Begun = { tenantId: place.tenantId, requestId, returnTo, browser: hashToken(browser) };
  const state = await issueSecret(deps, 'saml', JSON.stringify(begun), { nowMs, lifetimeMs: LIFETIME_MS });
  const saml = await samlOf(place, requestId);
  return { url: await saml.getAuthorizeUrlAsync(state, undefined, {}), browser };
}

/**
 * Keeps the person for the browser that began, until its next request.
 * @throws {Failure} `forbidden` if the answer is not valid, was used, or is about someone it may not vouch for.
 */
export async function takeSamlAnswer(
  deps: SingleUseDeps,
  place: SamlPlace,
  { SAMLResponse: answer, RelayState: state }: { SAMLResponse: string; RelayState: string },
  nowMs: number,
): Promise<void> {
  const stored = await takeSecret(deps.db, 'saml', state, nowMs);
  if (stored === null) throw refused('ended');
  const begun = parseJson(stored) as unknown as Begun;
  if (begun.tenantId !== place.tenantId) throw refused('answer');
  const person = await personIn(place, answer, begun.requestId, nowMs);
  const answered: Answered = { tenantId: place.tenantId, returnTo: begun.returnTo, person };
  const lifetime = { nowMs, lifetimeMs: ANSWERED_LIFETIME_MS };
  await keepSecret(deps.db, 'saml-answer', begun.browser, JSON.stringify(answered), lifetime);
}

/** @param browser the secret in its cookie. @throws {Failure} `forbidden` */
export async function endSaml(
  { db }: SingleUseDeps,
  tenantId: string,
  browser: string | null,
  nowMs: number,
): Promise<Omit<Answered, 'tenantId'>> {
  const stored = browser === null ? null : await takeSecret(db, 'saml-answer', browser, nowMs);
  if (stored === null) throw refused('ended');
  const answered = parseJson(stored) as unknown as Answered;
  if (answered.tenantId !== tenantId) throw refused('answer');
  return answered;
}

/** The metadata of this service, for the provider of the tenant. */
export async function samlMetadata(baseUrl: string, tenantId: string): Promise<string> {
  const { generateServiceProviderMetadata } = await import('@node-saml/node-saml');
  const { entity_id: issuer, acs_url: callbackUrl } = serviceProviderOf(baseUrl, tenantId);
  return generateServiceProviderMetadata({ issuer, callbackUrl, wantAssertionsSigned: true });
}

/** The library is loaded when the first person signs in. */
async function samlOf({ baseUrl, tenantId, provider }: SamlPlace, requestId: string) {
  const { SAML, ValidateInResponseTo } = await import('@node-saml/node-saml');
  const { entity_id: issuer, acs_url: callbackUrl } = serviceProviderOf(baseUrl, tenantId);
  return new SAML({
    issuer,
    audience: issuer,
    callbackUrl,
    entryPoint: provider.entry_point,
    idpCert: certificatesIn(provider.certificates),
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: CLOCK_SKEW_MS,
    maxAssertionAgeMs: LIFETIME_MS,
    generateUniqueId: () => requestId,
    validateInResponseTo: ValidateInResponseTo.always,
    requestIdExpirationPeriodMs: LIFETIME_MS,
    // The one request that this answer may be to; it was taken out of the database before.
    cacheProvider: {
      saveAsync: async () => null,
      getAsync: async (id) => (id === requestId ? KEPT_UNTIL_TAKEN : null),
      removeAsync: async () => null,
    },
  });
}

async function personIn(
  place: SamlPlace,
  answer: string,
  requestId: string,
  nowMs: number,
): Promise<VouchedPerson> {
  const xml = Buffer.from(answer, 'base64').toString('utf8');
  if (answer.length > MAX_ANSWER_CHARACTERS || UNSAFE.test(xml)) throw refused('answer');
  const saml = await samlOf(place, requestId);
  const { profile } = await saml
    .validatePostResponseAsync({ SAMLResponse: answer })
    .catch((cause: unknown) => {
      throw refused('answer', cause);
    });
  if (profile === null || profile.issuer !== place.provider.issuer) throw refused('answer');
  if (!isToThisRequest(profile, place, requestId, nowMs)) throw refused('answer');
  return vouchedFor(profile, place.provider);
}

interface Confirmation {
  $?: { Method?: string };
  SubjectConfirmationData?: { $?: { InResponseTo?: string; Recipient?: string; NotOnOrAfter?: string } }[];
}

/** By the signed assertion itself, since a signature need not cover what is around it (SAML profiles, 4.1.4.2). */
function isToThisRequest(
  profile: Profile,
  { baseUrl, tenantId }: SamlPlace,
  requestId: string,
  nowMs: number,
): boolean {
  const assertion = profile.getAssertion?.() as
    | { Assertion?: { Subject?: { SubjectConfirmation?: Confirmation[] }[] } }
    | undefined;
  const confirmations = assertion?.Assertion?.Subject?.[0]?.SubjectConfirmation ?? [];
  return confirmations.some(({ $: how, SubjectConfirmationData: data }) => {
    const { InResponseTo, Recipient, NotOnOrAfter = '' } = data?.[0]?.$ ?? {};
    const isInTime = Date.parse(NotOnOrAfter) + CLOCK_SKEW_MS > nowMs;
    const isHere = Recipient === serviceProviderOf(baseUrl, tenantId).acs_url;
    return how?.Method === BEARER && InResponseTo === requestId && isHere && isInTime;
  });
}

const ADDRESSES = [
  'email',
  'mail',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
];
const NAMES = ['displayName', 'name', 'http://schemas.microsoft.com/identity/claims/displayname'];
const MAX_NAME_CHARACTERS = 120;

/** @throws {Failure} `forbidden` */
function vouchedFor(profile: Profile, { domains }: SamlProvider): VouchedPerson {
  const attributes = (profile.attributes ?? {}) as Record<string, unknown>;
  const textIn = (names: readonly string[]) => {
    return names.map((name) => attributes[name]).find((each) => typeof each === 'string' && each !== '');
  };
  const address = isMailAddress(profile.nameID ?? '') ? profile.nameID : textIn(ADDRESSES);
  if (typeof address !== 'string' || !isMailAddress(address)) throw refused('address');
  const email = normalizedEmail(address);
  if (!domains.includes(email.slice(email.lastIndexOf('@') + 1))) throw refused('domain');
  const name = textIn(NAMES);
  return { email, name: typeof name === 'string' && name.length <= MAX_NAME_CHARACTERS ? name : email };
}

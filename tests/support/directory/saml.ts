/** A SAML provider that signs with a real key, and can send all that an attacker would. */
import assert from 'node:assert/strict';
import { inflateRawSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { SignedXml } from 'xml-crypto';
import { askAs } from '../people/groups.ts';
import type { SignedIn } from '../people/members.ts';
import { PROVIDER } from './saml-keys.ts';

export const BASE_URL = 'http://localhost:80';
export const IDP = 'https://idp.example/saml';
export const DOMAIN = 'acme.example';

export const SAML = {
  issuer: IDP,
  entry_point: 'https://idp.example/sso',
  certificates: PROVIDER.certificate,
  domains: [DOMAIN],
};

const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion';
const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
const MINUTE_MS = 60_000;

export async function setSaml(
  app: FastifyInstance,
  owner: SignedIn,
  saml: object | null = SAML,
): Promise<void> {
  const body = { group_names: {}, saml };
  const { status, body: set } = await askAs(app, owner, '/api/v1/directory', { method: 'PUT', body });
  assert.equal(status, 200, JSON.stringify(set));
}

export interface Begun {
  requestId: string;
  relayState: string;
  acs: string;
  cookie: string;
}

/** The browser goes to the provider. */
export async function begin(app: FastifyInstance, tenantId: string, query = ''): Promise<Begun> {
  const answer = await app.inject({ url: `/auth/saml/${tenantId}/start${query}` });
  assert.equal(answer.statusCode, 303, answer.body);
  const url = new URL(String(answer.headers.location));
  assert.equal(`${url.origin}${url.pathname}`, SAML.entry_point);
  const request = inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
  return {
    requestId: /\bID="([^"]+)"/.exec(request)?.[1] ?? '',
    acs: /AssertionConsumerServiceURL="([^"]+)"/.exec(request)?.[1] ?? '',
    relayState: url.searchParams.get('RelayState') ?? '',
    cookie: String(answer.headers['set-cookie']).split(';')[0] ?? '',
  };
}

export interface Said {
  email: string;
  name?: string;
  issuer?: string;
  audience?: string;
  recipient?: string;
  inResponseTo?: string;
  /** ms from now. */
  endsIn?: number;
  id?: string;
}

/** An assertion about a person, unsigned. */
export function assertionOf({ requestId, acs }: Begun, said: Said): string {
  const at = (ms: number) => new Date(Date.now() + ms).toISOString();
  const { email, name, issuer = IDP, audience = acs.replace(/\/acs$/, ''), recipient = acs } = said;
  const { inResponseTo = requestId, endsIn = 5 * MINUTE_MS, id = '_assertion' } = said;
  const attribute =
    name === undefined
      ? ''
      : `<saml:AttributeStatement><saml:Attribute Name="displayName"><saml:AttributeValue>${name}</saml:AttributeValue></saml:Attribute></saml:AttributeStatement>`;
  return `<saml:Assertion xmlns:saml="${ASSERTION}" ID="${id}" Version="2.0" IssueInstant="${at(Math.min(0, endsIn - MINUTE_MS))}"><saml:Issuer>${issuer}</saml:Issuer><saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress">${email}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData InResponseTo="${inResponseTo}" Recipient="${recipient}" NotOnOrAfter="${at(endsIn)}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${at(Math.min(0, endsIn - MINUTE_MS))}" NotOnOrAfter="${at(endsIn)}"><saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${at(0)}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>${attribute}</saml:Assertion>`;
}

/** @param hash of the signature's algorithms. */
export function signed(xml: string, { key } = PROVIDER, hash: 'sha256' | 'sha1' = 'sha256'): string {
  const [signature, digest] =
    hash === 'sha256'
      ? ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', 'http://www.w3.org/2001/04/xmlenc#sha256']
      : ['http://www.w3.org/2000/09/xmldsig#rsa-sha1', 'http://www.w3.org/2000/09/xmldsig#sha1'];
  const canonical = 'http://www.w3.org/2001/10/xml-exc-c14n#';
  const signer = new SignedXml({
    privateKey: key,
    signatureAlgorithm: signature,
    canonicalizationAlgorithm: canonical,
  });
  signer.addReference({
    xpath: "//*[local-name(.)='Assertion']",
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', canonical],
    digestAlgorithm: digest,
  });
  const location = { reference: "//*[local-name(.)='Issuer']", action: 'after' } as const;
  signer.computeSignature(xml, { location });
  return signer.getSignedXml();
}

/** @param inside what stands in the response. */
export function responseOf({ requestId, acs }: Begun, inside: string): string {
  return `<samlp:Response xmlns:samlp="${PROTOCOL}" xmlns:saml="${ASSERTION}" ID="_response" Version="2.0" IssueInstant="${new Date().toISOString()}" Destination="${acs}" InResponseTo="${requestId}"><saml:Issuer>${IDP}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>${inside}</samlp:Response>`;
}

export interface Ended {
  /** A path of the pages. */
  to: string;
  /** The pair in the cookie; undefined without a session. */
  session: string | undefined;
  problem: string | null;
}

/** The provider's page sends the answer, and the browser follows. */
export async function answer(
  app: FastifyInstance,
  { acs, relayState, cookie }: Begun,
  xml: string,
  { withCookie = cookie, to = acs }: { withCookie?: string; to?: string } = {},
): Promise<Ended> {
  const form = new URLSearchParams({
    SAMLResponse: Buffer.from(xml).toString('base64'),
    RelayState: relayState,
  });
  const posted = await app.inject({
    method: 'POST',
    url: new URL(to).pathname,
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://idp.example' },
    payload: form.toString(),
  });
  assert.equal(posted.statusCode, 303, posted.body);
  assert.equal(posted.headers['set-cookie'], undefined, 'a request of another site begins no session');
  const next = new URL(String(posted.headers.location));
  if (next.searchParams.has('problem')) return endedAt(next, undefined);
  const finished = await app.inject({ url: next.pathname, headers: { cookie: withCookie } });
  assert.equal(finished.statusCode, 303, finished.body);
  const cookies = [finished.headers['set-cookie']].flat().map(String);
  const session = cookies.find((each) => each.startsWith('assize.session='))?.split(';')[0];
  const isRemembered = cookies.some((each) => each.startsWith('assize.provider=ten_'));
  assert.equal(isRemembered, session !== undefined, 'who signed in finds back');
  return endedAt(new URL(String(finished.headers.location)), session);
}

function endedAt(url: URL, session: string | undefined): Ended {
  return { to: `${url.pathname}${url.search}`, session, problem: url.searchParams.get('problem') };
}

/** Goes all the way, as an honest provider does. */
export async function signInBySaml(app: FastifyInstance, tenantId: string, said: Said): Promise<Ended> {
  const begun = await begin(app, tenantId);
  return answer(app, begun, responseOf(begun, signed(assertionOf(begun, said))));
}

/** The person about whom the provider speaks honestly, for the sake of an attack. */
export const MALLORY = { email: 'mallory@acme.example' };

/** A forged assertion about the person, with an honest one about another that the provider signed. */
export function wrapped(
  begun: Begun,
  email: string,
  order: 'before' | 'after' | 'around' | 'object',
): string {
  const honest = signed(assertionOf(begun, MALLORY));
  const forged = assertionOf(begun, { email, id: '_forged' });
  const signature =
    /<(?:ds:)?Signature[\s\S]*<\/(?:ds:)?Signature>/.exec(honest)?.[0] ?? assert.fail('unsigned');
  if (order === 'before') return forged + honest;
  if (order === 'after') return honest + forged;
  if (order === 'around') return forged.replace('</saml:Assertion>', `${honest}</saml:Assertion>`);
  const kept = honest.replace(signature, '');
  const hidden = signature.replace(/<\/((?:ds:)?)Signature>$/, `<$1Object>${kept}</$1Object></$1Signature>`);
  return forged.replace('</saml:Issuer>', `</saml:Issuer>${hidden}`);
}

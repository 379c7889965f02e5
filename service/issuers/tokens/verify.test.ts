/** A token is proven by its issuer's keys, and each fault of it has its answer. */
import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { exportSPKI, generateKeyPair, importJWK, type SignJWT } from 'jose';
import { AUDIENCE, startIssuer, type TokenIssuer } from '../../../tests/support/tokens/token-issuer.ts';
import { systemClock } from '../../foundation/clock.ts';
import { openSender } from '../../webhooks/sending/index.ts';
import { KeySets } from './key-sets/key-sets.ts';
import { actorsOf } from './reading/delegation.ts';
import { originOf } from './reading/token.ts';
import { type Claims, verifyToken } from './verify.ts';

const NOW = 1_800_000_000;

async function judging(
  t: TestContext,
): Promise<{ made: TokenIssuer; judge(token: string): Promise<Claims> }> {
  const made = await startIssuer(t, () => NOW);
  const clock = { now: () => NOW * 1000, monotonic: systemClock().monotonic };
  const sender = await openSender({ allowNetworks: ['127.0.0.1'], clock });
  t.after(() => sender.close());
  const keySets = new KeySets({ clock, sender: async () => sender, stop: new AbortController().signal });
  const issuer = {
    issuerId: 'iss_1',
    tenantId: 'ten_1',
    name: 'test',
    issuer: made.issuer,
    audience: AUDIENCE,
    jwksUri: made.jwksUri,
    algorithms: ['ES256'],
    mapping: { scopes: '[]' },
    status: 'active',
    revokedBefore: null,
    version: 1,
    createdAt: 0,
    createdBy: 'operator',
    evidenceId: 'ev_1',
  } as const;
  const judge = async (token: string) => {
    originOf(token);
    const claims = await verifyToken({ clock, keySets }, token, issuer);
    actorsOf(claims);
    return claims;
  };
  return { made, judge };
}

test('accepts-what-its-issuer-signed-with-a-minute-between-the-clocks', async (t) => {
  const { made, judge } = await judging(t);
  const late = { exp: NOW - 59, nbf: NOW + 59, iat: NOW + 59, aud: ['other', AUDIENCE] };
  assert.equal((await judge(await made.token(late))).sub, 'agent-7');
  assert.deepEqual(made.asked, ['/keys']);
});

type Make = (issuer: TokenIssuer) => Promise<string>;

const nested = (deep: number): object => ({ sub: `a${deep}`, ...(deep > 1 && { act: nested(deep - 1) }) });
const unsigned = (header: object, claims: object) =>
  [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');

/** Signs as a verifier would check that took the public key for a shared secret. */
async function signedWithPublicKey(issuer: TokenIssuer): Promise<string> {
  const key = await importJWK({ ...issuer.keys[0] }, 'ES256', { extractable: true });
  const secret = new TextEncoder().encode(await exportSPKI(key as Parameters<typeof exportSPKI>[0]));
  return issuer.token({}, { alg: 'HS256' }, secret);
}

/** Its header brings the key along. */
const withOwnKey = (member: (jwk: object) => object): Make => {
  return async (issuer) => {
    const other = await generateKeyPair('ES256', { extractable: true });
    const { exportJWK } = await import('jose');
    const header = member(await exportJWK(other.publicKey));
    return issuer.token({}, header, other.privateKey as Parameters<SignJWT['sign']>[0]);
  };
};

describe('refuses', () => {
  const cases: Record<string, [make: Make, message: string]> = {
    expired: [(issuer) => issuer.token({ exp: NOW - 60 }), 'has expired'],
    'without-an-end': [(issuer) => issuer.token({ exp: undefined }), 'has no exp'],
    'an-end-in-words': [(issuer) => issuer.token({ exp: 'later' }), 'does not have the right exp'],
    'not-yet-valid': [(issuer) => issuer.token({ nbf: NOW + 61 }), 'is not valid yet (nbf)'],
    'from-the-future': [(issuer) => issuer.token({ iat: NOW + 61 }), 'is from the future (iat)'],
    'of-another-audience': [(issuer) => issuer.token({ aud: 'other' }), 'does not have the right aud'],
    'of-a-longer-audience': [
      (issuer) => issuer.token({ aud: `${AUDIENCE}/` }),
      'does not have the right aud',
    ],
    'without-audience': [(issuer) => issuer.token({ aud: undefined }), 'names no audience (aud)'],
    'of-another-issuer': [
      (issuer) => issuer.token({ iss: 'https://x.example' }),
      'does not have the right iss',
    ],
    'without-subject': [(issuer) => issuer.token({ sub: undefined }), 'has no sub'],
    'of-an-unknown-key': [
      (issuer) => issuer.token({}, { kid: 'two' }),
      'is signed with a key that its issuer does not list',
    ],
    'with-another-algorithm': [
      async (issuer) => issuer.token({}, { alg: 'RS256' }, (await generateKeyPair('RS256')).privateKey),
      'is signed with an algorithm that its issuer may not use',
    ],
    'signed-with-the-public-key': [signedWithPublicKey, 'is not signed with an asymmetric algorithm'],
    unsigned: [
      async ({ issuer }) => `${unsigned({ alg: 'none' }, { iss: issuer, aud: AUDIENCE, exp: NOW + 60 })}.`,
      'is not signed with an asymmetric algorithm',
    ],
    'with-a-key-in-its-header': [
      withOwnKey((jwk) => ({ jwk })),
      'has a signature that its issuer did not make',
    ],
    'with-the-address-of-a-key-in-its-header': [
      withOwnKey(() => ({ jku: 'http://127.0.0.1:1/keys', x5u: 'http://127.0.0.1:1/x', x5c: ['AA=='] })),
      'has a signature that its issuer did not make',
    ],
    'with-critical-parameters': [
      async (issuer) => {
        const [, claims, signature] = (await issuer.token()).split('.');
        const head = unsigned({ alg: 'ES256', kid: 'one', crit: ['x'], x: 1 }, {}).split('.')[0];
        return [head, claims, signature].join('.');
      },
      'has critical header parameters (crit), which are not read',
    ],
    changed: [
      async (issuer) => {
        const [head, , signature] = (await issuer.token()).split('.');
        return [head, (await issuer.token({ sub: 'agent-8' })).split('.')[1], signature].join('.');
      },
      'has a signature that its issuer did not make',
    ],
    'longer-than-16-kb': [(issuer) => issuer.token({ more: 'x'.repeat(20_000) }), 'is longer than 16 KB'],
    encrypted: [async () => 'eyJhbGciOiJkaXIifQ..a.b.c', 'is not a signed JWT'],
    'a-proof': [
      (issuer) => issuer.token({}, { typ: 'dpop+jwt' }),
      'is of a kind (typ) that is not a credential',
    ],
    'with-50-actors': [(issuer) => issuer.token({ act: nested(50) }), 'has more than 5 actors (act)'],
    'with-six-actors': [(issuer) => issuer.token({ act: nested(6) }), 'has more than 5 actors (act)'],
    'an-actor-in-words': [
      (issuer) => issuer.token({ act: 'agent-7' }),
      'has an actor (act) that is not an object',
    ],
    'an-actor-that-may-not-act': [
      (issuer) => issuer.token({ act: { sub: 'agent-8' }, may_act: { sub: 'agent-7' } }),
      'has an actor (act) whom its may_act does not name',
    ],
    'an-actor-of-another-issuer': [
      (issuer) =>
        issuer.token({ act: { sub: 'agent-7', iss: 'https://x.example' }, may_act: { sub: 'agent-7' } }),
      'has an actor (act) whom its may_act does not name',
    ],
  };
  for (const [name, [make, message]] of Object.entries(cases)) {
    test(name, async (t) => {
      const { made, judge } = await judging(t);
      const token = await make(made);
      await assert.rejects(judge(token), {
        code: 'unauthenticated',
        publicMessage: `This token ${message}.`,
      });
    });
  }
});

test('accepts-five-actors-of-whom-the-first-may-act', async (t) => {
  const { made, judge } = await judging(t);
  const claims = await judge(await made.token({ act: nested(5), may_act: { sub: 'a5', iss: made.issuer } }));
  assert.deepEqual(actorsOf(claims), ['a5', 'a4', 'a3', 'a2', 'a1']);
});

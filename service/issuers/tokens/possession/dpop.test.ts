/** A proof of possession is for one request, one token and one key, and young. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { readProof, type Sent } from './dpop.ts';

/** The example of RFC 9449, section 7.1. */
const RFC = {
  token: 'Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU',
  thumbprint: '0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I',
  madeAt: 1562262618,
  proof:
    'eyJ0eXAiOiJkcG9wK2p3dCIsImFsZyI6IkVTMjU2IiwiandrIjp7Imt0eSI6IkVDIiwieCI6Imw4dEZyaHgtMzR0VjNoUklDUkRZOXpDa0RscEJoRjQyVVFVZldWQVdCRnMiLCJ5IjoiOVZFNGpmX09rX282NHpiVFRsY3VOSmFqSG10NnY5VERWclUwQ2R2R1JEQSIsImNydiI6IlAtMjU2In19' +
    '.eyJqdGkiOiJlMWozVl9iS2ljOC1MQUVCIiwiaHRtIjoiR0VUIiwiaHR1IjoiaHR0cHM6Ly9yZXNvdXJjZS5leGFtcGxlLm9yZy9wcm90ZWN0ZWRyZXNvdXJjZSIsImlhdCI6MTU2MjI2MjYxOCwiYXRoIjoiZlVIeU8ycjJaM0RaNTNFc05yV0JiMHhXWG9hTnk1OUlpS0NBcWtzbVFFbyJ9' +
    '.2oW9RP35yRqzhrtNP86L-Ey71EOptxRimPPToA1plemAgR6pxHF8y6-yqyVnmcw6Fy1dqd-jfxSYoMxhAJpLjA',
};

test('accepts-the-example-of-the-standard', async () => {
  const url = 'https://resource.example.org/protectedresource?page=2';
  const sent: Sent = { scheme: 'dpop', dpop: RFC.proof, method: 'GET', url };
  assert.deepEqual(await readProof(sent, RFC.token, RFC.madeAt * 1000), {
    thumbprint: RFC.thumbprint,
    jti: 'e1j3V_bKic8-LAEB',
    expiresAt: (RFC.madeAt + 60) * 1000,
  });
});

const NOW = 1_800_000_000;
const URL_OF_REQUEST = 'https://assize.example/sandbox/v1/governance/evaluate';
const TOKEN = 'eyJ.a.token';
const ATH = 'nIS3zqc2FnGdbFgg7wF5bG-d7SdxNMYx3XauMPDCJYQ';

const keys = await generateKeyPair('ES256', { extractable: true });
const publicJwk = await exportJWK(keys.publicKey);

interface Made {
  header?: object;
  claims?: object;
  sent?: Partial<Sent>;
  key?: Parameters<SignJWT['sign']>[0];
}

async function judged({ header, claims, sent, key = keys.privateKey }: Made) {
  const fields = { jti: 'one', htm: 'POST', htu: URL_OF_REQUEST, iat: NOW, ath: ATH, ...claims };
  const head = { typ: 'dpop+jwt', alg: 'ES256', jwk: publicJwk, ...header };
  const dpop = await new SignJWT(fields).setProtectedHeader(head).sign(key);
  return readProof({ scheme: 'dpop', dpop, method: 'POST', url: URL_OF_REQUEST, ...sent }, TOKEN, NOW * 1000);
}

describe('accepts', () => {
  const cases: Record<string, Made> = {
    'what-a-client-makes': {},
    'an-address-with-a-default-port': { claims: { htu: URL_OF_REQUEST.replace('/sandbox', ':443/sandbox') } },
    'a-host-in-capitals': { claims: { htu: URL_OF_REQUEST.replace('assize', 'ASSIZE') } },
    'an-address-with-a-query': { sent: { url: `${URL_OF_REQUEST}?limit=1` } },
    'a-minute-of-difference': { claims: { iat: NOW - 60 } },
    'a-clock-that-is-ahead': { claims: { iat: NOW + 60 } },
  };
  for (const [name, made] of Object.entries(cases)) {
    test(name, async () => {
      const { thumbprint } = await judged(made);
      assert.equal(thumbprint, await calculateJwkThumbprint(publicJwk));
    });
  }
});

describe('refuses', () => {
  const secret = new TextEncoder().encode('x'.repeat(32));
  const cases: Record<string, [Made, RegExp]> = {
    'a-bound-token-as-bearer': [{ sent: { scheme: 'bearer' } }, /send it as Authorization: DPoP/],
    'no-proof': [{ sent: { dpop: undefined } }, /with a proof in DPoP/],
    'a-text': [{ sent: { dpop: 'proof' } }, /type dpop\+jwt/],
    'two-proofs': [{ sent: { dpop: `${RFC.proof}, ${RFC.proof}` } }, /signature/],
    'a-long-proof': [{ claims: { more: 'x'.repeat(8192) } }, /too long/],
    'another-type': [{ header: { typ: 'JWT' } }, /type dpop\+jwt/],
    'a-symmetric-algorithm': [
      { header: { alg: 'HS256', jwk: { kty: 'oct', k: 'eHg' } }, key: secret },
      /asymmetric algorithm/,
    ],
    'a-private-key': [{ header: { jwk: { ...publicJwk, d: 'AQ' } } }, /public key/],
    'no-key': [{ header: { jwk: undefined } }, /public key/],
    'a-key-of-another-algorithm': [{ header: { jwk: { kty: 'RSA', n: 'AQ', e: 'AQAB' } } }, /signature/],
    'the-signature-of-another-key': [{ header: { jwk: anotherKey() } }, /signature/],
    'another-method': [{ claims: { htm: 'GET' } }, /another method/],
    'a-method-in-small-letters': [{ claims: { htm: 'post' } }, /another method/],
    'another-path': [{ claims: { htu: URL_OF_REQUEST.replace('/sandbox', '') } }, /another address/],
    'another-host': [{ claims: { htu: 'https://else.example/v1/governance/evaluate' } }, /another address/],
    'no-address': [{ claims: { htu: undefined } }, /another address/],
    'another-token': [{ claims: { ath: RFC.thumbprint } }, /another token/],
    'no-token': [{ claims: { ath: undefined } }, /another token/],
    'an-old-proof': [{ claims: { iat: NOW - 61 } }, /last minute/],
    'a-proof-of-the-future': [{ claims: { iat: NOW + 61 } }, /last minute/],
    'a-proof-without-time': [{ claims: { iat: undefined } }, /last minute/],
    'a-proof-without-id': [{ claims: { jti: undefined } }, /no id/],
    'a-proof-with-an-empty-id': [{ claims: { jti: '' } }, /no id/],
    'a-proof-with-a-long-id': [{ claims: { jti: 'x'.repeat(257) } }, /no id/],
  };
  for (const [name, [made, message]] of Object.entries(cases)) {
    test(name, async () => {
      await assert.rejects(judged(made), { code: 'unauthenticated', message });
    });
  }
});

function anotherKey(): JWK {
  return {
    kty: 'EC',
    crv: 'P-256',
    x: 'l8tFrhx-34tV3hRICRDY9zCkDlpBhF42UQUfWVAWBFs',
    y: '9VE4jf_Ok_o64zbTTlcuNJajHmt6v9TDVrU0CdvGRDA',
  };
}

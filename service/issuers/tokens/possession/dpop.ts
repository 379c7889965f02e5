/**
 * Checks a proof of possession (RFC 9449, section 4.3): that the sender of a token holds the key that it is bound to, and made
 * the proof for this request, just now.
 */
import { hash } from 'node:crypto';
import { calculateJwkThumbprint, importJWK, type JWK, type JWTPayload, jwtVerify } from 'jose';
import { isAsymmetric } from '../reading/algorithms.ts';
import { proofRefused } from '../reading/refused.ts';
import { isObject, jsonOf } from '../reading/token.ts';

/** How a token was sent. */
export interface Sent {
  scheme: 'bearer' | 'dpop';
  /** The header `DPoP`. */
  dpop?: string | undefined;
  method: string;
  /** The address of the request as its caller knows it. */
  url: string;
}

export interface Proof {
  /** The thumbprint of the key (RFC 7638). */
  thumbprint: string;
  jti: string;
  /** From then on it would be refused for its age, ms since the epoch. */
  expiresAt: number;
}

const MAX_PROOF_CHARACTERS = 8192;
const MAX_JTI_CHARACTERS = 256;
/** The age at which a proof is refused, and how far its clock may be ahead. */
const PROOF_LIFETIME_SECONDS = 60;
/** A proof that carries its private key, or is signed with a secret, proves nothing. */
const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k', 'priv'];

/** @throws {Failure} `unauthenticated` with the reason */
export async function readProof(sent: Sent, token: string, nowMs: number): Promise<Proof> {
  const { dpop = '' } = sent;
  if (sent.scheme !== 'dpop' || dpop === '') {
    throw proofRefused('This token is bound to a key: send it as Authorization: DPoP, with a proof in DPoP');
  }
  if (dpop.length > MAX_PROOF_CHARACTERS) throw proofRefused('The DPoP proof is too long');
  const { alg, jwk } = headerOf(dpop);
  const { payload } = await importJWK(jwk, alg)
    .then((key) => jwtVerify(dpop, key, { algorithms: [alg], currentDate: new Date(nowMs) }))
    .catch((error: unknown) => {
      throw proofRefused('The signature of the DPoP proof is not valid', error);
    });
  requireForRequest(payload, sent);
  if (payload.ath !== hash('sha256', token, 'base64url')) {
    throw proofRefused('The DPoP proof is for another token (ath)');
  }
  return { ...timeAndId(payload, nowMs), thumbprint: await calculateJwkThumbprint(jwk, 'sha256') };
}

function headerOf(proof: string): { alg: string; jwk: JWK } {
  const { typ, alg, jwk, crit } = jsonOf(proof.split('.', 1)[0] ?? '') ?? {};
  if (typ !== 'dpop+jwt') throw proofRefused('The DPoP proof is not of the type dpop+jwt');
  if (typeof alg !== 'string' || !isAsymmetric(alg) || crit !== undefined) {
    throw proofRefused('The DPoP proof is not signed with an asymmetric algorithm');
  }
  if (!isObject(jwk) || PRIVATE_MEMBERS.some((name) => Object.hasOwn(jwk, name))) {
    throw proofRefused('The DPoP proof does not hold a public key (jwk)');
  }
  return { alg, jwk: jwk as JWK };
}

function requireForRequest({ htm, htu }: JWTPayload, { method, url }: Sent): void {
  if (htm !== method) throw proofRefused('The DPoP proof is for another method (htm)');
  const own = withoutQuery(url);
  if (typeof htu === 'string' && own !== null && withoutQuery(htu) === own) return;
  throw proofRefused('The DPoP proof is for another address (htu)');
}

/** In the normal form of the URL standard; null for a text that is not a URL. */
function withoutQuery(text: string): string | null {
  const url = URL.parse(text);
  return url && url.origin + url.pathname;
}

function timeAndId({ iat, jti }: JWTPayload, nowMs: number): Pick<Proof, 'jti' | 'expiresAt'> {
  const isFresh = typeof iat === 'number' && Math.abs(nowMs / 1000 - iat) <= PROOF_LIFETIME_SECONDS;
  if (!isFresh) throw proofRefused('The DPoP proof was not made within the last minute (iat)');
  if (typeof jti !== 'string' || jti === '' || jti.length > MAX_JTI_CHARACTERS) {
    throw proofRefused(`The DPoP proof has no id (jti) of 1 to ${MAX_JTI_CHARACTERS} characters`);
  }
  return { jti, expiresAt: Math.ceil((iat + PROOF_LIFETIME_SECONDS) * 1000) };
}

/** A client that holds a key, and proves it with each request (RFC 9449). */
import { hash } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from 'jose';

export interface Holder {
  /** The claim that binds a token to its key. */
  cnf: { jkt: string };
  prove(token: string, url: string, claims?: object): Promise<string>;
}

let proofs = 0;

export async function keyHolder(): Promise<Holder> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(publicKey);
  return {
    cnf: { jkt: await calculateJwkThumbprint(jwk) },
    prove(token, url, claims = {}) {
      proofs += 1;
      const ath = hash('sha256', token, 'base64url');
      return new SignJWT({ jti: `proof-${proofs}`, htm: 'POST', htu: url, ath, ...claims })
        .setProtectedHeader({ typ: 'dpop+jwt', alg: 'ES256', jwk })
        .setIssuedAt()
        .sign(privateKey);
    },
  };
}

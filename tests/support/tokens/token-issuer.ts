/** An issuer of tokens that runs here: its metadata and keys over HTTP, and tokens as a test wants them. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';

export const AUDIENCE = 'https://assize.example';

type Signer = Parameters<SignJWT['sign']>[0];

export interface TokenIssuer {
  /** The claim `iss`, and the address of its metadata. */
  issuer: string;
  /** The address of its keys. */
  jwksUri: string;
  /** The paths that were asked for. */
  asked: string[];
  /** The keys that it lists. */
  keys: JWK[];
  /** Answers in place of its own documents. */
  answer: ((request: IncomingMessage, response: ServerResponse) => void) | null;
  /** Makes a key, lists it, and signs with it from now on. */
  rotate(kid: string): Promise<void>;
  /** A token that is valid unless the claims and the header say otherwise; `undefined` leaves a claim out. */
  token(claims?: object, header?: object, signer?: Signer): Promise<string>;
}

/** @param now seconds since the epoch. */
export async function startIssuer(
  t: TestContext,
  now = () => Math.floor(Date.now() / 1000),
): Promise<TokenIssuer> {
  const server = createServer((request, response) => {
    issuer.asked.push(request.url ?? '');
    if (issuer.answer !== null) return issuer.answer(request, response);
    const isMetadata = request.url === '/.well-known/openid-configuration';
    const metadata = { issuer: issuer.issuer, jwks_uri: issuer.jwksUri };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(isMetadata ? metadata : { keys: issuer.keys }));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  t.after(() => void server.close().closeAllConnections());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let own: { kid: string; signer: Signer };
  const issuer: TokenIssuer = {
    issuer: url,
    jwksUri: `${url}/keys`,
    asked: [],
    keys: [],
    answer: null,
    async rotate(kid) {
      const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
      own = { kid, signer: privateKey };
      issuer.keys.push({ ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' });
    },
    async token(claims = {}, header = {}, signer = own.signer) {
      const valid = { iss: url, aud: AUDIENCE, sub: 'agent-7', iat: now(), exp: now() + 300 };
      return new SignJWT({ ...valid, ...claims })
        .setProtectedHeader({ alg: 'ES256', kid: own.kid, ...header })
        .sign(signer);
    },
  };
  await issuer.rotate('one');
  return issuer;
}

/** A passkey device in software (WebAuthn, level 3, section 6), which states about itself what a test wants. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

export interface Device {
  /** Whether it verifies the person, by a finger or a PIN. */
  verifies: boolean;
  /** @param options as the service sends them. @returns what a browser sends back. */
  make(options: { challenge: string; rp: { id: string } }, origin: string): object;
  signIn(options: { challenge: string; rpId: string }, origin: string): object;
}

const PRESENT = 1;
const VERIFIED = 4;
const ATTESTED = 64;

export function device(verifies = true, curve: 'P-256' | 'Ed25519' = 'P-256'): Device {
  const { publicKey, privateKey } =
    curve === 'P-256' ? generateKeyPairSync('ec', { namedCurve: curve }) : generateKeyPairSync('ed25519');
  const id = randomBytes(16);
  const flags = () => PRESENT | (made.verifies ? VERIFIED : 0);
  const made: Device = {
    verifies,
    make({ challenge, rp }, origin) {
      const key = Buffer.concat([id, coseOf(publicKey)]);
      const length = Buffer.from([0, id.length]);
      const data = Buffer.concat([dataOf(rp.id, flags() | ATTESTED), Buffer.alloc(16), length, key]);
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        text('fmt'),
        text('none'),
        text('attStmt'),
        Buffer.from([0xa0]),
        text('authData'),
        Buffer.from([0x58, data.length]),
        data,
      ]);
      const clientDataJSON = clientData('webauthn.create', challenge, origin);
      return answer(id, {
        clientDataJSON: clientDataJSON.toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      });
    },
    signIn({ challenge, rpId }, origin) {
      const clientDataJSON = clientData('webauthn.get', challenge, origin);
      const authenticatorData = dataOf(rpId, flags());
      const hash = createHash('sha256').update(clientDataJSON).digest();
      const signed = Buffer.concat([authenticatorData, hash]);
      return answer(id, {
        clientDataJSON: clientDataJSON.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: sign(curve === 'P-256' ? 'sha256' : null, signed, privateKey).toString('base64url'),
      });
    },
  };
  return made;
}

function answer(id: Buffer, response: object): object {
  const name = id.toString('base64url');
  return { id: name, rawId: name, type: 'public-key', response, clientExtensionResults: {} };
}

function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function dataOf(rpId: string, flags: number): Buffer {
  return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags, 0, 0, 0, 0])]);
}

/** RFC 9053, section 7: a P-256 key for ES256, or an Ed25519 key for EdDSA. */
function coseOf(key: KeyObject): Buffer {
  const { x = '', y } = key.export({ format: 'jwk' });
  const point = (label: number, value: string) =>
    Buffer.concat([Buffer.from([label, 0x58, 32]), Buffer.from(value, 'base64url')]);
  if (y === undefined) return Buffer.concat([Buffer.from([0xa4, 1, 1, 3, 0x27, 0x20, 6]), point(0x21, x)]);
  return Buffer.concat([Buffer.from([0xa5, 1, 2, 3, 0x26, 0x20, 1]), point(0x21, x), point(0x22, y)]);
}

/** RFC 8949, section 3.1: a text of fewer than 24 bytes. */
function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
}

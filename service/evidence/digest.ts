/**
 * Digests by which evidence says what a row held without saying it: an address may have a token in it, and evidence is
 * handed to others. The key is the installation's own, so who has only the evidence can't confirm a guess.
 */
import { createHmac } from 'node:crypto';
import { canonicalJson, type JsonObject } from '@assize/evidence-format';
import { installationSecret, storedSecret } from '../database/installation-secret.ts';
import type { Database } from '../database/open.ts';
import type { FillRandom } from '../foundation/ids.ts';

const SECRET = 'evidence digests';

/** Of what is named: the same for the same, `hmac-sha256:` and hex. */
export type Digest = (named: JsonObject) => string;

export async function digests(db: Database, fillRandom: FillRandom): Promise<Digest> {
  return digestUnder(await installationSecret(db, fillRandom, SECRET));
}

/** To compare with: where none was ever made, nothing is the same. */
export async function existingDigests(db: Database): Promise<Digest> {
  const secret = await storedSecret(db, SECRET);
  return secret === undefined ? () => '' : digestUnder(secret);
}

function digestUnder(secret: Uint8Array): Digest {
  return (named) => `hmac-sha256:${createHmac('sha256', secret).update(canonicalJson(named)).digest('hex')}`;
}

/**
 * Digests that let evidence identify the content of a row without stating it: an address may contain a token, and
 * evidence is shown to others. The key belongs to the installation, so a reader of the evidence can't confirm a guess.
 */
import { createHmac } from 'node:crypto';
import { canonicalJson, type JsonObject } from '@assize/evidence-format';
import { installationSecret, storedSecret } from '../../database/installation/installation-secret.ts';
import type { Database } from '../../database/open.ts';
import type { FillRandom } from '../../foundation/ids.ts';

const SECRET = 'evidence digests';

/** The digest of a value, `hmac-sha256:` and hex; equal values have equal digests. */
export type Digest = (named: JsonObject) => string;

export async function digests(db: Database, fillRandom: FillRandom): Promise<Digest> {
  return digestUnder(await installationSecret(db, fillRandom, SECRET));
}

/** For comparisons: if the installation never made a digest, nothing matches. */
export async function existingDigests(db: Database): Promise<Digest> {
  const secret = await storedSecret(db, SECRET);
  return secret === undefined ? () => '' : digestUnder(secret);
}

function digestUnder(secret: Uint8Array): Digest {
  return (named) => `hmac-sha256:${createHmac('sha256', secret).update(canonicalJson(named)).digest('hex')}`;
}

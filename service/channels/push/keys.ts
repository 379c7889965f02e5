/**
 * The keys by which push services recognise this service (VAPID, RFC 8292): one pair for an installation, made at the
 * first use. The private key is sealed, so the database alone rings no browser.
 */
import { createECDH, type ECDH } from 'node:crypto';
import type { Database } from '../../database/open.ts';
import type { FillRandom } from '../../foundation/ids.ts';
import type { SecretBox } from '../../webhooks/endpoints/index.ts';

/** Both as base64url, as browsers and push services take them. */
export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

interface KeyDeps {
  db: Database;
  fillRandom: FillRandom;
}

const NAME = 'push keys';
const CURVE = 'prime256v1';
const PRIVATE_BYTES = 32;

/** The first caller makes them; concurrent callers get the same ones. */
export async function pushKeys(deps: KeyDeps, secretBox: SecretBox): Promise<PushKeys> {
  const { db } = deps;
  const before = await storedKeys(db);
  const known = before === undefined ? null : opened(secretBox, before);
  if (known !== null) return known;
  const sealed = secretBox.seal(newPrivateKey(deps.fillRandom), NAME);
  // Keys that don't open were sealed under a key that the operator has lost, and so was every subscription to them.
  await (before === undefined
    ? db
        .insertInto('installation_secrets')
        .values({ name: NAME, secret: sealed })
        .onConflict((conflict) => conflict.doNothing())
    : db
        .updateTable('installation_secrets')
        .set({ secret: sealed })
        .where('name', '=', NAME)
        .where('secret', '=', before)
  ).execute();
  const kept = await storedKeys(db);
  const keys = kept === undefined ? null : opened(secretBox, kept);
  if (keys === null) throw new Error('the keys of push messages were not stored');
  return keys;
}

async function storedKeys(db: Database): Promise<Uint8Array | undefined> {
  const row = await db
    .selectFrom('installation_secrets')
    .select('secret')
    .where('name', '=', NAME)
    .executeTakeFirst();
  return row?.secret;
}

function opened(secretBox: SecretBox, sealed: Uint8Array): PushKeys | null {
  try {
    const key = ecdhOf(secretBox.open(sealed, NAME));
    return { publicKey: key.getPublicKey('base64url'), privateKey: key.getPrivateKey('base64url') };
  } catch {
    return null;
  }
}

function newPrivateKey(fillRandom: FillRandom): Uint8Array {
  const bytes = new Uint8Array(PRIVATE_BYTES);
  fillRandom(bytes);
  return ecdhOf(bytes).getPrivateKey();
}

/** @throws for bytes that are not a key of the curve, of which there are few. */
function ecdhOf(privateKey: Uint8Array): ECDH {
  const key = createECDH(CURVE);
  key.setPrivateKey(privateKey);
  return key;
}

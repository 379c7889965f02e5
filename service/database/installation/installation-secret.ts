/** Random secrets that all nodes of an installation share and keep: each is made once, at its first use. */

import type { MaybePromise } from '../../foundation/fresh-cache.ts';
import type { FillRandom } from '../../foundation/ids.ts';
import type { Database } from '../open.ts';

const SECRET_BYTES = 32;

/** The first caller makes the secret; concurrent callers get the same one. */
export async function installationSecret(
  db: Database,
  fillRandom: FillRandom,
  name: string,
): Promise<Uint8Array> {
  const stored = await storedSecret(db, name);
  if (stored !== undefined) return stored;
  const secret = new Uint8Array(SECRET_BYTES);
  fillRandom(secret);
  await db
    .insertInto('installation_secrets')
    .values({ name, secret })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const kept = await storedSecret(db, name);
  if (kept === undefined) throw new Error(`the secret "${name}" was not stored`);
  return kept;
}

/**
 * Returns a reader of one secret, which asks each database once: the secret is at hand from then on, since it never
 * changes.
 */
export function secretAtHand(
  name: string,
): (db: Database, fillRandom: FillRandom) => MaybePromise<Uint8Array> {
  const read = new WeakMap<Database, Uint8Array>();
  return (db, fillRandom) => {
    const known = read.get(db);
    if (known !== undefined) return known;
    return installationSecret(db, fillRandom, name).then((secret) => {
      read.set(db, secret);
      return secret;
    });
  };
}

/** undefined if it was never used. */
export async function storedSecret(db: Database, name: string): Promise<Uint8Array | undefined> {
  const row = await db
    .selectFrom('installation_secrets')
    .select('secret')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.secret;
}

/**
 * The key of the secret box: from the settings, or from a file in the data folder that the first start makes. A check
 * value, which reveals nothing about the key, ties a database to one key, so no node seals secrets that the others
 * can't open.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import { createDurably } from '../../database/files/durable-file.ts';
import { ensureFolder } from '../../database/files/private-files.ts';
import type { Database } from '../../database/open.ts';
import type { FillRandom } from '../../foundation/ids.ts';
import { type SecretBox, secretBox } from './sealing.ts';

export type { SecretBox } from './sealing.ts';

export interface SecretBoxDeps {
  db: Database;
  fillRandom: FillRandom;
  dataDir: string;
  /** From the settings; null if the file holds it. */
  key: Uint8Array | null;
}

/** Reads the state of the key without changing anything. */
export type SecretsKeyState = 'fits' | 'other' | 'missing' | 'unused';

const CHECK = 'secrets-key-check';
const KEY_BYTES = 32;
const KEY_TEXT = /^[0-9a-f]{64}\n?$/;
const OTHERS = 0o077;
/** Windows has no file modes. */
const HAS_MODES = process.platform !== 'win32';

/** The advice if there is no secret box. */
export const OTHER_KEY =
  'The secrets of webhooks are encrypted under a key that this node does not have, so it sends no webhooks. ' +
  'Set ASSIZE_SECRETS_KEY to that key, or copy secrets.key into the data folder from the node that made it.';

export function secretsKeyFile(dataDir: string): string {
  return path.join(dataDir, 'secrets.key');
}

/**
 * Makes the key if the database has never had one. A key from the settings also replaces another one as long as nothing
 * is encrypted, so that an operator can continue after losing the key.
 * @returns null if the database belongs to another key.
 * @throws if the file can't be trusted, read or made.
 */
export async function openSecretBox(deps: SecretBoxDeps): Promise<SecretBox | null> {
  const { db, fillRandom, dataDir } = deps;
  const isClaimed = (await findCheck(db)) !== undefined;
  const key = deps.key ?? (await readKey(dataDir)) ?? (isClaimed ? null : await makeKey(dataDir, fillRandom));
  if (key === null) return null;
  const check = checkOf(key);
  await claim(db, check);
  if (deps.key !== null) await stateRowsOnce(db, check);
  return fits(await findCheck(db), check) ? secretBox(key, fillRandom) : null;
}

/** Evaluations don't need webhooks, so the service starts without the key and logs that it is missing. */
export async function availableSecretBox(
  { dataDir, webhooks }: { dataDir: string; webhooks: { secretsKey: Uint8Array | null } },
  { log, ...deps }: Pick<SecretBoxDeps, 'db' | 'fillRandom'> & { log: Pick<Logger, 'warn'> },
): Promise<SecretBox | null> {
  try {
    const box = await openSecretBox({ ...deps, dataDir, key: webhooks.secretsKey });
    if (box === null) log.warn(OTHER_KEY);
    return box;
  } catch (error) {
    log.warn({ err: error }, 'the key of the webhook secrets is not available: this node sends no webhooks');
    return null;
  }
}

/** @throws if the file can't be trusted or read. */
export async function secretsKeyState(
  deps: Pick<SecretBoxDeps, 'db' | 'dataDir' | 'key'>,
): Promise<SecretsKeyState> {
  // Before the first start this table does not exist.
  const stored = await findCheck(deps.db).catch(() => undefined);
  const key = deps.key ?? (await readKey(deps.dataDir));
  if (stored === undefined) return 'unused';
  if (key === null) return 'missing';
  return fits(stored, checkOf(key)) ? 'fits' : 'other';
}

async function readKey(dataDir: string): Promise<Uint8Array | null> {
  const file = secretsKeyFile(dataDir);
  try {
    const { mode } = await stat(file);
    if (HAS_MODES && (mode & OTHERS) !== 0) {
      throw new Error(`Others can read the key of the secrets. Run: chmod 600 ${file}`);
    }
    const text = await readFile(file, 'utf8');
    if (!KEY_TEXT.test(text)) throw new Error(`${file} is damaged. Put back a copy of it.`);
    return Buffer.from(text.trimEnd(), 'hex');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** A second process in the same folder gets the key of the first. */
async function makeKey(dataDir: string, fillRandom: FillRandom): Promise<Uint8Array | null> {
  const made = Buffer.alloc(KEY_BYTES);
  fillRandom(made);
  const writer = Buffer.alloc(6);
  fillRandom(writer);
  await ensureFolder(dataDir);
  await createDurably(secretsKeyFile(dataDir), `${made.toString('hex')}\n`, writer.toString('hex'));
  return readKey(dataDir);
}

function checkOf(key: Uint8Array): Uint8Array {
  return createHmac('sha256', key)
    .update('assize: which key the secrets of this database are under')
    .digest();
}

function fits(stored: Uint8Array | undefined, check: Uint8Array): boolean {
  return stored?.length === check.length && timingSafeEqual(stored, check);
}

async function findCheck(db: Database): Promise<Uint8Array | undefined> {
  const row = await db
    .selectFrom('installation_secrets')
    .select('secret')
    .where('name', '=', CHECK)
    .executeTakeFirst();
  return row?.secret;
}

/** If several nodes start at once, one of them comes first. */
async function claim(db: Database, check: Uint8Array): Promise<void> {
  await db
    .insertInto('installation_secrets')
    .values({ name: CHECK, secret: check })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function stateRowsOnce(db: Database, check: Uint8Array): Promise<void> {
  await db
    .updateTable('installation_secrets')
    .set({ secret: check })
    .where('name', '=', CHECK)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('webhook_endpoints').select('webhook_endpoints.endpoint_id'))),
    )
    .where(({ not, exists, selectFrom }) => not(exists(selectFrom('planners').select('planners.chain'))))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('push_subscriptions').select('push_subscriptions.subscription_id'))),
    )
    .execute();
}

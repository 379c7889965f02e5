/**
 * Links in mails: each lets one member decide one approval, until the approval expires or the member has decided.
 * The token alone opens it, so it is kept nowhere: the database has its hash, sealed under a key that is not in the
 * database, so that a row that was written there by hand opens nothing.
 */
import { timingSafeEqual } from 'node:crypto';
import { sha256 } from '@assize/evidence-format';
import type { Database } from '../../database/open.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { FillRandom } from '../../foundation/ids.ts';
import type { SecretBox } from '../../webhooks/endpoints/index.ts';

export interface LinkDeps {
  db: Database;
  clock: Clock;
  fillRandom: FillRandom;
  secretBox: SecretBox | null;
}

/** The subject of a link. */
export interface Linked {
  chain: number;
  approvalId: string;
  memberId: string;
}

const TOKEN_BYTES = 32;
/** The chain, so that the row is found by its key, and the secret. */
const TOKEN = /^(\d{1,16})-([\w-]{43})$/;

/** @param expiresAt of the approval. @returns the token, which is returned only here. */
export async function issueLink(
  { db, clock, fillRandom }: LinkDeps,
  secretBox: SecretBox,
  linked: Linked,
  expiresAt: number,
): Promise<string> {
  const bytes = Buffer.alloc(TOKEN_BYTES);
  fillRandom(bytes);
  const token = `${linked.chain}-${bytes.toString('base64url')}`;
  const hash = hashOf(token);
  await db
    .insertInto('decision_links')
    .values({
      chain: linked.chain,
      token_hash: hash,
      approval_id: linked.approvalId,
      member_id: linked.memberId,
      sealed: secretBox.seal(hash, boundTo(linked)),
      issued_at: clock.now(),
      expires_at: expiresAt,
    })
    .execute();
  return token;
}

/** @returns null where the token is of no link that this service has made. */
export async function findLink({ db, secretBox }: LinkDeps, token: string): Promise<Linked | null> {
  const chain = Number(TOKEN.exec(token)?.[1] ?? Number.NaN);
  if (!Number.isSafeInteger(chain)) return null;
  const hash = hashOf(token);
  const row = await db
    .selectFrom('decision_links')
    .select(['approval_id', 'member_id', 'sealed'])
    .where('chain', '=', chain)
    .where('token_hash', '=', hash)
    .executeTakeFirst();
  if (row === undefined) return null;
  const linked = { chain, approvalId: row.approval_id, memberId: row.member_id };
  return isSealedHere(secretBox, row.sealed, linked, hash) ? linked : null;
}

function isSealedHere(
  secretBox: SecretBox | null,
  sealed: Uint8Array,
  linked: Linked,
  hash: Uint8Array,
): boolean {
  try {
    const opened = secretBox?.open(sealed, boundTo(linked)) ?? new Uint8Array();
    return opened.length === hash.length && timingSafeEqual(opened, hash);
  } catch {
    return false;
  }
}

function hashOf(token: string): Uint8Array {
  return sha256(Buffer.from(token));
}

function boundTo({ chain, approvalId, memberId }: Linked): string {
  return `decision link ${chain}/${approvalId}/${memberId}`;
}

/**
 * Codes that tie an account at a chat service to a member. A member makes one, signed in, and types it there: names and
 * addresses at the chat service prove nothing. A code works once, for ten minutes, and only its hash is stored.
 */
import { hash } from 'node:crypto';
import type { Database } from '../../database/open.ts';
import type { Clock } from '../../foundation/clock.ts';
import { Failure } from '../../foundation/failure.ts';
import type { FillRandom } from '../../foundation/ids.ts';
import type { Principal } from '../../keys/index.ts';

/** Without letters that look like digits; 32, so that each takes five bits of chance. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 10;
const LIFETIME_MS = 10 * 60_000;
const MAX_TRIES = 5;
/** The tries of an account are counted for this long. */
const TRIES_MS = 10 * 60_000;

export interface CodeDeps {
  db: Database;
  clock: Clock;
  fillRandom: FillRandom;
}

/**
 * Replaces the member's last code.
 * @returns the code, which is returned only here. @throws {Failure} `forbidden` for a key.
 */
export async function makeChatCode(
  { db, clock, fillRandom }: CodeDeps,
  maker: Principal,
): Promise<{ code: string; expiresAt: number }> {
  const memberId = requireMember(maker);
  const code = newCode(fillRandom);
  const expiresAt = clock.now() + LIFETIME_MS;
  const row = { code_hash: hashOf(code), expires_at: expiresAt };
  await db
    .insertInto('chat_codes')
    .values({ tenant_id: maker.tenantId, member_id: memberId, ...row })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'member_id']).doUpdateSet(row))
    .execute();
  return { code, expiresAt };
}

/** @returns the id of the signed-in member. @throws {Failure} `forbidden` for a key or a token. */
export function requireMember({ member, party }: Principal): string {
  if (member !== null) return party;
  throw new Failure('forbidden', 'Only a member who is signed in has accounts at chat services.');
}

function newCode(fillRandom: FillRandom): string {
  const bytes = Buffer.alloc(LENGTH);
  fillRandom(bytes);
  const letters = [...bytes].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`;
}

/** The stored form of a code, however it was typed. */
function hashOf(code: string): Uint8Array {
  const plain = code.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  return hash('sha256', plain, 'buffer');
}

/** The account at a chat service whose owner types a code. */
export interface Typing {
  tenantId: string;
  /** The kind of channel. */
  kind: string;
  /** `T…/U…`, as the chat service signed it. */
  account: string;
}

/** Counts a try in the statement that checks, so that concurrent ones can't exceed the limit. @returns false above it. */
export async function takeTry(
  { db, clock }: Pick<CodeDeps, 'db' | 'clock'>,
  { tenantId, kind, account }: Typing,
): Promise<boolean> {
  const now = clock.now();
  const counted = await db
    .insertInto('chat_code_tries')
    .values({ tenant_id: tenantId, kind, account, tries: 1, since: now })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'kind', 'account'])
        .doUpdateSet((row) => ({
          tries: row
            .case()
            .when('chat_code_tries.since', '<=', now - TRIES_MS)
            .then(1)
            .else(row('chat_code_tries.tries', '+', 1))
            .end(),
          since: row
            .case()
            .when('chat_code_tries.since', '<=', now - TRIES_MS)
            .then(now)
            .else(row.ref('chat_code_tries.since'))
            .end(),
        }))
        .where((row) =>
          row.or([
            row('chat_code_tries.tries', '<', MAX_TRIES),
            row('chat_code_tries.since', '<=', now - TRIES_MS),
          ]),
        ),
    )
    .returning('tries')
    .executeTakeFirst();
  return counted !== undefined;
}

/** A code that was found. */
export interface FoundCode {
  memberId: string;
  /** The condition of its row. */
  codeHash: Uint8Array;
}

/** null for a code that never was, was used, or has expired, also for one of another tenant. */
export async function findCode(
  { db, clock }: Pick<CodeDeps, 'db' | 'clock'>,
  tenantId: string,
  code: string,
): Promise<FoundCode | null> {
  const codeHash = hashOf(code);
  const found = await db
    .selectFrom('chat_codes')
    .select('member_id')
    .where('tenant_id', '=', tenantId)
    .where('code_hash', '=', codeHash)
    .where('expires_at', '>', clock.now())
    .executeTakeFirst();
  return found === undefined ? null : { memberId: found.member_id, codeHash };
}

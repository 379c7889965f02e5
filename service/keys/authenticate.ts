/**
 * Finds the principal for a secret. Answers come from memory and are never older than a second, so a
 * revocation takes effect on every node within a second; an unknown secret is looked up every time.
 */
import type { Database } from '../database/open.ts';
import type { Chore } from '../foundation/chores.ts';
import type { Clock } from '../foundation/clock.ts';
import { Failure } from '../foundation/failure.ts';
import { FreshCache } from '../foundation/fresh-cache.ts';
import { hashSecret, type Principal, readSecret, type Scope, statusOf } from './key.ts';
import { findKeyBySecretHash, type StoredKey } from './store.ts';

const FRESHNESS = { refreshAfterMs: 400, forgetAfterMs: 800, maxEntries: 10_000 };

interface Admission extends StoredKey {
  principal: Principal;
}

export interface Authenticator {
  /**
   * @param presented the secret as the caller sent it
   * @throws {Failure} `unauthenticated`, `key_revoked`, `key_expired`
   */
  authenticate(presented: string): Principal | Promise<Principal>;
  /** The last use of each key since the previous call, ms since the epoch. */
  takeLastUsed(): ReadonlyMap<string, { tenantId: string; usedAt: number }>;
}

export function createAuthenticator(db: Database, clock: Clock): Authenticator {
  const cache = new FreshCache<Admission>(
    async (hash) => {
      const onFile = await findKeyBySecretHash(db, Buffer.from(hash, 'hex'));
      return onFile && { ...onFile, principal: principalOf(onFile) };
    },
    clock,
    FRESHNESS,
  );
  let lastUsed = new Map<string, { tenantId: string; usedAt: number }>();

  function admit(admission: Admission | null, marked: boolean): Principal {
    if (admission === null) throw unknownKey();
    const { key, principal } = admission;
    if (marked && key.environment !== 'sandbox') throw unknownKey();
    const nowMs = clock.now();
    const status = statusOf(key, nowMs);
    if (status === 'revoked') throw new Failure('key_revoked', 'This API key has been revoked.');
    if (status === 'expired') throw new Failure('key_expired', 'This API key has expired.');
    lastUsed.set(key.keyId, { tenantId: key.tenantId, usedAt: nowMs });
    return principal;
  }

  return {
    authenticate(presented) {
      const read = readSecret(presented);
      if (read === null) throw unknownKey();
      const found = cache.get(hashSecret(read.secret));
      if (found instanceof Promise) return found.then((admission) => admit(admission, read.marked));
      return admit(found, read.marked);
    },
    takeLastUsed() {
      const taken = lastUsed;
      lastUsed = new Map();
      return taken;
    },
  };
}

/** @throws {Failure} `scope_missing` */
export function requireScope(principal: Principal, scope: Scope): void {
  if (principal.scopes.has(scope)) return;
  const credential = principal.identity?.how === 'token' ? 'token' : 'API key';
  const who = principal.member === null ? `This ${credential}` : `Your role, ${principal.member.role},`;
  throw new Failure('scope_missing', `${who} lacks the scope ${scope}.`);
}

/** @throws {Failure} `wrong_environment` if a production key is used under the sandbox address. */
export function requireSandbox(principal: Principal): void {
  if (principal.environment === 'sandbox') return;
  throw new Failure(
    'wrong_environment',
    'The sandbox address takes sandbox keys only; this is a production key.',
  );
}

/**
 * @throws {Failure} `wrong_environment` if a sandbox caller asks for something that belongs to production.
 */
export function requireProduction({ environment }: Principal): void {
  if (environment === 'production') return;
  throw new Failure('wrong_environment', 'This is managed in production: it is not part of the sandbox.');
}

function principalOf({ key, tier, plan, agreed, chain }: StoredKey): Principal {
  return {
    party: key.keyId,
    member: null,
    tenantId: key.tenantId,
    tier,
    plan,
    agreed,
    environment: key.environment,
    chain,
    scopes: new Set(key.scopes),
    identity: key.agentId === null ? null : { how: 'key', agentId: key.agentId, userId: null, token: null },
  };
}

function unknownKey(): Failure {
  return new Failure('unauthenticated', 'Missing or invalid API key.');
}

/** Stores the last use of keys: many at once, and not during a request. */
export async function recordLastUsed(db: Database, authenticator: Authenticator): Promise<void> {
  const used = authenticator.takeLastUsed();
  if (used.size === 0) return;
  await db.transaction().execute(async (tx) => {
    for (const [keyId, { tenantId, usedAt }] of used) {
      await tx
        .updateTable('api_keys')
        .set({ last_used_at: usedAt })
        .where('tenant_id', '=', tenantId)
        .where('key_id', '=', keyId)
        .where((where) => where.or([where('last_used_at', 'is', null), where('last_used_at', '<', usedAt)]))
        .execute();
    }
  });
}

export function lastUsedChore(db: Database, authenticator: Authenticator): Chore {
  return {
    name: 'record when keys were last used',
    everyMs: 30_000,
    run: () => recordLastUsed(db, authenticator),
    last: true,
  };
}

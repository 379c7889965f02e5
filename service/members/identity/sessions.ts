/**
 * Finds the principal for a session. As with keys, answers come from memory and are never older than a
 * second, so the end of a session or role takes effect on every node within a second.
 */
import type { Database } from '../../database/open.ts';
import type { Chore } from '../../foundation/chores.ts';
import { type Clock, DAY_MS } from '../../foundation/clock.ts';
import { Failure } from '../../foundation/failure.ts';
import { FreshCache } from '../../foundation/fresh-cache.ts';
import type { Principal, Role } from '../../keys/index.ts';
import type { Environment, Plan, Tier } from '../../tenants/index.ts';
import { scopesOf } from '../member.ts';
import { deleteEndedSecrets, hashToken } from './single-use.ts';

const FRESHNESS = { refreshAfterMs: 400, forgetAfterMs: 800, maxEntries: 10_000 };
export const IDLE_MS = 12 * 3_600_000;
export const LONGEST_MS = 7 * DAY_MS;
const FRESH_MS = 10 * 60_000;

/** A valid session and the rights of its person. */
export interface Session {
  sessionId: string;
  userId: string;
  /** Lower case. */
  email: string;
  startedAt: number;
  seenAt: number;
  /** The only tenant that it opens, if that tenant's provider vouched for the person; null: it is the person's own. */
  onlyTenant: string | null;
  /** How they signed in, in the words of the record; null for a session from before this was kept. */
  way: string | null;
  principals: Record<Environment, Principal>;
}

export interface Sessions {
  /**
   * @param token from the cookie.
   * @throws {Failure} `unauthenticated` if the session has ended, or the person is no longer a member.
   */
  authenticate(token: string, environment: Environment): Principal | Promise<Principal>;
  /** null if it has ended. */
  find(token: string): Promise<Session | null>;
  /** Reads it again at its next request. */
  forget(token: string): void;
  end(token: string): Promise<void>;
  /** Ends the person's other sessions. @param token of the session that stays. */
  endOthers(token: string, userId: string): Promise<void>;
  /** Lets a new session open this tenant alone, before anyone has its token. */
  bind(token: string, tenantId: string): Promise<void>;
  /** Switches the session to another of its person's tenants. @throws {Failure} `not_found` */
  lookAt(token: string, session: Session, tenantId: string): Promise<void>;
  chore: Chore;
}

export function startSessions(db: Database, clock: Clock): Sessions {
  const cache = new FreshCache<Session>((tokenHash) => findSession(db, tokenHash), clock, FRESHNESS);
  let seen = new Map<string, number>();

  function admit(session: Session | null, environment: Environment): Principal {
    const nowMs = clock.now();
    if (session === null || hasEnded(session, seen.get(session.sessionId), nowMs)) throw noSession();
    seen.set(session.sessionId, nowMs);
    return session.principals[environment];
  }

  return {
    authenticate(token, environment) {
      const found = cache.get(hashToken(token));
      if (found instanceof Promise) return found.then((session) => admit(session, environment));
      return admit(found, environment);
    },
    async find(token) {
      const session = await findSession(db, hashToken(token));
      return session === null || hasEnded(session, seen.get(session.sessionId), clock.now()) ? null : session;
    },
    forget: (token) => cache.drop(hashToken(token)),
    async end(token) {
      await db.deleteFrom('person_sessions').where('token', '=', hashToken(token)).execute();
      cache.drop(hashToken(token));
    },
    async endOthers(token, userId) {
      await db
        .deleteFrom('person_sessions')
        .where('user_id', '=', userId)
        .where('token', '<>', hashToken(token))
        .execute();
    },
    async bind(token, tenantId) {
      const update = db.updateTable('person_sessions').set({ only_tenant: tenantId });
      await update.where('token', '=', hashToken(token)).execute();
    },
    async lookAt(token, { sessionId, userId }, tenantId) {
      await lookAt(db, sessionId, userId, tenantId);
      cache.drop(hashToken(token));
    },
    chore: {
      name: 'record when people were last seen, and end their sessions',
      everyMs: 30_000,
      last: true,
      async run() {
        const taken = seen;
        seen = new Map();
        await recordSeen(db, taken);
        await deleteEnded(db, clock.now());
        await deleteEndedSecrets(db, clock.now());
      },
    },
  };
}

type Lasting = Pick<Session, 'startedAt' | 'seenAt'>;

export function hasEnded(session: Lasting, seenHere: number | undefined, nowMs: number): boolean {
  const lastSeen = Math.max(session.seenAt, seenHere ?? 0);
  return nowMs - lastSeen > IDLE_MS || nowMs - session.startedAt > LONGEST_MS;
}

/** Whether the person signed in recently enough not to be asked for their password again. */
export function isFresh({ startedAt }: Pick<Session, 'startedAt'>, nowMs: number): boolean {
  return nowMs - startedAt < FRESH_MS;
}

function noSession(): Failure {
  return new Failure('unauthenticated', 'Your session has ended: sign in again.');
}

const OF_SESSION = [
  'session.id',
  'session.user_id',
  'session.created_at',
  'session.seen_at',
  'session.tenant_id as looks_at',
  'session.way',
  'session.only_tenant',
  'people.name',
  'people.email',
  'members.tenant_id',
  'members.member_id',
  'members.role',
  'members.sandbox_role',
  'tenants.tier',
  'tenants.plan',
  'tenants.agreed',
  'chains.environment',
  'chains.chain',
] as const;

async function findSession(db: Database, tokenHash: string): Promise<Session | null> {
  const rows = await db
    .selectFrom('person_sessions as session')
    .innerJoin('people', 'people.id', 'session.user_id')
    .innerJoin('members', 'members.user_id', 'session.user_id')
    .innerJoin('tenants', 'tenants.tenant_id', 'members.tenant_id')
    .innerJoin('chains', 'chains.tenant_id', 'members.tenant_id')
    .select(OF_SESSION)
    .where('session.token', '=', tokenHash)
    .where('members.removed_at', 'is', null)
    .where(({ or, eb }) =>
      or([
        eb('session.only_tenant', 'is', null),
        eb('members.tenant_id', '=', eb.ref('session.only_tenant')),
      ]),
    )
    .orderBy('members.joined_at')
    .orderBy('members.member_id')
    .execute();
  const [first] = rows;
  if (first === undefined) return null;
  const tenantId = rows.find((row) => row.tenant_id === row.looks_at)?.tenant_id ?? first.tenant_id;
  const principalIn = (environment: Environment): Principal => {
    const row = rows.find((each) => each.tenant_id === tenantId && each.environment === environment);
    if (row === undefined) throw new Error(`tenant ${tenantId} has no chain in ${environment}`);
    const role = (environment === 'sandbox' && row.sandbox_role ? row.sandbox_role : row.role) as Role;
    return {
      party: row.member_id,
      member: {
        name: row.name,
        role,
        sessionId: row.id,
        ...(row.only_tenant !== null && { onlyHere: true }),
      },
      tenantId,
      tier: row.tier as Tier,
      plan: row.plan as Plan,
      agreed: row.agreed,
      environment,
      identity: null,
      chain: row.chain,
      scopes: scopesOf(role),
    };
  };
  const startedAt = Date.parse(first.created_at);
  return {
    sessionId: first.id,
    userId: first.user_id,
    email: first.email,
    startedAt,
    seenAt: first.seen_at ?? startedAt,
    onlyTenant: first.only_tenant,
    way: first.way,
    principals: { production: principalIn('production'), sandbox: principalIn('sandbox') },
  };
}

async function lookAt(db: Database, sessionId: string, userId: string, tenantId: string): Promise<void> {
  const place = await db
    .selectFrom('members')
    .select('member_id')
    .where('user_id', '=', userId)
    .where('tenant_id', '=', tenantId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (place === undefined) throw new Failure('not_found', 'You are not a member of this organisation.');
  const update = db.updateTable('person_sessions').set({ tenant_id: tenantId });
  await update.where('id', '=', sessionId).execute();
}

async function recordSeen(db: Database, seen: ReadonlyMap<string, number>): Promise<void> {
  for (const [sessionId, seenAt] of seen) {
    await db
      .updateTable('person_sessions')
      .set({ seen_at: seenAt })
      .where('id', '=', sessionId)
      .where((row) => row.or([row('seen_at', 'is', null), row('seen_at', '<', seenAt)]))
      .execute();
  }
}

/** A session without any request in its first half day is also idle. */
async function deleteEnded(db: Database, nowMs: number): Promise<void> {
  const iso = (ms: number) => new Date(ms).toISOString();
  await db
    .deleteFrom('person_sessions')
    .where((row) =>
      row.or([
        row('created_at', '<', iso(nowMs - LONGEST_MS)),
        row('seen_at', '<', nowMs - IDLE_MS),
        row.and([row('seen_at', 'is', null), row('created_at', '<', iso(nowMs - IDLE_MS))]),
      ]),
    )
    .execute();
}

/**
 * Who people are: better-auth on the same database. It is loaded when the first person comes, so that a service without
 * people starts as fast and as small as before. It knows nothing of tenants: places in those are members.
 */
import { createHmac } from 'node:crypto';
import type { DBAdapter } from '@better-auth/core/db/adapter';
import { CamelCasePlugin } from 'kysely';
import { installationSecret } from '../../database/installation/installation-secret.ts';
import type { Database } from '../../database/open.ts';
import { Failure } from '../../foundation/failure.ts';
import type { FillRandom } from '../../foundation/ids.ts';
import { normalizedEmail } from '../member.ts';
import { cookieOf, cookiePrefixOf, sessionCookieOf } from './cookies.ts';
import { withHashedTokens } from './hashed-tokens.ts';
import { withMovedTimes } from './moved-times.ts';
import { passkeyOptions } from './passkey-options.ts';
import { hashPassword, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, verifyPassword } from './passwords.ts';
import { LONGEST_MS } from './sessions.ts';

export interface IdentityDeps {
  db: Database;
  fillRandom: FillRandom;
  config: { baseUrl: string; clockOffsetMs: number };
}

export interface Person {
  userId: string;
  email: string;
  name: string;
  /** Whether the address is known to be theirs. */
  isProven: boolean;
}

export interface Identity {
  /** Answers a request under `/auth`, whose path and origin the caller has checked. */
  handle(request: Request): Promise<Response>;
  /** null where there is none. @param email in any spelling. */
  findPerson(email: string): Promise<Person | null>;
  personOf(userId: string): Promise<Person>;
  /** Their address is not proven yet. @throws {Failure} `conflict` where the address is taken. */
  createPerson(person: { email: string; name: string; password: string | null }): Promise<Person>;
  /** For a person who came to nothing: nothing may name them yet. */
  removePerson(userId: string): Promise<void>;
  setPassword(userId: string, password: string): Promise<void>;
  /** @returns null where the person has none. */
  isPassword(userId: string, password: string): Promise<boolean | null>;
  /** Begins a session for a person who was proven elsewhere. @returns its cookie, for the `Set-Cookie` header. */
  beginSession(userId: string, from: { address: string; userAgent: string | undefined }): Promise<string>;
  /** The pair for the `Cookie` header by which the library knows a session. */
  cookieFor(token: string): string;
  /** Ends all sessions of a person. */
  endSessions(userId: string): Promise<void>;
}

export const AUTH_PATH = '/auth';
const TWO_FACTOR_ISSUER = 'Assize';

/** One for each service, made at first use. A failure, such as a database that is away, is tried again. */
export function identityOf(deps: IdentityDeps): () => Promise<Identity> {
  let opening: Promise<Identity> | null = null;
  return () => {
    opening ??= open(deps).catch((error: unknown) => {
      opening = null;
      throw error;
    });
    return opening;
  };
}

async function open(deps: IdentityDeps): Promise<Identity> {
  const [{ betterAuth }, { APIError }, { twoFactor }, { passkey }, options] = await Promise.all([
    import('better-auth/minimal'),
    import('better-auth/api'),
    import('better-auth/plugins/two-factor'),
    import('@better-auth/passkey'),
    optionsOf(deps),
  ]);
  const auth = betterAuth({
    ...options,
    plugins: [
      twoFactor({ issuer: TWO_FACTOR_ISSUER, twoFactorTable: 'person_second_factors' }),
      passkey({ rpName: TWO_FACTOR_ISSUER, ...passkeyOptions(deps.config.baseUrl, APIError) }),
    ],
  });
  const { internalAdapter } = await auth.$context;
  const people = peopleIn(deps.db);
  const link = (userId: string, password: string) =>
    internalAdapter.linkAccount({ userId, accountId: userId, providerId: 'credential', password });
  return {
    handle: (request) => auth.handler(request),
    ...people,
    async createPerson({ email, name, password }) {
      const made = { email: normalizedEmail(email), name, emailVerified: false };
      const user = await internalAdapter
        .createUser(made, { method: 'email-password' })
        .catch(async (cause: unknown) => {
          throw (await people.findPerson(made.email)) === null ? cause : addressTaken();
        });
      if (password !== null) await link(user.id, await hashPassword(password));
      return people.personOf(user.id);
    },
    removePerson: (userId) => internalAdapter.deleteUser(userId),
    async setPassword(userId, password) {
      const hash = await hashPassword(password);
      const accounts = await internalAdapter.findAccounts(userId);
      if (accounts.some(({ providerId }) => providerId === 'credential')) {
        await internalAdapter.updatePassword(userId, hash);
      } else {
        await link(userId, hash);
      }
    },
    async isPassword(userId, password) {
      const accounts = await internalAdapter.findAccounts(userId);
      const hash = accounts.find(({ providerId }) => providerId === 'credential')?.password;
      return hash ? verifyPassword({ hash, password }) : null;
    },
    async beginSession(userId, { address, userAgent = '' }) {
      const from = { ipAddress: address, userAgent };
      const { token } = await internalAdapter.createSession(userId, false, from);
      return signedCookie(deps.config.baseUrl, options.secret, token);
    },
    cookieFor: (token) => signedCookie(deps.config.baseUrl, options.secret, token).split(';')[0] ?? '',
    endSessions: (userId) => internalAdapter.deleteUserSessions(userId),
  };
}

function peopleIn(db: Database): Pick<Identity, 'findPerson' | 'personOf'> {
  const rows = db.selectFrom('people').select(['id', 'email', 'name', 'address_proven_at']);
  const toPerson = ({
    id,
    email,
    name,
    address_proven_at: at,
  }: Awaited<ReturnType<typeof rows.execute>>[number]) => {
    return { userId: id, email, name, isProven: at !== null };
  };
  return {
    async findPerson(email) {
      const row = await rows.where('email', '=', normalizedEmail(email)).executeTakeFirst();
      return row === undefined ? null : toPerson(row);
    },
    personOf: async (userId) => toPerson(await rows.where('id', '=', userId).executeTakeFirstOrThrow()),
  };
}

export function addressTaken(): Failure {
  const message = 'There is an account with this address: sign in, then open the link again.';
  return new Failure('conflict', message, { conflict: 'account_exists' });
}

/** Signed as the library signs its own, or it would not know the session. */
function signedCookie(baseUrl: string, secret: string, token: string): string {
  const signature = createHmac('sha256', secret).update(token).digest('base64');
  return cookieOf(baseUrl, sessionCookieOf(baseUrl), `${token}.${signature}`, {
    sameSite: 'Strict',
    maxAgeMs: LONGEST_MS,
  });
}

async function optionsOf({ db, fillRandom, config: { baseUrl, clockOffsetMs } }: IdentityDeps) {
  const secret = Buffer.from(await installationSecret(db, fillRandom, 'sign-in')).toString('hex');
  const { kyselyAdapter } = await import('@better-auth/kysely-adapter');
  const secure = baseUrl.startsWith('https:');
  // On either database in SQLite's manner: times are text, truth values are numbers.
  const adapterOf = kyselyAdapter(db.withPlugin(new CamelCasePlugin()), { type: 'sqlite' });
  return {
    baseURL: new URL(baseUrl).origin,
    basePath: AUTH_PATH,
    secret,
    database: (options: Parameters<typeof adapterOf>[0]): DBAdapter =>
      withHashedTokens(withMovedTimes(adapterOf(options), clockOffsetMs)),
    telemetry: { enabled: false },
    user: { modelName: 'people' },
    account: { modelName: 'person_accounts' },
    verification: { modelName: 'person_verifications', storeIdentifier: 'hashed' as const },
    session: {
      modelName: 'person_sessions',
      expiresIn: LONGEST_MS / 1000,
      disableSessionRefresh: true,
      freshAge: 0,
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
      revokeSessionsOnPasswordReset: true,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    // The routes check the origin, and slow attempts down, for all ways of signing in.
    rateLimit: { enabled: false },
    advanced: {
      disableCSRFCheck: true,
      disableOriginCheck: true,
      useSecureCookies: false,
      cookiePrefix: cookiePrefixOf(baseUrl),
      cookies: {
        session_token: { name: sessionCookieOf(baseUrl), attributes: { sameSite: 'strict' as const } },
      },
      defaultCookieAttributes: { secure, httpOnly: true, path: '/', sameSite: 'lax' as const },
      database: { validateSchema: false },
    },
    logger: { disabled: true },
  };
}

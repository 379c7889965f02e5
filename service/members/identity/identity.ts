/**
 * The identity of people: better-auth on the same database. It is loaded when the first person signs in, so
 * that a service without people starts fast and stays small. It knows nothing of tenants: a place in a tenant
 * is a member.
 */
import { createHmac } from 'node:crypto';
import type { DBAdapter } from '@better-auth/core/db/adapter';
import type { PasskeyOptions } from '@better-auth/passkey';
import type { APIError } from 'better-auth/api';
import { CamelCasePlugin } from 'kysely';
import { installationSecret } from '../../database/installation/installation-secret.ts';
import type { Database } from '../../database/open.ts';
import { Failure } from '../../foundation/failure.ts';
import type { FillRandom } from '../../foundation/ids.ts';
import { normalizedEmail } from '../member.ts';
import { withHashedTokens, withMovedTimes } from './adapter.ts';
import { cookieOf, cookiePrefixOf, sessionCookieOf } from './cookies.ts';
import { pagesAt } from './links.ts';
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
  /** Whether the person has proven that the address is theirs. */
  isProven: boolean;
}

export interface Identity {
  /** Answers a request under `/auth`, whose path and origin the caller has checked. */
  handle(request: Request): Promise<Response>;
  /** null if there is none. @param email in any spelling. */
  findPerson(email: string): Promise<Person | null>;
  personOf(userId: string): Promise<Person>;
  /**
   * Creates an account whose address is not proven yet. @throws {Failure} `conflict` if the address is taken.
   */
  createPerson(person: { email: string; name: string; password: string | null }): Promise<Person>;
  /** For an account that was created for nothing: nothing may refer to it yet. */
  removePerson(userId: string): Promise<void>;
  setPassword(userId: string, password: string): Promise<void>;
  /** @returns null if the person has no password. */
  isPassword(userId: string, password: string): Promise<boolean | null>;
  /**
   * Begins a session for a person who was authenticated elsewhere. @returns its cookie, for the `Set-Cookie`
   * header.
   */
  beginSession(userId: string, from: { address: string; userAgent: string | undefined }): Promise<string>;
  /** The pair in the `Cookie` header that identifies a session to the library. */
  cookieFor(token: string): string;
  /** Ends all sessions of a person. */
  endSessions(userId: string): Promise<void>;
}

export const AUTH_PATH = '/auth';
const TWO_FACTOR_ISSUER = 'Assize';

/**
 * One per service, created at first use. After a failure, such as an unreachable database, the next use tries
 * again.
 */
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
  const rows = db
    .selectFrom('people')
    .select(['id as userId', 'email', 'name', 'address_proven_at as provenAt']);
  const toPerson = ({ provenAt, ...person }: Awaited<ReturnType<typeof rows.execute>>[number]) => ({
    ...person,
    isProven: provenAt !== null,
  });
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

/** Signed like the library's own cookies, or the library would not accept the session. */
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
  // SQLite's types on both databases: times are text, booleans are numbers.
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
    // The routes check the origin, and slow down attempts, for all ways of signing in.
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

/**
 * A passkey replaces both a password and a second factor, so its device must have verified the person, by a fingerprint or
 * a PIN, when it is created and at each sign-in (WebAuthn, level 3, section 6.1: the flag UV).
 */
function passkeyOptions(baseUrl: string, Refusal: typeof APIError): PasskeyOptions {
  const { hostname, origin } = new URL(pagesAt(baseUrl));
  const require = (isVerified: boolean | undefined) => {
    if (isVerified === true) return;
    throw new Refusal('UNAUTHORIZED', {
      message: 'The device did not check that it is you: set up a PIN or a fingerprint on it, then try again',
    });
  };
  return {
    rpID: hostname,
    origin,
    // The column is `credential_id`, which the database returns in its own spelling.
    schema: { passkey: { modelName: 'person_passkeys', fields: { credentialID: 'credentialId' } } },
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    registration: {
      requireSession: true,
      afterVerification: async ({ verification }) => require(verification.registrationInfo?.userVerified),
    },
    authentication: {
      afterVerification: async ({ verification }) => require(verification.authenticationInfo.userVerified),
    },
  };
}

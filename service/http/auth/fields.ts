/** Fields and session checks that the routes of `/auth` share. */

import type { FastifyRequest } from 'fastify';
import type { TProperties, TSchema } from 'typebox';
import { Failure } from '../../foundation/failure.ts';
import type { Session } from '../../members/identity/index.ts';
import { type SignedInPerson, signedInPerson } from '../../members/sign-in/index.ts';
import { sessionTokenOf } from '../callers/callers.ts';
import * as is from '../schemas/fields.ts';
import { closed } from '../schemas/objects.ts';
import type { App, Services } from '../services.ts';

export type SignInNeeds = Pick<
  Services,
  | 'appender'
  | 'clock'
  | 'config'
  | 'db'
  | 'fillRandom'
  | 'identity'
  | 'ids'
  | 'log'
  | 'mailer'
  | 'passwordStrength'
  | 'sessions'
  | 'signInFailures'
  | 'singleSignOn'
>;

/** Adds some of the routes of `/auth`. */
export type AuthRoutes = (app: App, services: SignInNeeds) => void;

/** The options of a route for everyone, which is not in the API's description. */
export function hidden<Schemas extends { body?: TSchema; querystring?: TSchema; params?: TSchema }>(
  schemas?: Schemas,
) {
  return { config: { scope: 'public' }, schema: { hide: true, ...(schemas as Schemas) } } as const;
}

const Text = (maxLength: number) => is.text({ minLength: 1, maxLength, pattern: is.NO_NUL });
export const Email = Text(254);
export const Password = Text(1024);
export const Name = Text(120);
export const Id = Text(64);
export const PasskeyName = Text(80);
export const Token = is.text({ pattern: '^[\\w-]{20,200}$' });

export function fields<Fields extends TProperties>(each: Fields) {
  return closed(each);
}

/** @throws {Failure} `unauthenticated` if no person is signed in. */
export async function requireSession(
  { sessions, config }: SignInNeeds,
  request: FastifyRequest,
): Promise<{ token: string; session: Session }> {
  const token = sessionTokenOf(request, config.baseUrl);
  const session = token === null ? null : await sessions.find(token);
  if (token === null || session === null) throw new Failure('unauthenticated', 'Sign in first.');
  requireOwn(session);
  return { token, session };
}

/**
 * Includes people without a place in any tenant. @throws {Failure} `unauthenticated` if no person is signed
 * in.
 */
export async function requirePerson(
  services: SignInNeeds,
  request: FastifyRequest,
): Promise<{ token: string; person: SignedInPerson }> {
  const token = sessionTokenOf(request, services.config.baseUrl);
  const person = token === null ? null : await signedInPerson(services, token);
  if (token === null || person === null) throw new Failure('unauthenticated', 'Sign in first.');
  requireOwn(person);
  return { token, person };
}

/** An account is the person's own, and a tenant's provider opens only the tenant. @throws {Failure} `forbidden` */
export function requireOwn({ onlyTenant }: { onlyTenant: string | null }): void {
  if (onlyTenant === null) return;
  throw new Failure(
    'forbidden',
    "You signed in by your organisation's provider, which does not open your account: sign in with a password or a passkey of your own.",
  );
}

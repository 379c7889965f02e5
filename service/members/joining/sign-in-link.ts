/**
 * A link that signs a person in: it works once, within an hour. Only the operator of the installation makes one, on its
 * command line, for a person whom `assize demo` made.
 */
import { OPERATOR } from '../../evidence/changes/index.ts';
import { Failure } from '../../foundation/failure.ts';
import { identifierOf, issueSecret, type SingleUseDeps, takeSecret } from '../identity/single-use.ts';
import type { MemberDeps } from '../member.ts';
import { addressIn, nameOfReset, recordOfPerson, statedOf } from '../record/index.ts';

const LIFETIME_MS = 3_600_000;

/** @returns the token of the link, which is returned only here. */
export async function beginSignIn(deps: MemberDeps & SingleUseDeps, userId: string): Promise<string> {
  const lifetime = { nowMs: deps.clock.now(), lifetimeMs: LIFETIME_MS };
  const token = await issueSecret(deps, 'sign-in-link', userId, lifetime);
  const link = nameOf(token);
  const stated = await statedOf(deps, userId);
  const person = { ...addressIn(stated), [link]: stated[link] ?? '' };
  await recordOfPerson(deps, userId, 'member.begin_sign_in', { link, person }, { actor: OPERATOR });
  return token;
}

/**
 * Uses the link up. @returns the person, and how the record names the link.
 * @throws {Failure} `not_found` if it was used, has ended, or never existed.
 */
export async function takeSignInLink(
  { db, clock }: Pick<MemberDeps, 'db' | 'clock'>,
  token: string,
): Promise<{ userId: string; link: string }> {
  const userId = await takeSecret(db, 'sign-in-link', token, clock.now());
  if (userId !== null) return { userId, link: nameOf(token) };
  throw new Failure('not_found', 'This link was used, or has ended. Run `assize demo` again for a new one.');
}

function nameOf(token: string): string {
  return nameOfReset(identifierOf('sign-in-link', token));
}

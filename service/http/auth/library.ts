/** Passes requests to the sign-in library, and its answers back. Its refusals get the API's words. */

import { type JsonObject, parseJson } from '@assize/evidence-format';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../../foundation/failure.ts';
import { AUTH_PATH, cookiesBeside, sessionCookieOf } from '../../members/identity/index.ts';
import { invitationsFor } from '../../members/index.ts';
import { recordingChanges, recordSignIn, type SignInChange } from '../../members/record/index.ts';
import { requireUnusedCode, type SignedInPerson, signedInPerson } from '../../members/sign-in/index.ts';
import { sessionTokenOf } from '../callers/callers.ts';
import type { SignInNeeds } from './fields.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
/** The way of signing in at each endpoint, for the record. */
const WAYS: Record<string, string> = {
  '/sign-in/email': 'password',
  '/two-factor/verify-totp': 'password and code',
  '/two-factor/verify-backup-code': 'password and backup code',
  '/passkey/verify-authentication': 'passkey',
  '/change-password': 'password change',
};

/** The request passed to the library in place of the caller's. */
interface Instead {
  method?: string;
  /** A path below {@link AUTH_PATH}. */
  url?: string;
  body?: unknown;
  /** The name of its change in the record. */
  what?: SignInChange | undefined;
}

/** Any change to a person's sign-in is recorded before this answers. */
export async function askLibrary(
  services: SignInNeeds,
  request: FastifyRequest,
  { method = request.method, url = request.url, body = request.body, what }: Instead = {},
): Promise<Response> {
  const { identity, config, sessions } = services;
  const headers = new Headers();
  for (const name of ['user-agent', 'origin'] as const) {
    const value = request.headers[name];
    if (value !== undefined) headers.set(name, value);
  }
  headers.set('x-forwarded-for', request.ip);
  const sent =
    method === 'GET'
      ? {}
      : { body: JSON.stringify(body ?? {}), headers: { 'content-type': 'application/json' } };
  for (const [name, value] of Object.entries(sent.headers ?? {})) headers.set(name, value);
  const wanted = new Request(new URL(url, config.baseUrl), {
    method,
    headers,
    ...(sent.body && { body: sent.body }),
  });
  const token = sessionTokenOf(request, config.baseUrl);
  const ask = async () => {
    const library = await identity();
    // The library must see the same session that was checked here.
    const others = cookiesBeside(request.headers.cookie, sessionCookieOf(config.baseUrl));
    const cookies = token === null ? others : [library.cookieFor(token), ...others];
    wanted.headers.set('cookie', cookies.join('; '));
    return library.handle(wanted);
  };
  const session = method === 'GET' || token === null ? null : await sessions.find(token);
  if (session === null) return ask();
  const { userId, sessionId } = session;
  const change: JsonObject = what === undefined ? {} : { what };
  return recordingChanges(services, userId, ask, { change, by: { sessionId } });
}

/**
 * Answers as the library did. If it signed a person in, that is recorded first; a person without a place and
 * without an invitation is not signed in.
 * @param code of an authenticator that the person signs in with.
 */
export async function answerAs(
  services: SignInNeeds,
  reply: FastifyReply,
  url: string,
  answer: Response,
  code: string | null = null,
): Promise<FastifyReply> {
  const cookies = answer.headers.getSetCookie();
  const [path = ''] = url.slice(AUTH_PATH.length).split('?');
  const before = sessionTokenOf(reply.request, services.config.baseUrl);
  if (newTokenIn(cookies, services.config.baseUrl) !== before) {
    await recordNewSession(services, cookies, WAYS[path] ?? 'other', code);
  }
  const text = await answer.text();
  if (cookies.length > 0) reply.header('set-cookie', cookies);
  if (!answer.ok) return refuse(reply, answer.status, messageIn(text));
  return reply.code(answer.status).header('content-type', JSON_TYPE).send(withoutToken(text));
}

/**
 * Records the session that the cookies begin, if they begin one. The session of an invited person without a
 * place yet opens only invitations, and is recorded with the first place.
 * @param code of an authenticator, which began it.
 * @param more of the record.
 * @returns whether its person has a place.
 * @throws {Failure} `forbidden` for a person without a place and without an invitation; this and any other
 * failure ends the session.
 */
export async function recordNewSession(
  services: SignInNeeds,
  cookies: readonly string[],
  way: string,
  code: string | null = null,
  more: JsonObject = {},
): Promise<boolean> {
  const token = newTokenIn(cookies, services.config.baseUrl);
  if (token === null) return false;
  try {
    const person = await requireExpected(services, token);
    if (code !== null) await requireUnusedCode(services, person.userId, code);
    const session = await services.sessions.find(token);
    if (session !== null) await recordSignIn(services, session, way, more);
    return session !== null;
  } catch (error) {
    await services.sessions.end(token);
    throw error;
  }
}

async function requireExpected(services: SignInNeeds, token: string): Promise<SignedInPerson> {
  const { db, clock, sessions } = services;
  const person = await signedInPerson(services, token);
  const isExpected = async ({ email }: SignedInPerson) =>
    (await sessions.find(token)) !== null || (await invitationsFor(db, email, clock.now())).length > 0;
  if (person !== null && (await isExpected(person))) return person;
  throw new Failure('forbidden', 'You are not a member of any organisation here. Ask for an invitation.');
}

/** The token of the session that an answer begins; null if it begins none. */
export function newTokenIn(cookies: readonly string[], baseUrl: string): string | null {
  const start = `${sessionCookieOf(baseUrl)}=`;
  const [cookie] = cookies.flatMap((each) => (each.startsWith(start) ? [each.slice(start.length)] : []));
  return cookie?.split(';')[0]?.split('.')[0] || null;
}

function refuse(reply: FastifyReply, status: number, detail: string): FastifyReply {
  return reply.code(status).header('content-type', JSON_TYPE).send(JSON.stringify({ detail }));
}

function messageIn(text: string): string {
  const { message } = objectIn(text);
  return typeof message === 'string' ? `${message.replace(/\.?$/, '')}.` : 'This was refused.';
}

/** The page's scripts must not read what the cookie hides from them. */
function withoutToken(text: string): string {
  const { token: _, session: __, ...rest } = objectIn(text);
  return Array.isArray(objectIn(text)) ? text : JSON.stringify(rest);
}

export function objectIn(text: string): Record<string, unknown> {
  return text === '' ? {} : ((parseJson(text) as Record<string, unknown> | null) ?? {});
}

/**
 * `/auth/oidc`: to the provider and back. The browser itself goes there, so each refusal leads to a page that
 * explains it.
 */

import type { FastifyReply } from 'fastify';
import { Failure } from '../../foundation/failure.ts';
import { cookieIn, cookieOf, pagesAt, signInCookieOf } from '../../members/identity/index.ts';
import { comeIn } from '../../members/joining/index.ts';
import { wordFor } from '../../members/sign-in/index.ts';
import * as is from '../schemas/fields.ts';
import { object } from '../schemas/objects.ts';
import { type AuthRoutes, hidden, type SignInNeeds } from './fields.ts';
import { recordNewSession } from './library.ts';

const COOKIE_LIFETIME_MS = 600_000;
const INVITATIONS_PAGE = '/invitations';

export const singleSignOnRoutes: AuthRoutes = (app, services) => {
  const start = hidden({ querystring: object({ return_to: is.optional(is.text()) }) });
  app.get('/oidc', start, (request, reply) =>
    orTell(services, reply, async () => {
      const { sign, clock, keep } = partsOf(services);
      await services.signInFailures.start(request.ip);
      const { url, state } = await sign.begin(ownPath(request.query.return_to), clock.now());
      reply.header('set-cookie', keep(state, COOKIE_LIFETIME_MS));
      return url;
    }),
  );

  app.get('/oidc/callback', hidden(), (request, reply) =>
    orTell(services, reply, async () => {
      const { sign, settings, clock, keep } = partsOf(services);
      const { baseUrl, init } = services.config;
      reply.header('set-cookie', keep('', 0));
      const answer = new URL(request.url, 'http://localhost').searchParams;
      const state = cookieIn(request.headers.cookie, signInCookieOf(baseUrl));
      const { person, returnTo } = await sign.end(answer, state, clock.now());
      const userId = await comeIn(services, settings, init.tenant, person);
      const from = { address: request.ip, userAgent: request.headers['user-agent'] };
      const session = await (await services.identity()).beginSession(userId, from);
      const hasPlace = await recordNewSession(services, [session], 'single sign-on');
      reply.header('set-cookie', [keep('', 0), session]);
      return `${pagesAt(baseUrl)}${hasPlace ? returnTo : INVITATIONS_PAGE}`;
    }),
  );
};

/** @throws {Failure} `not_found` if the operator has set up no provider. */
function partsOf({ singleSignOn: sign, config: { oidc: settings, baseUrl }, clock }: SignInNeeds) {
  if (sign === null || settings === null)
    throw new Failure('not_found', 'Single sign-on is not set up here.');
  const keep = (value: string, maxAgeMs: number) =>
    cookieOf(baseUrl, signInCookieOf(baseUrl), value, { sameSite: 'Lax', maxAgeMs });
  return { sign, settings, clock, keep };
}

/** Redirects to the address that the work returns, or to the sign-in page with a word for the reason. */
export async function orTell(
  { log, config }: SignInNeeds,
  reply: FastifyReply,
  work: () => Promise<string>,
): Promise<FastifyReply> {
  try {
    return reply.redirect(await work(), 303);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    log.warn({ problem: error.publicMessage }, 'single sign-on refused');
    return reply.redirect(`${pagesAt(config.baseUrl)}/sign-in?problem=${wordFor(error)}`, 303);
  }
}

/** Returns a path of this service unchanged; `/` for anything that could lead elsewhere. */
export function ownPath(wanted: string | undefined): string {
  const here = 'http://here.invalid';
  const url = wanted?.startsWith('/') ? URL.parse(wanted, here) : null;
  if (url === null || url.origin !== here || url.pathname.startsWith('//')) return '/';
  return `${url.pathname}${url.search}`;
}

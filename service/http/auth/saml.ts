/**
 * `/auth/saml/{tenant}`: to the tenant's provider and back. The provider's answer comes from another site, without the
 * browser's cookie, so the browser is sent on to a request of its own before a session begins.
 */

import type { FastifyReply } from 'fastify';
import { DAY_MS } from '../../foundation/clock.ts';
import { Failure } from '../../foundation/failure.ts';
import { directoryOf } from '../../members/directory/index.ts';
import {
  cookieIn,
  cookieOf,
  pagesAt,
  providerCookieOf,
  signInCookieOf,
} from '../../members/identity/index.ts';
import { comeInBySaml } from '../../members/joining/index.ts';
import {
  beginSaml,
  endSaml,
  type SamlPlace,
  samlMetadata,
  serviceProviderOf,
  takeSamlAnswer,
} from '../../members/sign-in/index.ts';
import * as is from '../schemas/fields.ts';
import { object } from '../schemas/objects.ts';
import type { App } from '../services.ts';
import { hidden, type SignInNeeds } from './fields.ts';
import { newTokenIn, recordNewSession } from './library.ts';
import { orTell, ownPath } from './single-sign-on.ts';

const COOKIE_LIFETIME_MS = 600_000;
/** Longer than any session, so that people find back when theirs has ended. */
const REMEMBERED_MS = 180 * DAY_MS;
const WAY = 'SAML';
const FORM = 'application/x-www-form-urlencoded';

const tenant = { params: object({ tenant_id: is.text({ maxLength: 64 }) }) };

export function samlRoutes(app: App, services: SignInNeeds): void {
  app.addContentTypeParser<string>(FORM, { parseAs: 'string' }, (_, body, done) => done(null, body));

  app.get('/saml/:tenant_id', hidden(tenant), async (request, reply) => {
    const { baseUrl, tenantId } = await placeOf(services, request.params.tenant_id);
    return reply.type('application/samlmetadata+xml').send(await samlMetadata(baseUrl, tenantId));
  });

  const start = hidden({ ...tenant, querystring: object({ return_to: is.optional(is.text()) }) });
  app.get('/saml/:tenant_id/start', start, (request, reply) =>
    orTell(services, reply, async () => {
      await services.signInFailures.start(request.ip);
      const place = await placeOf(services, request.params.tenant_id);
      const returnTo = ownPath(request.query.return_to);
      const { url, browser } = await beginSaml(services, place, returnTo, services.clock.now());
      reply.header('set-cookie', kept(services, browser, COOKIE_LIFETIME_MS));
      return url;
    }),
  );

  app.post('/saml/:tenant_id/acs', hidden(tenant), (request, reply) =>
    orTell(services, reply, async () => {
      const place = await placeOf(services, request.params.tenant_id);
      const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
      const sent = { SAMLResponse: form.get('SAMLResponse') ?? '', RelayState: form.get('RelayState') ?? '' };
      await takeSamlAnswer(services, place, sent, services.clock.now());
      return `${serviceProviderOf(place.baseUrl, place.tenantId).entity_id}/finish`;
    }),
  );

  app.get('/saml/:tenant_id/finish', hidden(tenant), (request, reply) =>
    orTell(services, reply, async () => {
      const { baseUrl, tenantId } = await placeOf(services, request.params.tenant_id);
      reply.header('set-cookie', kept(services, '', 0));
      const browser = cookieIn(request.headers.cookie, signInCookieOf(baseUrl));
      const { person, returnTo } = await endSaml(services, tenantId, browser, services.clock.now());
      const userId = await comeInBySaml(services, tenantId, person);
      const from = { address: request.ip, userAgent: request.headers['user-agent'] };
      await beginBoundSession(services, reply, tenantId, userId, from);
      return `${pagesAt(baseUrl)}${returnTo}`;
    }),
  );
}

function kept({ config: { baseUrl } }: SignInNeeds, value: string, maxAgeMs: number): string {
  return cookieOf(baseUrl, signInCookieOf(baseUrl), value, { sameSite: 'Lax', maxAgeMs });
}

/** The address that this browser signed in at last; null where there is none, or it is no longer set up. */
export async function lastSignInAddress(
  { db, config: { baseUrl } }: SignInNeeds,
  cookies: string | undefined,
): Promise<string | null> {
  const tenantId = cookieIn(cookies, providerCookieOf(baseUrl));
  const saml = tenantId === null ? null : (await directoryOf(db, tenantId)).saml;
  return tenantId === null || saml === null ? null : serviceProviderOf(baseUrl, tenantId).sign_in_url;
}

/** The session is of this tenant before anyone has its cookie. */
async function beginBoundSession(
  services: SignInNeeds,
  reply: FastifyReply,
  tenantId: string,
  userId: string,
  from: { address: string; userAgent: string | undefined },
): Promise<void> {
  const { baseUrl } = services.config;
  const session = await (await services.identity()).beginSession(userId, from);
  const token = newTokenIn([session], baseUrl);
  if (token === null) throw new Error('the session has no token');
  await services.sessions.bind(token, tenantId);
  await recordNewSession(services, [session], WAY);
  const remembered = cookieOf(baseUrl, providerCookieOf(baseUrl), tenantId, {
    sameSite: 'Lax',
    maxAgeMs: REMEMBERED_MS,
  });
  reply.header('set-cookie', [session, remembered]);
}

/** @throws {Failure} `not_found` if the tenant has set up no provider, or there is no such tenant. */
async function placeOf({ db, config }: SignInNeeds, tenantId: string): Promise<SamlPlace> {
  const { saml } = await directoryOf(db, tenantId);
  if (saml === null) throw new Failure('not_found', 'Sign-in by SAML is not set up here.');
  return { baseUrl: config.baseUrl, tenantId, provider: saml };
}

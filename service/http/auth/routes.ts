/**
 * `/auth`: signing in and out. These routes are only for the dashboard; all its other calls use the published
 * API.
 */

import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { Failure } from '../../foundation/failure.ts';
import { AUTH_PATH, type Session, withdrawBegun } from '../../members/identity/index.ts';
import { normalizedEmail } from '../../members/index.ts';
import {
  credentialsOf,
  keepOnly,
  passwordOf,
  requireUnusedCode,
  signedInPerson,
} from '../../members/sign-in/index.ts';
import { errorHandler } from '../answers/errors.ts';
import { requireOwnOrigin, sessionTokenOf } from '../callers/callers.ts';
import { registerBodyParsing } from '../requests/body-parsing.ts';
import { type DecidingNeeds, decisionLinkRoutes } from './decision-links.ts';
import { GETS, POSTS, SIGN_IN_CHANGES, WITHOUT_PLACE } from './endpoints.ts';
import {
  type AuthRoutes,
  Email,
  fields,
  hidden,
  Password,
  requireOwn,
  requireSession,
  type SignInNeeds,
} from './fields.ts';
import { invitationRoutes } from './invitations.ts';
import { answerAs, askLibrary, newTokenIn } from './library.ts';
import { mailSignInChange } from './mail.ts';
import { nameRoutes } from './names.ts';
import { passkeyRoutes } from './passkeys.ts';
import { resetRoutes } from './reset.ts';
import { lastSignInAddress, samlRoutes } from './saml.ts';
import { sessionRoutes } from './sessions.ts';
import { signInLinkRoutes } from './sign-in-links.ts';
import { singleSignOnRoutes } from './single-sign-on.ts';

/** The body of a sign-in endpoint that is checked here first. */
const SignIn = fields({ email: Email, password: Password });
const PasswordChange = fields({ current_password: Password, password: Password });

const passwordRoutes: AuthRoutes = (app, services) => {
  app.get('/ways', hidden(), async (request) => ({
    password: true,
    passkey: true,
    oidc: services.singleSignOn === null ? null : { name: services.singleSignOn.name },
    saml: await lastSignInAddress(services, request.headers.cookie),
    mail: services.mailer !== null,
  }));

  app.post('/sign-in/email', hidden({ body: SignIn }), async (request, reply) => {
    const email = normalizedEmail(request.body.email);
    const before = await passwordOf(services.db, email);
    const answer = await slowly(services, request, email, () =>
      askLibrary(services, request, { body: { ...request.body, email } }),
    );
    // If all sessions were ended in the meantime, this one was missed.
    if ((await passwordOf(services.db, email)) !== before) throw await refusedLate(services, answer);
    return answerAs(services, reply, request.url, answer);
  });

  const change = hidden({ body: PasswordChange });
  app.post('/change-password', change, async (request, reply) => {
    const { session } = await requireSession(services, request);
    const { current_password: currentPassword, password: newPassword } = request.body;
    const body = { currentPassword, newPassword, revokeOtherSessions: true };
    const answer = await slowly(services, request, session.email, async () => {
      await services.passwordStrength.requireGood(newPassword);
      return askLibrary(services, request, { body, what: 'password_changed' });
    });
    if (answer.ok) {
      await withdrawBegun(services.db, session.userId);
      void mailSignInChange(services, session.email, 'password_changed');
    }
    return answerAs(services, reply, request.url, answer);
  });
};

async function refusedLate({ sessions, config }: SignInNeeds, { headers }: Response): Promise<Failure> {
  const token = newTokenIn(headers.getSetCookie(), config.baseUrl);
  if (token !== null) await sessions.end(token);
  return new Failure('unauthenticated', 'Your password was changed meanwhile: sign in with the new one.');
}

const libraryRoutes: AuthRoutes = (app, services) => {
  const route = (method: 'GET' | 'POST', path: string, schema: object) => {
    app.route({
      method,
      url: path,
      ...hidden(schema),
      // The library does not answer `HEAD`.
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        const token = sessionTokenOf(request, services.config.baseUrl);
        const session = token === null ? null : await services.sessions.find(token);
        if (token !== null && session === null && !WITHOUT_PLACE.has(path))
          await requireNoPerson(services, token);
        if (session !== null && !WITHOUT_PLACE.has(path)) requireOwn(session);
        const answer = await (session === null
          ? askLibrary(services, request)
          : askSignedIn(services, request, session, path));
        if (token !== null) services.sessions.forget(token);
        // With a session, this is the code that sets up the second factor.
        const { code = null } = session === null ? ((request.body ?? {}) as { code?: string }) : {};
        return answerAs(services, reply, request.url, answer, code);
      },
    });
  };
  for (const [path, body] of Object.entries(POSTS)) route('POST', path, { body });
  for (const [path, querystring] of Object.entries(GETS)) route('GET', path, { querystring });
};

/** A stolen session must not allow guessing the password or a code faster than the sign-in page does. */
async function askSignedIn(
  services: SignInNeeds,
  request: FastifyRequest,
  session: Session,
  path: string,
): Promise<Response> {
  const { userId, email } = session;
  const { password, code } = (request.body ?? {}) as { password?: string; code?: string };
  const what = SIGN_IN_CHANGES[path];
  const before = await credentialsOf(services.db, userId);
  const ask = () =>
    askLibrary(services, request, { what }).catch(async (error: unknown) => {
      if (what === 'passkey_added') await keepOnly(services.db, userId, before);
      throw error;
    });
  const isSecret = password !== undefined || code !== undefined;
  const answer = await (isSecret ? slowly(services, request, email, ask) : ask());
  if (!answer.ok) return answer;
  const isNew = what !== 'second_factor_set' || !before.hasSecondFactor;
  if (what !== undefined && isNew) void mailSignInChange(services, email, what);
  // The code that set it up must not sign in someone who saw it.
  if (code !== undefined) await requireUnusedCode(services, userId, code);
  return answer;
}

/** @throws {Failure} `forbidden` for a signed-in person without a place in any tenant. */
async function requireNoPerson(services: SignInNeeds, token: string): Promise<void> {
  if ((await signedInPerson(services, token)) === null) return;
  throw new Failure('forbidden', 'Accept an invitation first.');
}

/** For requests that carry a password. */
async function slowly(
  { signInFailures }: SignInNeeds,
  { ip }: FastifyRequest,
  email: string,
  ask: () => Promise<Response>,
): Promise<Response> {
  await signInFailures.begin(email, ip);
  const answer = await ask();
  if (answer.ok) await signInFailures.forgive(email, ip);
  return answer;
}

/** The library knows no idle limit: it would still accept a session that has ended by it. */
async function endIdleSession(services: SignInNeeds, request: FastifyRequest): Promise<void> {
  const token = sessionTokenOf(request, services.config.baseUrl);
  if (token === null || (await signedInPerson(services, token)) !== null) return;
  await services.sessions.end(token);
}

const ROUTES = [
  passwordRoutes,
  sessionRoutes,
  nameRoutes,
  invitationRoutes,
  resetRoutes,
  passkeyRoutes,
  singleSignOnRoutes,
  signInLinkRoutes,
  libraryRoutes,
];

export const authRoutes: FastifyPluginAsync<{ services: DecidingNeeds }> = async (root, { services }) => {
  await root.register(
    async (app) => {
      app.setErrorHandler(errorHandler('a'));
      registerBodyParsing(app, 'a');
      app.addHook('onRequest', async (request) => {
        if (request.method !== 'GET') requireOwnOrigin(request, services.config.baseUrl);
        await endIdleSession(services, request);
      });
      for (const add of ROUTES) add(app, services);
      decisionLinkRoutes(app, services);
    },
    { prefix: AUTH_PATH },
  );
  await root.register(
    async (app) => {
      app.setErrorHandler(errorHandler('a'));
      samlRoutes(app, services);
    },
    { prefix: AUTH_PATH },
  );
};

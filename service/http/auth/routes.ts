/**
 * `/auth`: how people come in and go out. These routes are for the dashboard alone; everything else that it does is a
 * call of the published API.
 */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { AUTH_PATH, normalizedEmail, requireGoodPassword } from '../../members/index.ts';
import type { Services } from '../services.ts';
import { requireOwnOrigin, sessionTokenOf } from '../shared/callers.ts';
import { errorHandler } from '../shared/errors.ts';
import { registerBodyParsing } from '../validation/body-parsing.ts';
import { GETS, POSTS } from './endpoints.ts';
import { Email, fields, HIDDEN, Password, PUBLIC, requireSession } from './fields.ts';
import { invitationRoutes } from './invitations.ts';
import { answerAs, askLibrary } from './library.ts';
import { nameRoutes } from './names.ts';
import { resetRoutes } from './reset.ts';
import { sessionRoutes } from './sessions.ts';
import { singleSignOnRoutes } from './single-sign-on.ts';

/** What a person sends to one of the library's endpoints that is looked at here first. */
const SignIn = fields({ email: Email, password: Password });
const PasswordChange = fields({ current_password: Password, password: Password });

export const authRoutes: FastifyPluginAsyncTypebox<{ services: Services }> = async (root, { services }) => {
  await root.register(
    async (app) => {
      app.setErrorHandler(errorHandler('a'));
      registerBodyParsing(app, 'a');
      app.addHook('onRequest', async (request, reply) => {
        reply.header('cache-control', 'no-store');
        if (request.method !== 'GET') requireOwnOrigin(request);
        await endIdleSession(services, request);
      });
      await app.register(passwordRoutes, { services });
      await app.register(sessionRoutes, { services });
      await app.register(nameRoutes, { services });
      await app.register(invitationRoutes, { services });
      await app.register(resetRoutes, { services });
      await app.register(singleSignOnRoutes, { services });
      await app.register(libraryRoutes, { services });
    },
    { prefix: AUTH_PATH },
  );
};

const passwordRoutes: FastifyPluginAsyncTypebox<{ services: Services }> = async (app, { services }) => {
  app.get('/ways', { config: PUBLIC, schema: HIDDEN }, async () => ({
    password: true,
    passkey: true,
    oidc: services.singleSignOn === null ? null : { name: services.singleSignOn.name },
    mail: services.mailer !== null,
  }));

  app.post(
    '/sign-in/email',
    { config: PUBLIC, schema: { ...HIDDEN, body: SignIn } },
    async (request, reply) => {
      const email = normalizedEmail(request.body.email);
      const answer = await slowly(services, request, email, () =>
        askLibrary(services, request, request.url, { ...request.body, email }),
      );
      return answerAs(services, reply, request.url, answer);
    },
  );

  const change = { ...HIDDEN, body: PasswordChange };
  app.post('/change-password', { config: PUBLIC, schema: change }, async (request, reply) => {
    const { current_password: currentPassword, password: newPassword } = request.body;
    await requireGoodPassword(newPassword, []);
    const { session } = await requireSession(services, request);
    const body = { currentPassword, newPassword, revokeOtherSessions: true };
    const answer = await slowly(services, request, session.email, () =>
      askLibrary(services, request, request.url, body),
    );
    return answerAs(services, reply, request.url, answer);
  });
};

const libraryRoutes: FastifyPluginAsyncTypebox<{ services: Services }> = async (app, { services }) => {
  const route = (method: 'GET' | 'POST', url: string, schema: object) => {
    app.route({
      method,
      url,
      config: PUBLIC,
      schema: { ...HIDDEN, ...schema },
      // The library answers no `HEAD`.
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        const token = sessionTokenOf(request, services.config.baseUrl);
        const isSignedIn = token !== null && (await services.sessions.find(token)) !== null;
        const answer = await askWithPassword(services, request);
        if (token !== null) services.sessions.forget(token);
        // With a session, it is the code that sets the second factor up.
        const { code = null } = isSignedIn ? {} : ((request.body ?? {}) as { code?: string });
        return answerAs(services, reply, request.url, answer, code);
      },
    });
  };
  for (const [url, body] of Object.entries(POSTS)) route('POST', url, { body });
  for (const [url, querystring] of Object.entries(GETS)) route('GET', url, { querystring });
};

/** Who has a session that is not theirs guesses the password no faster with it than at sign-in. */
async function askWithPassword(services: Services, request: FastifyRequest): Promise<Response> {
  const ask = () => askLibrary(services, request);
  if ((request.body as { password?: string } | undefined)?.password === undefined) return ask();
  const { session } = await requireSession(services, request);
  return slowly(services, request, session.email, ask);
}

/** For what a password is sent with. */
async function slowly(
  { signInFailures }: Services,
  { ip }: FastifyRequest,
  email: string,
  ask: () => Promise<Response>,
): Promise<Response> {
  await signInFailures.begin(email, ip);
  const answer = await ask();
  if (answer.ok) await signInFailures.forgive(email, ip);
  return answer;
}

/** The library knows no idle sessions: to it, one that has ended for this is still there. */
async function endIdleSession({ sessions, config }: Services, request: FastifyRequest): Promise<void> {
  const token = sessionTokenOf(request, config.baseUrl);
  if (token === null || (await sessions.find(token)) !== null) return;
  await sessions.end(token);
}

/** `/auth/passkey`: the first step of creating a passkey or signing in with one. */

import type { FastifyRequest } from 'fastify';
import { Failure } from '../../foundation/failure.ts';
import { isFresh, type Session } from '../../members/identity/index.ts';
import * as is from '../schemas/fields.ts';
import {
  type AuthRoutes,
  fields,
  hidden,
  PasskeyName,
  Password,
  requireSession,
  type SignInNeeds,
} from './fields.ts';
import { answerAs, askLibrary, objectIn } from './library.ts';

export const passkeyRoutes: AuthRoutes = (app, services) => {
  const signIn = hidden({ querystring: fields({}) });
  app.get(
    '/passkey/generate-authenticate-options',
    { ...signIn, exposeHeadRoute: false },
    async (request, reply) => {
      await services.signInFailures.start(request.ip);
      const answer = await askLibrary(services, request);
      // The library asks browsers to verify the person if they can, and would accept an answer without it.
      const options = { ...objectIn(await answer.text()), userVerification: 'required' };
      const asked = new Response(JSON.stringify(options), answer);
      return answerAs(services, reply, request.url, asked);
    },
  );

  const make = hidden({ body: fields({ name: PasskeyName, password: is.optional(Password) }) });
  app.post('/passkey/begin-registration', make, async (request, reply) => {
    const { session } = await requireSession(services, request);
    const { name, password } = request.body;
    await requireProof(services, request, session, password);
    const url = `/auth/passkey/generate-register-options?${new URLSearchParams({ name })}`;
    const answer = await askLibrary(services, request, { method: 'GET', url });
    return answerAs(services, reply, url, answer);
  });
};

/**
 * A passkey outlasts the session that made it, so an unattended or stolen session must not be able to create
 * one.
 */
async function requireProof(
  { clock, signInFailures, identity }: SignInNeeds,
  { ip }: FastifyRequest,
  session: Session,
  password: string | undefined,
): Promise<void> {
  if (password === undefined) {
    if (isFresh(session, clock.now())) return;
    throw new Failure(
      'forbidden',
      'Give your password, or sign in again and add the passkey within 10 minutes.',
    );
  }
  await signInFailures.begin(session.email, ip);
  const isRight = await (await identity()).isPassword(session.userId, password);
  if (isRight === null)
    throw new Failure('forbidden', 'You have no password here: sign in again, then add it.');
  if (!isRight) throw new Failure('forbidden', 'This is not your password.');
  await signInFailures.forgive(session.email, ip);
}

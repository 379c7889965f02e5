/** `/auth`: a forgotten password. The answer does not reveal whether there is an account with the address. */

import { Failure } from '../../foundation/failure.ts';
import { normalizedEmail } from '../../members/index.ts';
import { beginReset, RESET_LIFETIME_MS, readReset, resetPassword } from '../../members/joining/index.ts';
import { sessionTokenOf } from '../callers/callers.ts';
import * as is from '../schemas/fields.ts';
import { type AuthRoutes, Email, fields, hidden, Id, Password, type SignInNeeds, Token } from './fields.ts';
import { mailReset, mailSignInChange } from './mail.ts';

const MOST_KEPT = 100;
const Reset = fields({
  token: Token,
  password: Password,
  keep_passkeys: is.optional(is.list(Id, { maxItems: MOST_KEPT })),
  keep_second_factor: is.optional(is.flag()),
});

export const resetRoutes: AuthRoutes = (app, services) => {
  const request = hidden({ body: fields({ email: Email }) });
  app.post('/reset-request', request, async ({ body, ip }, reply) => {
    if (services.mailer === null) {
      throw new Failure(
        'conflict',
        'This service sends no mail. Its operator can make you a link: assize members reset <email>',
        { conflict: 'mail_not_configured' },
      );
    }
    const email = normalizedEmail(body.email);
    await services.signInFailures.begin(`reset:${email}`, ip);
    // After the answer, so that its time reveals nothing either.
    void sendLink(services, email).catch((err: unknown) => {
      services.log.error({ err }, 'could not create a link for a new password');
    });
    reply.code(202);
    return { accepted: true };
  });

  const withToken = hidden({ body: fields({ token: Token }) });
  app.post('/reset-link', withToken, async ({ body }) => {
    const { passkeys, hasSecondFactor } = await readReset(services, body.token);
    return {
      passkeys: passkeys.map(({ id, name, addedAt }) => ({ id, name, added_at: addedAt })),
      has_second_factor: hasSecondFactor,
    };
  });

  app.post('/reset', hidden({ body: Reset }), async (request) => {
    const { body, ip } = request;
    const { token, password, keep_passkeys: passkeys = [], keep_second_factor: secondFactor = false } = body;
    const person = await resetPassword(services, { token, password, kept: { passkeys, secondFactor } }, ip);
    // The page continues to the sign-in, and would appear signed in for as long as the session is cached.
    const session = sessionTokenOf(request, services.config.baseUrl);
    if (session !== null) services.sessions.forget(session);
    await mailSignInChange(services, person.email, 'password_changed');
    return { reset: true };
  });
};

async function sendLink(services: SignInNeeds, email: string): Promise<void> {
  const begun = await beginReset(services, email, 'mail');
  if (begun === null) return;
  await mailReset(services, begun.person.email, begun.token, services.clock.now() + RESET_LIFETIME_MS);
}

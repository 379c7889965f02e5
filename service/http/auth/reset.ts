/** `/auth`: a forgotten password. What is answered does not tell whether there is an account with the address. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Failure } from '../../foundation/failure.ts';
import { beginReset, normalizedEmail, RESET_LIFETIME_MS, resetPassword } from '../../members/index.ts';
import type { Services } from '../services.ts';
import { Email, fields, HIDDEN, Password, PUBLIC, Token } from './fields.ts';
import { mailReset } from './mail.ts';

export const resetRoutes: FastifyPluginAsyncTypebox<{ services: Services }> = async (app, { services }) => {
  const request = { config: PUBLIC, schema: { ...HIDDEN, body: fields({ email: Email }) } };
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
    // After the answer, so that its time tells nothing either.
    void sendLink(services, email).catch((err: unknown) => {
      services.log.error({ err }, 'a link for a new password could not be made');
    });
    reply.code(202);
    return { accepted: true };
  });

  const reset = { ...HIDDEN, body: fields({ token: Token, password: Password }) };
  app.post('/reset', { config: PUBLIC, schema: reset }, async ({ body }) => {
    await resetPassword(services, body.token, body.password);
    return { reset: true };
  });
};

async function sendLink(services: Services, email: string): Promise<void> {
  const begun = await beginReset(services, email);
  if (begun === null) return;
  await mailReset(services, begun.person.email, begun.token, services.clock.now() + RESET_LIFETIME_MS);
}

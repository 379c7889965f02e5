/** `/auth`: changes a person's name in each of their tenants. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { renamePerson } from '../../members/index.ts';
import type { SignInNeeds } from '../auth/fields.ts';
import { fields, HIDDEN, Name, PUBLIC, requirePerson } from './fields.ts';

export const nameRoutes: FastifyPluginAsyncTypebox<{ services: SignInNeeds }> = async (app, { services }) => {
  const schema = { ...HIDDEN, body: fields({ name: Name }) };
  app.post('/update-user', { config: PUBLIC, schema }, async (request) => {
    const { token, person } = await requirePerson(services, request);
    await renamePerson(services, person.userId, request.body.name, person.sessionId);
    services.sessions.forget(token);
    return { status: true };
  });
};

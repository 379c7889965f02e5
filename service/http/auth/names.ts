/** `/auth`: changes a person's name in each of their tenants. */
import { renamePerson } from '../../members/index.ts';
import { type AuthRoutes, fields, hidden, Name, requirePerson } from './fields.ts';

export const nameRoutes: AuthRoutes = (app, services) => {
  const schema = hidden({ body: fields({ name: Name }) });
  app.post('/update-user', schema, async (request) => {
    const { token, person } = await requirePerson(services, request);
    await renamePerson(services, person.userId, request.body.name, person.sessionId);
    services.sessions.forget(token);
    return { status: true };
  });
};

/** `/auth`: joins by an invitation, and looks at another of one's tenants. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { Failure } from '../../foundation/failure.ts';
import {
  addressTaken,
  joinTenant,
  normalizedEmail,
  readInvitation,
  requireGoodPassword,
} from '../../members/index.ts';
import { isMailAddress, tenantOf } from '../../tenants/index.ts';
import type { Services } from '../services.ts';
import { Email, fields, HIDDEN, Name, Password, PUBLIC, requireSession, Token } from './fields.ts';
import { answerAs, askLibrary } from './library.ts';

const Join = fields({ token: Token, name: Name, password: Password, email: Type.Optional(Email) });

export const invitationRoutes: FastifyPluginAsyncTypebox<{ services: Services }> = async (
  app,
  { services },
) => {
  const { db } = services;
  const withToken = { config: PUBLIC, schema: { ...HIDDEN, body: fields({ token: Token }) } };

  app.post('/invitation', withToken, async (request) => {
    const invitation = await readInvitation(services, request.body.token);
    const { name: tenant } = await tenantOf(db, invitation.tenantId);
    const { email, role } = invitation;
    const known = email !== null && (await (await services.identity()).findPerson(email)) !== null;
    return { tenant, email, role, ends_at: new Date(invitation.expiresAt).toISOString(), has_account: known };
  });

  app.post('/join', { config: PUBLIC, schema: { ...HIDDEN, body: Join } }, async (request, reply) => {
    const { token, name, password } = request.body;
    const invitation = await readInvitation(services, token);
    const email = invitation.email ?? normalizedEmail(request.body.email ?? '');
    if (!isMailAddress(email)) throw faultOf('email', 'This is no e-mail address');
    const identity = await services.identity();
    if ((await identity.findPerson(email)) !== null) throw addressTaken();
    await requireGoodPassword(password, [name, email]);
    const person = await identity.createPerson({ email, name, password });
    try {
      await joinTenant(services, token, person);
    } catch (error) {
      // An account without a place would be in the way of the next invitation.
      await identity.removePerson(person.userId);
      throw error;
    }
    const answer = await askLibrary(services, request, '/auth/sign-in/email', { email, password });
    return answerAs(services, reply, '/auth/sign-in/email', answer);
  });

  app.post('/join-signed-in', withToken, async (request) => {
    const { token, session } = await requireSession(services, request);
    const memberId = await joinTenant(services, request.body.token, session);
    services.sessions.forget(token);
    return { member_id: memberId };
  });

  const toTenant = { ...HIDDEN, body: fields({ tenant_id: Type.String({ maxLength: 64 }) }) };
  app.post('/tenant', { config: PUBLIC, schema: toTenant }, async (request) => {
    const { token, session } = await requireSession(services, request);
    await services.sessions.lookAt(token, session, request.body.tenant_id);
    return { tenant_id: request.body.tenant_id };
  });
};

function faultOf(field: string, message: string): Failure {
  return Failure.invalid([{ field: [field], message, type: 'value_error' }]);
}

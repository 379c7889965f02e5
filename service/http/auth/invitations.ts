/** `/auth`: accepts invitations, each by an explicit action, and switches between a person's tenants. */

import type { Invitation } from '../../members/index.ts';
import { acceptOffer, joinAnew, joinTenant, offersTo, readInvitation } from '../../members/joining/index.ts';
import { tenantOf } from '../../tenants/index.ts';
import * as is from '../schemas/fields.ts';
import {
  type AuthRoutes,
  Email,
  fields,
  hidden,
  Name,
  Password,
  requirePerson,
  requireSession,
  type SignInNeeds,
  Token,
} from './fields.ts';
import { answerAs, askLibrary } from './library.ts';

const Join = fields({ token: Token, name: Name, password: Password, email: is.optional(Email) });

export const invitationRoutes: AuthRoutes = (app, services) => {
  const withToken = hidden({ body: fields({ token: Token }) });

  // The same whether or not the address has an account: the inviter may be the one who asks.
  app.post('/invitation', withToken, async (request) =>
    shown(services, await readInvitation(services, request.body.token)),
  );

  app.get('/invitations', hidden(), async (request) => {
    const { token, person } = await requirePerson(services, request);
    const offers = await offersTo(services, person);
    return {
      has_place: (await services.sessions.find(token)) !== null,
      invitations: await Promise.all(offers.map((offer) => shown(services, offer))),
    };
  });

  app.post('/join', hidden({ body: Join }), async (request, reply) => {
    const { token, name, email, password } = request.body;
    const person = await joinAnew(services, { token, name, email, password }, request.ip);
    const given = { email: person.email, password };
    const answer = await askLibrary(services, request, { url: '/auth/sign-in/email', body: given });
    return answerAs(services, reply, '/auth/sign-in/email', answer);
  });

  app.post('/join-signed-in', withToken, async (request) => {
    const { token, person } = await requirePerson(services, request);
    const place = await joinTenant(services, request.body.token, person);
    services.sessions.forget(token);
    return { member_id: place.memberId };
  });

  const one = hidden({ body: fields({ invitation_id: is.text({ maxLength: 64 }) }) });
  app.post('/accept-invitation', one, async (request) => {
    const { token, person } = await requirePerson(services, request);
    const place = await acceptOffer(services, request.body.invitation_id, person);
    services.sessions.forget(token);
    return { member_id: place.memberId };
  });

  const toTenant = hidden({ body: fields({ tenant_id: is.text({ maxLength: 64 }) }) });
  app.post('/tenant', toTenant, async (request) => {
    const { token, session } = await requireSession(services, request);
    const { tenant_id: tenantId } = request.body;
    await services.sessions.lookAt(token, session, tenantId);
    return { tenant_id: tenantId };
  });
};

async function shown({ db }: SignInNeeds, { invitationId, tenantId, email, role, expiresAt }: Invitation) {
  const { name: tenant } = await tenantOf(db, tenantId);
  return { invitation_id: invitationId, tenant, email, role, ends_at: new Date(expiresAt).toISOString() };
}

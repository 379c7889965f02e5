/** `/auth`: signs a person in by a link that the operator made; it works once. */
import { takeSignInLink } from '../../members/joining/index.ts';
import { type AuthRoutes, fields, hidden, Token } from './fields.ts';
import { recordNewSession } from './library.ts';

export const signInLinkRoutes: AuthRoutes = (app, services) => {
  app.post('/sign-in-link', hidden({ body: fields({ token: Token }) }), async (request, reply) => {
    const { userId, link } = await takeSignInLink(services, request.body.token);
    const from = { address: request.ip, userAgent: request.headers['user-agent'] };
    const session = await (await services.identity()).beginSession(userId, from);
    await recordNewSession(services, [session], 'link of the operator', null, { link });
    reply.header('set-cookie', session);
    return { signed_in: true };
  });
};

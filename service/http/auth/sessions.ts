/**
 * `/auth`: lists and ends a person's sessions. A session is named by its id, as in the evidence; no token is
 * ever shown.
 */

import { endSession, openSessionsOf } from '../../members/sign-in/index.ts';
import * as is from '../schemas/fields.ts';
import { type AuthRoutes, fields, hidden, requireSession } from './fields.ts';

export const sessionRoutes: AuthRoutes = (app, services) => {
  app.get('/sessions', hidden(), async (request) => {
    const { session } = await requireSession(services, request);
    const opened = await openSessionsOf(services, session.userId);
    return {
      sessions: opened.map(({ sessionId, userAgent, address, startedAt, seenAt }) => ({
        session_id: sessionId,
        user_agent: userAgent,
        address,
        started_at: new Date(startedAt).toISOString(),
        seen_at: new Date(seenAt).toISOString(),
        is_this: sessionId === session.sessionId,
      })),
    };
  });

  const one = hidden({ body: fields({ session_id: is.text({ maxLength: 64 }) }) });
  app.post('/end-session', one, async (request) => {
    const { session } = await requireSession(services, request);
    await endSession(services.db, session.userId, request.body.session_id);
    return { status: true };
  });

  // The library ends sessions by the tokens that it reads, but it reads their hashes.
  app.post('/revoke-other-sessions', hidden(), async (request) => {
    const { token, session } = await requireSession(services, request);
    await services.sessions.endOthers(token, session.userId);
    return { status: true };
  });
};

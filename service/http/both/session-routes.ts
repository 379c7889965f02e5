/** Sessions, the same on both surfaces: report the result of a call, list, show, end. */
import type { JsonValue } from '@assize/evidence-format';
import { requestBy } from '../../keys/index.ts';
import { callFields, sessionLine } from '../../reports/index.ts';
import {
  endSession,
  findSession,
  listSessions,
  type RecordedResult,
  reportResult,
  type SessionRow,
  sessionFields,
} from '../../sessions/index.ts';
import type { Surface } from '../answers/errors.ts';
import { routesOf } from '../answers/routes.ts';
import { principalOf, WRITE } from '../callers/access.ts';
import { seesPayloads } from '../callers/callers.ts';
import { bodyMayBeAbsent } from '../requests/body-parsing.ts';
import * as is from '../schemas/fields.ts';
import { closed, namedBody, object } from '../schemas/objects.ts';
import type { App, Noun, Services } from '../services.ts';
import { ReportBody, Reported, Session, SessionPage, SessionWithCalls } from './session-schemas.ts';

/** A result of 256 KB, which clients cut to, fits in any spelling that JSON has for it. */
export const RESULT_BODY_BYTES = 512 * 1024;

const params = object({ session_id: is.label('The session_id of the context, or the mandate_id') });
const ofAgent = { agent_id: is.optional(is.label('The agent whose session it is')) };

type Needs = Pick<
  Services,
  | 'agentSessions'
  | 'appender'
  | 'catalogues'
  | 'clock'
  | 'db'
  | 'fillRandom'
  | 'governance'
  | 'ids'
  | 'readings'
>;

/** The sessions of one surface. */
export const sessions =
  (surface: Surface): Noun<Needs> =>
  (app, services) => {
    const route = routesOf(surface, 'Sessions');
    const suffix = surface.toUpperCase();
    const { clock } = services;

    const report = route(`reportResult${suffix}`, 'Report what a tool returned', {
      params,
      body: ReportBody,
      201: Reported,
      also: [409],
    });
    app.post(
      '/sessions/:session_id/results',
      { config: { scope: 'evidence:write', weighs: 'record' }, bodyLimit: RESULT_BODY_BYTES, schema: report },
      async (request, reply) => {
        const { result, ...body } = request.body;
        const reported = { ...body, result: result as JsonValue };
        const { session_id: id } = request.params;
        const recorded = await reportResult(services, principalOf(request), id, reported);
        return reply.status(201).send(reportedFields(recorded));
      },
    );

    const list = route(`listSessions${suffix}`, 'List sessions, the one opened last first', {
      querystring: closed({ ...ofAgent, ...is.page }),
      200: SessionPage,
    });
    const listing = { config: { scope: 'evidence:read', payloads: 'omitted' }, schema: list } as const;
    app.get('/sessions', listing, async (request) => {
      const { agent_id: agentId, limit = 100, cursor } = request.query;
      const principal = principalOf(request);
      const page = await listSessions(services, principal.chain, agentId, limit, cursor);
      const now = clock.now();
      const items = page.items.map((shown) => {
        const fields = sessionFields(shown, now);
        return seesPayloads(principal) ? fields : { ...fields, session_id: null };
      });
      return { items, next_cursor: page.nextCursor };
    });

    oneOf(app, services, surface);
  };

function oneOf(app: App, services: Needs, surface: Surface): void {
  const route = routesOf(surface, 'Sessions');
  const suffix = surface.toUpperCase();
  const { db, clock } = services;

  const get = route(`getSession${suffix}`, 'Get a session and its calls', {
    params,
    querystring: closed(ofAgent),
    200: SessionWithCalls,
  });
  app.get('/sessions/:session_id', { config: { scope: 'evidence:read' }, schema: get }, async (request) => {
    const principal = principalOf(request);
    const { session_id: id } = request.params;
    const { agent_id: agentId } = requestBy(principal, request.query);
    const row = await findSession(services, principal.chain, agentId, id);
    const at = clock.now();
    const { calls, isCut, mandateId } = await sessionLine(db, row, id, at);
    return {
      ...shown(row, id, at),
      mandate_id: mandateId,
      calls: calls.map(callFields),
      calls_cut: isCut,
    };
  });

  const end = route(`endSession${suffix}`, 'End a session; ending it again changes nothing', {
    params,
    body: namedBody('SessionToEnd', [{ agent_id: 'agent-8' }], ofAgent),
    200: Session,
  });
  const ending = { config: WRITE, schema: end, preValidation: bodyMayBeAbsent };
  app.post('/sessions/:session_id/end', ending, async (request) => {
    const principal = principalOf(request);
    const { session_id: id } = request.params;
    const { agent_id: agentId } = requestBy(principal, request.body);
    const row = await endSession(services, principal.chain, principal, agentId, id);
    return shown(row, id, clock.now());
  });
}

function shown(row: SessionRow, sessionId: string, at: number) {
  return sessionFields({ row, sessionId }, at);
}

function reportedFields({ value_count: values, incomplete, expires_at, ...recorded }: RecordedResult) {
  const { session_id, session_key, evaluation_id, number, evidence_id } = recorded;
  return {
    session_id,
    session_key,
    evaluation_id,
    number,
    values,
    incomplete: incomplete === 1,
    evidence_id,
    expires_at: new Date(expires_at).toISOString(),
  };
}

/** Sessions, the same on both surfaces: report the result of a call, list, show, end. */
import { CONFIDENTIALITIES, MAX_NAME_CHARACTERS, RESULT_SOURCES } from '@assize/act-reading/tools';
import type { JsonValue } from '@assize/evidence-format';
import { DOUBT_KINDS, HELD_FOR, VERDICTS } from '../../evaluation/index.ts';
import { ORIGINS } from '../../evaluation/question/index.ts';
import { callFields, MAX_CALLS, sessionLine } from '../../reports/index.ts';
import {
  endSession,
  findSession,
  listSessions,
  type RecordedResult,
  reportResult,
  type SessionRow,
  sessionFields,
} from '../../sessions/index.ts';
import { EffectName } from '../answers/enums.ts';
import type { Surface } from '../answers/errors.ts';
import { routesOf } from '../answers/routes.ts';
import { principalOf, READ, WRITE } from '../callers/access.ts';
import { bodyMayBeAbsent } from '../requests/body-parsing.ts';
import * as is from '../schemas/fields.ts';
import { closed, describedRecord, namedBody, object, record } from '../schemas/objects.ts';
import type { App, Noun, Services } from '../services.ts';

/** A result of 256 KB, which clients cut to, fits in any spelling that JSON has for it. */
export const RESULT_BODY_BYTES = 512 * 1024;

const Confidentiality = is.orNull(is.oneOf(CONFIDENTIALITIES), 'null if no tool stated one');
const Source = is.orNull(
  is.oneOf(RESULT_SOURCES),
  "What the tool returns, by the catalogue. content: strangers wrote some of it. null: the entry doesn't say",
);

const ReportBody = namedBody(
  'ResultReport',
  [{ evaluation_id: 'ev_0199c3b1a2f4d0c1b2a3e4f5', result: { from: 'ann@example.com' } }],
  {
    evaluation_id: is.text('The evidence id of the evaluation of the call', { maxLength: 256 }),
    tool: is.optional(is.label('The tool that was called: the evaluated action', MAX_NAME_CHARACTERS)),
    result: is.unknown(
      'What the tool returned: any JSON, or text. Only keyed hashes of the values in it are kept',
    ),
    incomplete: is.optional(is.flag('Whether you left out parts of the result')),
  },
);

const Reported = describedRecord('RecordedResult', 'The evidence, which is on disk', {
  session_id: is.text(),
  session_key: is.text(),
  evaluation_id: is.text(),
  number: is.integer('The place of the result in its session, from 1'),
  values: is.integer('How many values were found in it'),
  incomplete: is.flag('Whether some of its values are not known'),
  evidence_id: is.text(),
  expires_at: is.time('When the session ends'),
});

const fields = {
  session_id: is.orNull(is.text(), 'null if the payload that states it was removed'),
  session_key: is.text('By which the evidence names the session'),
  agent_id: is.orNull(is.text()),
  status: is.oneOf(['open', 'ended']),
  opened_at: is.time(),
  expires_at: is.time(),
  ended_at: is.orNull(is.time()),
  results: is.integer('How many results it has had'),
  incomplete: is.flag('Whether some values of its results are not known'),
  confidentiality: Confidentiality,
  has_content: is.flag('Whether something that strangers wrote was read in it'),
};

const Session = record('Session', fields);
const SessionPage = describedRecord('SessionPage', 'One page, the session that was opened last first', {
  items: is.list(Session),
  next_cursor: is.orNull(is.text(), 'null on the last page'),
});

const ValueSource = is.orNull(
  record('ValueSource', {
    evidence_id: is.text('The evaluation of the call that returned it'),
    tool: is.text(),
    at: is.time(),
  }),
  'The result that had it first; null if none had',
);

const Target = object({
  path: is.text('Its place in the arguments'),
  role: is.text(),
  kind: is.text(),
  effect: EffectName,
  value: is.orNull(is.text(), 'null if it could not be read'),
  known: is.orNull(is.text(), 'What makes it known: record, approval, mandate, own_result or made_here'),
  origin: is.orNull(is.oneOf(ORIGINS), 'Where its name came from; null if that was not looked for'),
  also: is.orNull(is.oneOf(['content']), 'content: strangers had written it before a register had it'),
  source: ValueSource,
});

const Call = record('SessionCall', {
  evidence_id: is.text('The evaluation of the call'),
  at: is.time(),
  action: is.text(),
  verdict: is.oneOf(VERDICTS),
  would_be: is.orNull(is.oneOf(VERDICTS), 'The verdict that it would have got if it was only observed'),
  held_for: is.orNull(is.oneOf(HELD_FOR), 'null if it was not held, and would not have been'),
  doubts: is.list(is.oneOf(DOUBT_KINDS), 'Why it may not be done alone, by the law Bounded Autonomy'),
  approval_id: is.orNull(is.text(), 'The approval that it opened, or waits for'),
  effects: is.list(EffectName),
  targets: is.list(Target),
  mentions: is.list(
    object({ path: is.text(), kind: is.text(), value: is.text(), source: ValueSource }),
    'What its texts mention that came from strangers',
  ),
  reasons: is.list(is.text(), 'The reasons of the laws that it did not pass, or would not have'),
  result: is.orNull(
    object({
      number: is.integer(),
      evidence_id: is.text(),
      at: is.time(),
      tool: is.text(),
      source: Source,
      confidentiality: Confidentiality,
      values: is.integer('How many values were found in it'),
      incomplete: is.flag(),
    }),
    'null if none was reported',
  ),
});

const SessionWithCalls = describedRecord('SessionWithCalls', 'The session and its calls, oldest first', {
  ...fields,
  mandate_id: is.orNull(is.text(), 'The mandate that its last calls named'),
  calls: is.list(Call, `At most the last ${MAX_CALLS}`),
  calls_cut: is.flag('Whether earlier calls were left out'),
});

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
    app.get('/sessions', { config: READ, schema: list }, async (request) => {
      const { agent_id: agentId, limit = 100, cursor } = request.query;
      const page = await listSessions(services, principalOf(request).chain, agentId, limit, cursor);
      const items = page.items.map((shown) => sessionFields(shown, clock.now()));
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
    const { session_id: id } = request.params;
    const row = await findSession(services, principalOf(request).chain, request.query.agent_id, id);
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
    body: closed(ofAgent),
    200: Session,
  });
  const ending = { config: WRITE, schema: end, preValidation: bodyMayBeAbsent };
  app.post('/sessions/:session_id/end', ending, async (request) => {
    const principal = principalOf(request);
    const { session_id: id } = request.params;
    const row = await endSession(services, principal.chain, principal, request.body.agent_id, id);
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

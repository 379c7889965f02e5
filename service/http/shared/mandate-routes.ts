/** Mandates, the same on both surfaces: open, list, narrow, widen, close. */
import Type, { type Static } from 'typebox';
import { approvalIdOf } from '../../approvals/index.ts';
import { VERDICTS, widenMandate } from '../../evaluation/index.ts';
import {
  closeMandate,
  findMandate,
  listMandates,
  MANDATE_STATES,
  MAX_ACTIONS,
  MAX_LISTED,
  MAX_TASK_CHARACTERS,
  type MandateRow,
  mandateFields,
  narrowMandate,
  openMandate,
  type WantedTerms,
  withStated,
} from '../../mandates/index.ts';
import { DETECT, EFFECTS, MAX_TARGET_CHARACTERS, TARGET_KINDS } from '../../targets/index.ts';
import type { Noun, Services } from '../services.ts';
import { principalOf } from './access.ts';
import { label, NO_NUL } from './context-schema.ts';
import type { Surface } from './errors.ts';
import { Moment, pageOf, parseMoment } from './evidence-filters.ts';
import { IsoTime, orNull, refusals } from './response-schemas.ts';

const strict = { additionalProperties: false } as const;
const Effects = Type.Array(Type.Enum([...EFFECTS]), { uniqueItems: true, maxItems: EFFECTS.length });

const Target = Type.Object(
  {
    kind: Type.Optional(
      Type.Enum([...TARGET_KINDS, DETECT], { description: 'By default, the form of the value decides' }),
    ),
    value: Type.String({ minLength: 1, maxLength: MAX_TARGET_CHARACTERS, pattern: NO_NUL }),
  },
  strict,
);

const terms = {
  effects: Type.Optional({
    ...Effects,
    description: 'What the agent may do; by default derived from the task',
  }),
  tools: Type.Optional(
    Type.Array(label('A tool, or a pattern such as gmail.*'), {
      maxItems: MAX_LISTED,
      description: 'The tools it may use; empty for every tool',
    }),
  ),
  targets: Type.Optional(
    Type.Array(Target, {
      maxItems: MAX_LISTED,
      description: 'Whom and what it may reach; by default derived from the task',
    }),
  ),
  budget_usd: Type.Optional(Type.Number({ minimum: 0, description: 'How much it may spend, in USD' })),
  max_actions: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_ACTIONS,
      description: 'How many verdicts of proceed it is good for',
    }),
  ),
  strict: Type.Optional(
    Type.Boolean({ description: 'What is beyond the mandate is blocked, instead of shown to a human' }),
  ),
  expires_at: Type.Optional(Moment('At most 30 days from now; by default a day')),
};

const OpenBody = Type.Object(
  {
    agent_id: label('The agent that may act under it'),
    task: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: MAX_TASK_CHARACTERS,
        pattern: NO_NUL,
        description: 'The task in the words of the person who gave it. Only a commitment to it is kept',
      }),
    ),
    keep_task: Type.Optional(Type.Boolean({ description: 'Keep the text of the task as evidence' })),
    ...terms,
  },
  {
    ...strict,
    examples: [{ agent_id: 'agent-7', task: 'Send the minutes of Monday to ann@example.com' }],
  },
);
const NarrowBody = Type.Object(terms, { ...strict, minProperties: 1, examples: [{ effects: ['read'] }] });
const WidenBody = Type.Object(
  { ...terms, approval_id: Type.Optional(label('The approval of this very widening, once a human gave it')) },
  { ...strict, minProperties: 1, examples: [{ effects: ['read', 'send'] }] },
);

const Mandate = Type.Object(
  {
    mandate_id: Type.String(),
    agent_id: Type.String(),
    status: Type.Enum([...MANDATE_STATES]),
    version: Type.Integer({ description: 'Of its terms, from 1' }),
    task: orNull(Type.String(), 'null unless keep_task was true'),
    effects: Effects,
    tools: Type.Array(Type.String(), { description: 'Empty for every tool' }),
    targets: orNull(
      Type.Array(Type.Object({ kind: Type.String(), value: Type.String() })),
      'null where the payload that states them was removed; they still count',
    ),
    words_of_the_task_count: Type.Boolean({
      description: 'Whether a person, channel or thing that the task names in its words is known',
    }),
    derived: Type.Array(Type.Enum(['effects', 'targets']), {
      description: 'The terms that were derived from the words of the task',
    }),
    strict: Type.Boolean(),
    budget_usd: orNull(Type.Number()),
    spent_usd: Type.Number(),
    max_actions: orNull(Type.Integer()),
    actions_used: Type.Integer({ description: 'Counted only where there is a limit' }),
    expires_at: IsoTime,
    opened_at: IsoTime,
    opened_by: Type.String(),
    evidence_id: Type.String(),
    closed_at: orNull(IsoTime),
    closed_by: orNull(Type.String()),
  },
  { description: 'The mandate as it is now' },
);

const Widened = Type.Object(
  {
    verdict: Type.Enum([...VERDICTS], {
      description: 'proceed: the wider terms hold. escalate: a human is asked',
    }),
    explanation: Type.String(),
    approval_id: Type.Optional(
      Type.String({ description: 'Send the same again with it once it is approved' }),
    ),
    evidence_id: Type.String(),
    mandate: Mandate,
  },
  { description: 'The verdict on the widening, and the mandate after it' },
);

const READ = { scope: 'evidence:read' } as const;
const WRITE = { scope: 'evidence:write' } as const;
const tags = ['Mandates'];
const params = Type.Object({ mandate_id: Type.String() });

const ListQuery = Type.Object({ agent_id: Type.Optional(label('Exactly this agent')), ...pageOf }, strict);
const Listed = Type.Object(
  { items: Type.Array(Mandate), next_cursor: orNull(Type.String(), 'null on the last page') },
  { description: 'One page, newest first' },
);

/** The mandates of one surface. */
export const mandates =
  (surface: Surface): Noun =>
  (app, { services }, done) => {
    const suffix = surface.toUpperCase();
    const described = (name: string, summary: string) => ({ operationId: `${name}${suffix}`, summary, tags });
    const one = { 200: Mandate, ...refusals(surface, 404, 409, 422) };

    const open = {
      ...described('openMandate', 'Say what a task is for, before the agent reads anything'),
      body: OpenBody,
      response: { 201: Mandate, ...refusals(surface, 422) },
    };
    app.post('/mandates', { config: WRITE, schema: open }, async (request, reply) => {
      const { chain, keyId } = principalOf(request);
      const { keep_task: keepTask, expires_at, ...wanted } = request.body;
      const stated = { ...wanted, ...expiry(expires_at) };
      const row = await openMandate(services, chain, keyId, stated, { keepTask });
      return reply.status(201).send(await toApi(services, row));
    });

    const list = {
      ...described('listMandates', 'List mandates, newest first'),
      querystring: ListQuery,
      response: { 200: Listed, ...refusals(surface, 422) },
    };
    app.get('/mandates', { config: READ, schema: list }, async (request) => {
      const { agent_id: agentId, limit = 100, cursor } = request.query;
      const page = await listMandates(services, principalOf(request).chain, agentId, limit, cursor);
      const at = services.clock.now();
      return { items: page.items.map((shown) => mandateFields(shown, at)), next_cursor: page.nextCursor };
    });

    const get = {
      ...described('getMandate', 'Get a mandate'),
      params,
      response: { 200: Mandate, ...refusals(surface, 404) },
    };
    app.get('/mandates/:mandate_id', { config: READ, schema: get }, async (request) => {
      const { chain } = principalOf(request);
      return toApi(services, await findMandate(services.db, chain, request.params.mandate_id));
    });

    const close = {
      ...described('closeMandate', 'Close a mandate; closing it again changes nothing'),
      params,
      response: { 200: Mandate, ...refusals(surface, 404) },
    };
    app.post('/mandates/:mandate_id/close', { config: WRITE, schema: close }, async (request) => {
      const { chain, keyId } = principalOf(request);
      return toApi(services, await closeMandate(services, chain, keyId, request.params.mandate_id));
    });

    const narrow = {
      ...described('narrowMandate', 'Allow less; this needs no approval'),
      params,
      body: NarrowBody,
      response: one,
    };
    app.post('/mandates/:mandate_id/narrow', { config: WRITE, schema: narrow }, async (request) => {
      const { chain, keyId } = principalOf(request);
      const { mandate_id: id } = request.params;
      return toApi(services, await narrowMandate(services, chain, keyId, id, toTerms(request.body)));
    });

    const widen = {
      ...described('widenMandate', 'Allow more, once a human has approved it'),
      params,
      body: WidenBody,
      response: { 200: Widened, ...refusals(surface, 404, 409, 422) },
    };
    app.post('/mandates/:mandate_id/widen', { config: WRITE, schema: widen }, async (request) => {
      const { approval_id: approvalId, ...wanted } = request.body;
      const { mandate_id: id } = request.params;
      const widened = await widenMandate(services, principalOf(request), id, toTerms(wanted), approvalId);
      const { verdict, explanation, evidenceId, escalationId } = widened.evaluation;
      return {
        verdict,
        explanation,
        approval_id: escalationId && approvalIdOf(escalationId),
        evidence_id: evidenceId,
        mandate: await toApi(services, widened.mandate),
      };
    });
    done();
  };

function toTerms({ expires_at, ...wanted }: Static<typeof NarrowBody>): WantedTerms {
  return { ...wanted, ...expiry(expires_at) };
}

function expiry(text: string | undefined): { expires_at?: number } {
  const at = parseMoment(text);
  return at === undefined ? {} : { expires_at: at };
}

async function toApi(services: Services, row: MandateRow) {
  const [shown] = await withStated(services.db, row.chain, [row]);
  if (shown === undefined) throw new Error('a mandate that was found is not there');
  return mandateFields(shown, services.clock.now());
}

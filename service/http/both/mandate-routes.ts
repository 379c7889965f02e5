/** Mandates, the same on both surfaces: open, list, narrow, widen, close. */

import { DETECT, EFFECTS, MAX_TARGET_CHARACTERS, TARGET_KINDS } from '@assize/act-reading/targets';
import type { Static } from 'typebox';
import { approvalIdOf } from '../../approvals/index.ts';
import { type EvaluateDeps, VERDICTS, widenMandate } from '../../evaluation/index.ts';
import { MAX_USD } from '../../governance/budgets/index.ts';
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
import { EffectName } from '../answers/enums.ts';
import type { Surface } from '../answers/errors.ts';
import { routesOf } from '../answers/routes.ts';
import { principalOf, READ, WRITE } from '../callers/access.ts';
import { bodyMayBeAbsent } from '../requests/body-parsing.ts';
import { NoFields } from '../requests/context-schema.ts';
import { parseMoment } from '../requests/evidence-filters.ts';
import * as is from '../schemas/fields.ts';
import { closed, closedRecord, describedRecord, named, namedBody, object } from '../schemas/objects.ts';
import type { App, Noun } from '../services.ts';

const strict = { additionalProperties: false } as const;
const Effects = is.list(EffectName, { maxItems: EFFECTS.length });

const Target = closedRecord('MandateTarget', {
  kind: is.optional(is.oneOf([...TARGET_KINDS, DETECT], 'By default, the form of the value decides')),
  value: is.text({ minLength: 1, maxLength: MAX_TARGET_CHARACTERS, pattern: is.NO_NUL }),
});

const terms = {
  effects: is.optional({
    ...Effects,
    description: 'What the agent may do; by default derived from the task',
  }),
  tools: is.optional(
    is.list(is.label('A tool, or a pattern such as gmail.*'), 'The tools it may use; empty for every tool', {
      maxItems: MAX_LISTED,
    }),
  ),
  targets: is.optional(
    is.list(Target, 'The targets it may reach; by default derived from the task', { maxItems: MAX_LISTED }),
  ),
  budget_usd: is.optional(is.number('How much it may spend, in USD', { minimum: 0, maximum: MAX_USD })),
  max_actions: is.optional(
    is.integer('The number of proceed verdicts that it allows', { minimum: 1, maximum: MAX_ACTIONS }),
  ),
  strict: is.optional(is.flag('Whether actions beyond the mandate are blocked, instead of shown to a human')),
  expires_at: is.optional(is.moment('At most 30 days from now; by default a day')),
};

const OpenBody = namedBody(
  'NewMandate',
  [{ agent_id: 'agent-7', task: 'Send the minutes of Monday to ann@example.com' }],
  {
    agent_id: is.label('The agent that may act under it'),
    task: is.optional(
      is.label(
        'The task in the words of the person who gave it. Only a commitment to it is kept',
        MAX_TASK_CHARACTERS,
      ),
    ),
    keep_task: is.optional(is.flag('Keep the text of the task as evidence')),
    ...terms,
  },
);
const NarrowBody = named(
  'MandateTerms',
  object(terms, {
    ...strict,
    minProperties: 1,
    examples: [{ effects: ['read'] }],
  }),
);
const WidenBody = named(
  'MandateWidening',
  object(
    {
      ...terms,
      approval_id: is.optional(is.label('The approval of exactly this widening, once a human has given it')),
    },
    { ...strict, minProperties: 1, examples: [{ effects: ['read', 'send'] }] },
  ),
);

const Mandate = describedRecord('Mandate', 'The current mandate', {
  mandate_id: is.text(),
  agent_id: is.text(),
  status: is.oneOf(MANDATE_STATES),
  version: is.integer('The version of its terms, from 1'),
  task: is.orNull(is.text(), 'null unless keep_task was true'),
  effects: Effects,
  tools: is.list(is.text(), 'Empty for every tool'),
  targets: is.orNull(
    is.list(object({ kind: is.text(), value: is.text() })),
    'null if the payload that states them was removed; they still count',
  ),
  words_of_the_task_count: is.flag(
    'Whether a person, channel or thing that the task names in its words is known',
  ),
  greatest_number: is.orNull(
    is.number(),
    'Higher amounts than the task names are beyond it; null if it names none, or its words no longer count',
  ),
  derived: is.list(
    is.oneOf(['effects', 'targets']),
    'The terms that were derived from the words of the task',
  ),
  strict: is.flag(),
  budget_usd: is.orNull(is.number()),
  spent_usd: is.number('Counted only if there is a budget'),
  max_actions: is.orNull(is.integer()),
  actions_used: is.integer('Counted only if there is a limit'),
  expires_at: is.time(),
  opened_at: is.time(),
  opened_by: is.text(),
  evidence_id: is.text(),
  closed_at: is.orNull(is.time()),
  closed_by: is.orNull(is.text()),
});

const Widened = describedRecord('WidenedMandate', 'The verdict on the widening, and the mandate after it', {
  verdict: is.oneOf(VERDICTS, 'proceed: the wider terms apply. escalate: a human is asked'),
  explanation: is.text(),
  approval_id: is.optional(is.text('Send the same request with this once it is approved')),
  evidence_id: is.text(),
  mandate: Mandate,
});

const ListQuery = closed({ agent_id: is.optional(is.label('Exactly this agent')), ...is.pageOfLargeRecords });
const Listed = describedRecord('MandatePage', 'One page, newest first', {
  items: is.list(Mandate),
  next_cursor: is.orNull(is.text(), 'null on the last page'),
});

const params = object({ mandate_id: is.text() });

/** The mandates of one surface. */
export const mandates =
  (surface: Surface): Noun<EvaluateDeps> =>
  (app, services) => {
    const route = routesOf(surface, 'Mandates');
    const suffix = surface.toUpperCase();

    const open = route(
      `openMandate${suffix}`,
      'State the purpose of a task, before the agent reads anything',
      { body: OpenBody, 201: Mandate },
    );
    app.post('/mandates', { config: WRITE, schema: open }, async (request, reply) => {
      const { chain, party } = principalOf(request);
      const { keep_task: keepTask, expires_at, ...wanted } = request.body;
      const stated = { ...wanted, ...expiry(expires_at) };
      const row = await openMandate(services, chain, party, stated, { keepTask });
      return reply.status(201).send(await toApi(services, row));
    });

    const list = route(`listMandates${suffix}`, 'List mandates, newest first', {
      querystring: ListQuery,
      200: Listed,
    });
    app.get('/mandates', { config: READ, schema: list }, async (request) => {
      const { agent_id: agentId, limit = 100, cursor } = request.query;
      const page = await listMandates(services, principalOf(request).chain, agentId, limit, cursor);
      const at = services.clock.now();
      return { items: page.items.map((shown) => mandateFields(shown, at)), next_cursor: page.nextCursor };
    });

    const get = route(`getMandate${suffix}`, 'Get a mandate', { params, 200: Mandate });
    app.get('/mandates/:mandate_id', { config: READ, schema: get }, async (request) => {
      const { chain } = principalOf(request);
      return toApi(services, await findMandate(services.db, chain, request.params.mandate_id));
    });

    changesOf(app, services, surface);
  };

function changesOf(app: App, services: EvaluateDeps, surface: Surface): void {
  const route = routesOf(surface, 'Mandates');
  const suffix = surface.toUpperCase();
  const close = route(`closeMandate${suffix}`, 'Close a mandate; closing it again changes nothing', {
    params,
    body: NoFields,
    200: Mandate,
  });
  const closing = { config: WRITE, schema: close, preValidation: bodyMayBeAbsent };
  app.post('/mandates/:mandate_id/close', closing, async (request) => {
    const { chain, party } = principalOf(request);
    return toApi(services, await closeMandate(services, chain, party, request.params.mandate_id));
  });

  const narrow = route(`narrowMandate${suffix}`, 'Allow less; this needs no approval', {
    params,
    body: NarrowBody,
    200: Mandate,
    also: [409],
  });
  app.post('/mandates/:mandate_id/narrow', { config: WRITE, schema: narrow }, async (request) => {
    const { chain, party } = principalOf(request);
    const { mandate_id: id } = request.params;
    return toApi(services, await narrowMandate(services, chain, party, id, toTerms(request.body)));
  });

  const widen = route(`widenMandate${suffix}`, 'Allow more, once a human has approved it', {
    params,
    body: WidenBody,
    200: Widened,
    also: [409],
  });
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
}

function toTerms({ expires_at, ...wanted }: Static<typeof NarrowBody>): WantedTerms {
  return { ...wanted, ...expiry(expires_at) };
}

function expiry(text: string | undefined): { expires_at?: number } {
  const at = parseMoment(text);
  return at === undefined ? {} : { expires_at: at };
}

async function toApi(services: EvaluateDeps, row: MandateRow) {
  const [shown] = await withStated(services.db, row.chain, [row]);
  if (shown === undefined) throw new Error('a mandate that was found is missing');
  return mandateFields(shown, services.clock.now());
}

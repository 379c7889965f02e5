/** Mandates, the same on both surfaces: open, list, narrow, widen, close. */

import type { JsonValue } from '@assize/evidence-format';
import type { Static } from 'typebox';
import { approvalIdOf } from '../../approvals/index.ts';
import { type EvaluateDeps, widenMandate } from '../../evaluation/index.ts';
import { Failure } from '../../foundation/failure.ts';
import { type Principal, requestBy } from '../../keys/index.ts';
import {
  closeMandate,
  findMandate,
  listMandates,
  type MandateRow,
  mandateFields,
  narrowMandate,
  openMandate,
  type WantedChange,
  withStated,
} from '../../mandates/index.ts';
import type { Planner, SentPlan } from '../../mandates/plan/index.ts';
import type { Surface } from '../answers/errors.ts';
import { routesOf } from '../answers/routes.ts';
import { principalOf, READ, WRITE } from '../callers/access.ts';
import { bodyMayBeAbsent } from '../requests/body-parsing.ts';
import { NoFields } from '../requests/context-schema.ts';
import { parseMoment } from '../requests/evidence-filters.ts';
import * as is from '../schemas/fields.ts';
import { object } from '../schemas/objects.ts';
import type { App, Noun } from '../services.ts';
import {
  Listed,
  ListQuery,
  Mandate,
  NarrowBody,
  OpenBody,
  type plan,
  WidenBody,
  Widened,
} from './mandate-schemas.ts';

const params = object({ mandate_id: is.text() });

/** The mandates of one surface. */
export const mandates =
  (surface: Surface): Noun<EvaluateDeps & { planner?: Planner | undefined }> =>
  (app, services) => {
    const route = routesOf(surface, 'Mandates');
    const suffix = surface.toUpperCase();

    const open = route(
      `openMandate${suffix}`,
      'State the purpose of a task, before the agent reads anything',
      { body: OpenBody, 201: Mandate },
    );
    app.post('/mandates', { config: WRITE, schema: open }, async (request, reply) => {
      const principal = principalOf(request);
      const { chain, party } = principal;
      const { keep_task: keepTask, expires_at, plan: planned, ...wanted } = request.body;
      const agent_id = agentOf(principal, wanted);
      const stated = { ...wanted, agent_id, ...expiry(expires_at), ...planOf(planned) };
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
    const { mandate_id: id } = request.params;
    await requireOwnMandate(services, principalOf(request), id);
    return toApi(services, await closeMandate(services, chain, party, id));
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
    await requireOwnMandate(services, principalOf(request), id);
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
    await requireOwnMandate(services, principalOf(request), id);
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

/** @throws {Failure} `forbidden` for another agent than the credential's; `invalid` where neither names one. */
function agentOf(principal: Principal, wanted: { agent_id?: string }): string {
  const { agent_id } = requestBy(principal, wanted);
  if (agent_id !== undefined) return agent_id;
  throw Failure.invalid([{ field: ['agent_id'], message: 'Field required', type: 'missing' }]);
}

/** A mandate never changes its agent. @throws {Failure} `not_found`; `forbidden` if it is another agent's. */
async function requireOwnMandate({ db }: EvaluateDeps, principal: Principal, id: string): Promise<void> {
  if (principal.identity === null) return;
  const { agent_id } = await findMandate(db, principal.chain, id);
  requestBy(principal, { agent_id });
}

function toTerms({ expires_at, plan: changed, ...wanted }: Static<typeof NarrowBody>): WantedChange {
  return {
    ...wanted,
    ...expiry(expires_at),
    ...(changed !== undefined && { plan: { steps: changed.steps as JsonValue } }),
  };
}

function planOf(sent: Static<typeof plan> | undefined): { plan?: true | SentPlan } {
  if (sent === undefined) return {};
  return { plan: typeof sent === 'boolean' ? true : { ...sent, steps: sent.steps as JsonValue } };
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

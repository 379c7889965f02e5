/** Surface A: halts an agent or all agents, lists halts, lifts them. */

import Type from 'typebox';
import type { GovernDeps } from '../../../evidence/changes/index.ts';
import {
  createHalt,
  HALT_FILTERS,
  haltFields,
  liftHalt,
  listHalts,
  MAX_REASON_CHARACTERS,
} from '../../../governance/halts/index.ts';
import type { Principal } from '../../../keys/index.ts';
import { countCall } from '../../../usage/index.ts';
import { pageOfItems } from '../../answers/response-schemas.ts';
import { routesOf } from '../../answers/routes.ts';
import { MANAGE, principalOf, READ } from '../../callers/access.ts';
import { withFaultsOf } from '../../requests/body-parsing.ts';
import * as is from '../../schemas/fields.ts';
import { body, closed, describedRecord, object } from '../../schemas/objects.ts';
import type { Noun, Services } from '../../services.ts';

type Needs = GovernDeps & Pick<Services, 'fillRandom' | 'quotas'>;

const reason = (description: string) => is.label(description, MAX_REASON_CHARACTERS);

const Halt = describedRecord('Halt', 'The current halt', {
  halt_id: is.text(),
  agent_id: is.orNull(is.text(), 'null for every agent, including requests that name none'),
  reason: is.text(),
  status: is.oneOf(['in_force', 'lifted']),
  halted_at: is.time(),
  halted_by: is.text('A key, or operator for the command line'),
  evidence_id: is.text(),
  lifted_at: is.orNull(is.time()),
  lifted_by: is.orNull(is.text()),
  lift_reason: is.orNull(is.text()),
  lift_evidence_id: is.orNull(is.text()),
});

const CreateBody = body([{ agent_id: 'agent-7', reason: 'It sent 400 mails in a minute' }], {
  agent_id: is.optional(is.label('The agent to halt; send either this or all')),
  all: is.optional(
    Type.Literal(true, {
      description: 'Halt every agent of this environment; send either this or agent_id',
    }),
  ),
  reason: reason('The reason, which each verdict repeats. It becomes evidence, so write no personal data'),
});

const route = routesOf('a', 'Halts');

const CREATE = route('createHalt', 'Halt one agent or all: from now on every verdict is block', {
  body: CreateBody,
  200: Halt,
});

const LIST = route('listHalts', 'List halts, newest first', {
  querystring: closed({
    status: is.optional(is.oneOf([...HALT_FILTERS], { default: 'in_force' })),
    ...is.page,
  }),
  200: pageOfItems(Halt),
});

const LIFT = route('liftHalt', 'Lift a halt; lifting it again changes nothing', {
  params: object({ halt_id: is.text() }),
  querystring: closed({
    reason: is.optional(reason('The reason. It becomes evidence, so write no personal data')),
  }),
  200: Halt,
});

export const haltsA: Noun<Needs> = (app, services) => {
  const create = { config: MANAGE, schema: CREATE, preValidation: requireOneTarget };
  app.post('/core/halts', create, async (request) => {
    const principal = principalOf(request);
    const { agent_id: agentId = null, reason: why } = request.body;
    const halt = await createHalt(services, principal.chain, principal, { agentId, reason: why });
    await countAlways(services, principal);
    return haltFields(halt);
  });

  app.get('/core/halts', { config: READ, schema: LIST }, async (request) => {
    const principal = principalOf(request);
    const { status = 'in_force', limit = 100, cursor } = request.query;
    const page = await listHalts(services, principal.chain, status, limit, cursor);
    await countAlways(services, principal);
    return { items: page.items.map(haltFields), next_cursor: page.nextCursor };
  });

  app.delete('/core/halts/:halt_id', { config: MANAGE, schema: LIFT }, async (request) => {
    const principal = principalOf(request);
    const { halt_id: id } = request.params;
    const halt = await liftHalt(services, principal.chain, principal, id, request.query.reason);
    await countAlways(services, principal);
    return haltFields(halt);
  });
};

/** You can stop an agent even when an allowance is used up. */
async function countAlways(services: Needs, principal: Principal): Promise<void> {
  const quota = await services.quotas.of(principal);
  await countCall(services, principal, 'core_api_calls', quota && { ...quota, stops: false });
}

const requireOneTarget = withFaultsOf((body) => {
  if ('agent_id' in body !== 'all' in body) return [];
  return [{ loc: ['body'], msg: 'Exactly one of agent_id and all is required', type: 'value_error' }];
});

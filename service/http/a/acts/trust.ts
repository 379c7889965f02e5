/** Surface A: the trust in agents, and its history. */

import {
  listAgents,
  listUpdates,
  START_SCORE,
  type TrustStatus,
  type TrustUpdate,
  trustStatusOf,
} from '../../../trust/index.ts';
import { countCall } from '../../../usage/index.ts';
import { routesOf } from '../../answers/routes.ts';
import { principalOf, READ } from '../../callers/access.ts';
import { AllowanceExceeded } from '../../limits/usage-headers.ts';
import * as is from '../../schemas/fields.ts';
import { closed, described, describedRecord, object, record } from '../../schemas/objects.ts';
import type { Noun, Services } from '../../services.ts';

const Score = is.number({ minimum: 0, maximum: 100 });

const AgentTrustShown = describedRecord('Trust', 'The current score', {
  actor_id: is.text(),
  score: Score,
  known: is.flag('Whether anything this agent did has counted yet'),
  start: is.number('The score of an agent without a history'),
  ceiling: is.number('The highest score that is possible before this UTC day ends'),
  sums: described('The current weight of the reports', { successes: is.number(), failures: is.number() }),
  updates: is.integer(),
  last_update_evidence_id: is.orNull(is.text()),
});

const Update = record('TrustUpdate', {
  evidence_id: is.text(),
  timestamp: is.time('When the update was recorded'),
  before: is.orNull(Score, 'This and the following fields are null if the payload has been removed'),
  after: is.orNull(Score),
  cause: object({ type: is.orNull(is.text()), evidence_id: is.text() }),
  risk_level: is.orNull(is.text()),
  weight: is.orNull(is.number()),
  as_of: is.orNull(is.time('When its cause was recorded: the score is as of then')),
});

const page = {
  limit: is.pageLimit,
  cursor: is.optional(
    is.text('next_cursor of the previous page, with the same filters', { maxLength: 2048 }),
  ),
};
const next = {
  next_cursor: is.orNull(is.text(), 'null on the last page'),
};

const Actor = object({ actor_id: is.label('The agent_id that it uses in evaluations') });
const route = routesOf('a', 'Trust');

const SHOW = route('getTrust', "Get an agent's trust score", {
  description:
    'Costs one trust score query. An agent without a history has the score that all agents start with.',
  params: Actor,
  200: AgentTrustShown,
  429: AllowanceExceeded,
  also: [422],
  never: [404],
});

const HISTORY = route('listTrustUpdates', 'List the reasons for which an agent gained and lost trust', {
  params: Actor,
  querystring: closed(page),
  200: describedRecord('TrustHistory', 'One page, newest first', { items: is.list(Update), ...next }),
  never: [404],
});

const LIST = route('listTrust', 'List the agents that have a history', {
  querystring: closed({
    order: is.optional(
      is.oneOf(['name', 'score'], {
        default: 'name',
        description: 'Sort by score, the least trusted first',
      }),
    ),
    ...page,
  }),
  200: describedRecord('TrustPage', 'One page', { items: is.list(AgentTrustShown), ...next }),
});

export const trustA: Noun<Pick<Services, 'clock' | 'db' | 'fillRandom' | 'quotas'>> = (app, services) => {
  const { db, clock } = services;

  app.get('/core/trust/:actor_id', { config: READ, schema: SHOW }, async (request) => {
    const principal = principalOf(request);
    const quota = await services.quotas.of(principal);
    const current = await trustStatusOf(db, principal.chain, request.params.actor_id, clock.now());
    await countCall(services, principal, 'trust_score_queries', quota);
    return toApi(current);
  });

  app.get('/core/trust/:actor_id/history', { config: READ, schema: HISTORY }, async (request) => {
    const { limit = 100, cursor } = request.query;
    const { chain } = principalOf(request);
    const { items, nextCursor } = await listUpdates(services, chain, request.params.actor_id, limit, cursor);
    return { items: items.map(toItem), next_cursor: nextCursor };
  });

  app.get('/core/trust', { config: READ, schema: LIST }, async (request) => {
    const { order = 'name', limit = 100, cursor } = request.query;
    const { chain } = principalOf(request);
    const wanted = { order, limit, nowMs: clock.now() };
    const { items, nextCursor } = await listAgents(services, chain, wanted, cursor);
    return { items: items.map(toApi), next_cursor: nextCursor };
  });
};

function toApi({ agentId, known, score, ceiling, successes, failures, updates, lastUpdateId }: TrustStatus) {
  return {
    actor_id: agentId,
    score,
    known,
    start: START_SCORE,
    ceiling,
    sums: { successes, failures },
    updates,
    last_update_evidence_id: lastUpdateId,
  };
}

function toItem({ evidenceId, causeId, at, change }: TrustUpdate) {
  return {
    evidence_id: evidenceId,
    timestamp: new Date(at).toISOString(),
    before: change?.before ?? null,
    after: change?.after ?? null,
    cause: { type: change?.cause ?? null, evidence_id: causeId },
    risk_level: change?.riskLevel ?? null,
    weight: change?.weight ?? null,
    as_of: change?.asOf ?? null,
  };
}

/** Surface A: the trust in agents, and its history. */
import Type from 'typebox';
import {
  listAgents,
  listUpdates,
  START_SCORE,
  type TrustStatus,
  type TrustUpdate,
  trustStatusOf,
} from '../../../trust/index.ts';
import { countCall } from '../../../usage/index.ts';
import { named } from '../../answers/named.ts';
import { IsoTime, orNull, refusals } from '../../answers/response-schemas.ts';
import { principalOf } from '../../callers/access.ts';
import { AllowanceExceeded } from '../../limits/usage-headers.ts';
import { label } from '../../requests/context-schema.ts';
import { pageLimit } from '../../requests/evidence-filters.ts';
import type { Noun, Services } from '../../services.ts';

const Score = Type.Number({ minimum: 0, maximum: 100 });

const AgentTrustShown = named(
  'Trust',
  Type.Object(
    {
      actor_id: Type.String(),
      score: Score,
      known: Type.Boolean({ description: 'Whether anything this agent did has counted yet' }),
      start: Type.Number({ description: 'The score of an agent without a history' }),
      ceiling: Type.Number({ description: 'The highest score that is possible before this UTC day ends' }),
      sums: Type.Object(
        { successes: Type.Number(), failures: Type.Number() },
        { description: 'The current weight of the reports' },
      ),
      updates: Type.Integer(),
      last_update_evidence_id: orNull(Type.String()),
    },
    { description: 'The current score' },
  ),
);

const Update = named(
  'TrustUpdate',
  Type.Object({
    evidence_id: Type.String(),
    timestamp: IsoTime,
    before: orNull(Score, 'This and the following fields are null if the payload has been removed'),
    after: orNull(Score),
    cause: Type.Object({ type: orNull(Type.String()), evidence_id: Type.String() }),
    risk_level: orNull(Type.String()),
    weight: orNull(Type.Number()),
  }),
);

const page = {
  limit: pageLimit,
  cursor: Type.Optional(
    Type.String({ maxLength: 2048, description: 'next_cursor of the previous page, with the same filters' }),
  ),
};
const next = {
  next_cursor: orNull(Type.String(), 'null on the last page'),
};

const Actor = Type.Object({ actor_id: label('The agent_id that it uses in evaluations') });
const SCOPE = { scope: 'evidence:read', payloads: 'none' } as const;
const TAGS = ['Trust'];

const SHOW = {
  operationId: 'getTrust',
  summary: "Get an agent's trust score",
  description:
    'Costs one trust score query. An agent without a history has the score that all agents start with.',
  tags: TAGS,
  params: Actor,
  response: { 200: AgentTrustShown, 429: AllowanceExceeded, ...refusals('a', 422) },
};

const HISTORY = {
  operationId: 'listTrustUpdates',
  summary: 'List the reasons for which an agent gained and lost trust',
  tags: TAGS,
  params: Actor,
  querystring: Type.Object(page, { additionalProperties: false }),
  response: {
    200: named(
      'TrustHistory',
      Type.Object({ items: Type.Array(Update), ...next }, { description: 'One page, newest first' }),
    ),
    ...refusals('a', 422),
  },
};

const LIST = {
  operationId: 'listTrust',
  summary: 'List the agents that have a history',
  tags: TAGS,
  querystring: Type.Object(
    {
      order: Type.Optional(
        Type.Enum(['name', 'score'], {
          default: 'name',
          description: 'Sort by score, the least trusted first',
        }),
      ),
      ...page,
    },
    { additionalProperties: false },
  ),
  response: {
    200: named(
      'TrustPage',
      Type.Object({ items: Type.Array(AgentTrustShown), ...next }, { description: 'One page' }),
    ),
    ...refusals('a', 422),
  },
};

export const trustA: Noun<Pick<Services, 'clock' | 'db' | 'fillRandom' | 'quotas'>> = (
  app,
  { services },
  done,
) => {
  const { db, clock } = services;

  app.get('/core/trust/:actor_id', { config: SCOPE, schema: SHOW }, async (request) => {
    const principal = principalOf(request);
    const quota = await services.quotas.of(principal);
    const current = await trustStatusOf(db, principal.chain, request.params.actor_id, clock.now());
    await countCall(services, principal, 'trust_score_queries', quota);
    return toApi(current);
  });

  app.get('/core/trust/:actor_id/history', { config: SCOPE, schema: HISTORY }, async (request) => {
    const { limit = 100, cursor } = request.query;
    const { chain } = principalOf(request);
    const { items, nextCursor } = await listUpdates(services, chain, request.params.actor_id, limit, cursor);
    return { items: items.map(toItem), next_cursor: nextCursor };
  });

  app.get('/core/trust', { config: SCOPE, schema: LIST }, async (request) => {
    const { order = 'name', limit = 100, cursor } = request.query;
    const { chain } = principalOf(request);
    const wanted = { order, limit, nowMs: clock.now() };
    const { items, nextCursor } = await listAgents(services, chain, wanted, cursor);
    return { items: items.map(toApi), next_cursor: nextCursor };
  });
  done();
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
  };
}

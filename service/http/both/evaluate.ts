/** Evaluations on both surfaces: reads them from a request and adds headers to the answer. */

import type { FastifyReply, FastifyRequest } from 'fastify';
import { type EvaluateDeps, evaluate, type RecordedEvaluation } from '../../evaluation/index.ts';
import { Failure } from '../../foundation/failure.ts';
import { routesOf } from '../answers/routes.ts';
import { principalOf } from '../callers/access.ts';
import { REPLAYED_HEADER } from '../limits/rate-limits.ts';
import { AllowanceExceeded, addUsageHeaders, withUsageWarning } from '../limits/usage-headers.ts';
import { type EvaluateBody, IdempotencyHeaders, toRequest } from '../requests/context-schema.ts';
import type { App } from '../services.ts';
import { batchRoute, type EvaluationRoute } from './batch.ts';

/** Adds single and batch evaluations to one surface. */
export function evaluationRoutes(app: App, services: EvaluateDeps, route: EvaluationRoute): void {
  const { surface, url, item, result, toApi } = route;
  app.post(
    url,
    {
      config: { scope: 'governance:evaluate', weighs: 'evaluation' },
      // The answer is made for this schema, and a schema-based serializer takes twice the time and leaves 10
      // KB of garbage.
      serializerCompiler: () => JSON.stringify,
      schema: routesOf(surface, 'Governance')(
        `evaluate${surface.toUpperCase()}`,
        'Evaluate an action: may it be carried out?',
        { headers: IdempotencyHeaders, body: item, 200: withUsageWarning(result), 429: AllowanceExceeded },
      ),
    },
    async (request, reply) => toApi(await evaluateRequest(services, request, reply)),
  );
  batchRoute(app, services, route);
}

interface KeyedBody {
  headers: { 'idempotency-key'?: string };
  body: EvaluateBody;
}

/**
 * Adds the headers of the answer. @throws {Failure} `invalid` if the keys in the header and in the body
 * differ.
 */
export async function evaluateRequest(
  services: EvaluateDeps,
  request: Pick<FastifyRequest, 'principal'> & KeyedBody,
  reply: Pick<FastifyReply, 'header' | 'headers'>,
  options?: Parameters<typeof evaluate>[4],
): Promise<RecordedEvaluation> {
  const key = idempotencyKeyOf(request);
  const principal = principalOf(request);
  const evaluation = await evaluate(services, principal, toRequest(request.body), key, options);
  if (evaluation.replayed) reply.header(REPLAYED_HEADER, 'true');
  addUsageHeaders(reply, evaluation.usage);
  return evaluation;
}

function idempotencyKeyOf({ headers, body }: KeyedBody): string | undefined {
  const { 'idempotency-key': inHeader } = headers;
  const { idempotency_key: inBody } = body;
  if (inHeader !== undefined && inBody !== undefined && inHeader !== inBody) {
    const message = 'The Idempotency-Key header and idempotency_key in the body should be the same';
    throw Failure.invalid([{ field: ['idempotency_key'], message, type: 'value_error' }]);
  }
  return inBody ?? inHeader;
}

/** One evaluation, as both surfaces take it from a request and mark its answer. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { evaluate, type RecordedEvaluation } from '../../evaluation/index.ts';
import { Failure } from '../../foundation/failure.ts';
import type { Services } from '../services.ts';
import { principalOf } from './access.ts';
import { type EvaluateBody, toRequest } from './context-schema.ts';
import { REPLAYED_HEADER } from './rate-limits.ts';
import { addUsageHeaders } from './usage-headers.ts';

interface Asked {
  headers: { 'idempotency-key'?: string };
  body: EvaluateBody;
}

/** Adds the headers of the answer. @throws {Failure} `invalid` where the key in the header and in the body differ. */
export async function evaluateRequest(
  services: Services,
  request: Pick<FastifyRequest, 'principal'> & Asked,
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

function idempotencyKeyOf({ headers, body }: Asked): string | undefined {
  const { 'idempotency-key': inHeader } = headers;
  const { idempotency_key: inBody } = body;
  if (inHeader !== undefined && inBody !== undefined && inHeader !== inBody) {
    const message = 'The Idempotency-Key header and idempotency_key in the body should be the same';
    throw Failure.invalid([{ field: ['idempotency_key'], message, type: 'value_error' }]);
  }
  return inBody ?? inHeader;
}

/** Evaluations on both surfaces: reads them from a request and adds headers to the answer. */

import type { JsonValue } from '@assize/evidence-format';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { type EvaluateDeps, evaluate, type RecordedEvaluation } from '../../evaluation/index.ts';
import { Failure } from '../../foundation/failure.ts';
import type { Principal } from '../../keys/index.ts';
import { answerFor, type Surface, uniqueFaults } from '../answers/errors.ts';
import { BatchResults } from '../answers/response-schemas.ts';
import { routesOf } from '../answers/routes.ts';
import { principalOf } from '../callers/access.ts';
import { REPLAYED_HEADER, setRecordedCount, takeBatchFromLimits } from '../limits/rate-limits.ts';
import { AllowanceExceeded, addUsageHeaders, withUsageWarning } from '../limits/usage-headers.ts';
import { textFaultsOf } from '../requests/body-parsing.ts';
import {
  BatchBody,
  type EvaluateBody,
  type EvaluateBodyA,
  type EvaluateBodyB,
  IdempotencyHeaders,
  toRequest,
} from '../requests/context-schema.ts';
import type { App } from '../services.ts';
import { type Check, checkOf } from '../validation/compiling.ts';
import { faultsFromAjv, LocatedFailure, type LocatedFault } from '../validation/faults.ts';
import { contextDepthFaults } from '../validation/json-faults.ts';

interface EvaluationRoute {
  surface: Surface;
  /** The address of the single call. */
  url: string;
  /** The body and the answer of the single call. */
  item: typeof EvaluateBodyA | typeof EvaluateBodyB;
  result: TSchema;
  toApi: (evaluation: RecordedEvaluation) => object;
}

const EVALUATES = { scope: 'governance:evaluate', weighs: 'evaluation', fastPath: true } as const;

/** Adds the batch of one surface. */
function batchRoute(app: App, services: EvaluateDeps, route: EvaluationRoute): void {
  const { surface, url, item, result, toApi } = route;
  const validate = checkOf(app, item, 'body');
  const read: Batch['read'] = (asked, faults) => validItem(asked, validate, faults) as EvaluateBody;
  app.post(
    `${url}/batch`,
    {
      config: { ...EVALUATES, answersItemsOf: 'evaluations' },
      // The items' own serializers can't be used: an item is either an answer or a refusal.
      serializerCompiler: () => JSON.stringify,
      schema: routesOf(surface, 'Governance')(
        `evaluateBatch${surface.toUpperCase()}`,
        'Evaluate up to 100 actions in one request',
        { headers: IdempotencyHeaders, body: BatchBody, 200: withUsageWarning(BatchResults(result)) },
      ),
    },
    async (request, reply) => {
      await takeBatchFromLimits(request, reply, request.body.evaluations.length);
      const batch: Batch = { surface, requestId: request.id, key: request.headers['idempotency-key'], read };
      const principal = principalOf(request);
      const answers = request.body.evaluations.map((asked, place) =>
        answerItem(services, principal, batch, { asked, place, faults: textFaultsOf(request, place) }),
      );
      const items = await Promise.all(answers);
      const answered = items.filter((item) => 'evidenceId' in item);
      addUsageHeaders(reply, answered.at(-1)?.usage);
      setRecordedCount(request, answered.filter(({ replayed }) => !replayed).length);
      return { results: items.map((item) => ('evidenceId' in item ? toApi(item) : item)) };
    },
  );
}

export interface Batch {
  surface: Surface;
  requestId: string;
  /** @throws {Failure} if the item is not a valid request. */
  read: (asked: unknown, faults: readonly LocatedFault[]) => EvaluateBody;
  /** The idempotency key of the whole batch: each item gets its own, made from it and the item's place. */
  key: string | undefined;
}

interface Item {
  asked: unknown;
  place: number;
  /** Faults in the item's text. */
  faults: readonly LocatedFault[];
}

/** The verdict on one item, or the refusal that a single call would have got. */
export async function answerItem(
  services: EvaluateDeps,
  principal: Principal,
  batch: Batch,
  { asked, place, faults }: Item,
) {
  try {
    const body = batch.read(asked, faults);
    const key = body.idempotency_key ?? (batch.key && `${batch.key}#${place}`);
    return await evaluate(services, principal, toRequest(body), key);
  } catch (error) {
    const answer = answerFor(error, batch.surface, batch.requestId);
    return { status: answer.status, ...answer.body };
  }
}

/**
 * Checks in the order of the single call, in which a body that is nested too deep never reaches the schema.
 */
export function validItem(item: unknown, validate: Check, textFaults: readonly LocatedFault[]): unknown {
  const { context = {} } = (item ?? {}) as { context?: JsonValue };
  const tooDeep = contextDepthFaults(context, ['body', 'context']);
  if (tooDeep.length > 0) throw new LocatedFailure(tooDeep);
  const isValid = validate(item) === true;
  const faults = isValid
    ? textFaults
    : [...textFaults, ...faultsFromAjv(validate.errors ?? [], 'body', item)];
  if (faults.length > 0) throw new LocatedFailure(uniqueFaults(faults));
  return item;
}

/** Adds single and batch evaluations to one surface. */
export function evaluationRoutes(app: App, services: EvaluateDeps, route: EvaluationRoute): void {
  const { surface, url, item, result, toApi } = route;
  app.post(
    url,
    {
      config: EVALUATES,
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

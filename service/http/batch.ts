/**
 * A batch is its items, each answered as the single call would have answered it: one that is refused says so in its
 * place and keeps nobody else from a verdict. All of them are handed over in one turn, so they share one commit.
 */

import type { JsonValue } from '@assize/evidence-format';
import type { FastifyInstance } from 'fastify';
import type { TSchema } from 'typebox';
import { type EvaluateDeps, evaluate, type RecordedEvaluation } from '../evaluation/index.ts';
import { Failure } from '../foundation/failure.ts';
import type { Principal } from '../keys/index.ts';
import { type EvaluateBody, toRequest } from './context-schema.ts';
import { answerFor, type Surface } from './errors.ts';
import { faultsFromAjv, type SchemaError } from './faults.ts';
import { contextDepthFaults } from './json-faults.ts';

export interface ItemValidator {
  (item: unknown): unknown;
  errors?: SchemaError[] | null;
}

/** What validates an item as the body of a single call: the application's own compiler, which keeps what it compiled. */
export function itemValidator(
  app: Pick<FastifyInstance, 'validatorCompiler'>,
  schema: TSchema,
): ItemValidator {
  if (app.validatorCompiler === undefined) throw new Error('the validator compiler is set before the routes');
  return app.validatorCompiler({ schema, method: 'POST', url: '', httpPart: 'body' });
}

interface Batch {
  surface: Surface;
  requestId: string;
  validate: ItemValidator;
  /** Of the whole batch: each item then has one of its own, made from it and the item's place. */
  idempotencyKey: string | undefined;
}

export function evaluateBatch(
  deps: EvaluateDeps,
  principal: Principal,
  items: readonly unknown[],
  batch: Batch,
  toApi: (evaluation: RecordedEvaluation) => object,
): Promise<object[]> {
  return Promise.all(
    items.map(async (item, place) => {
      try {
        const body = validItem(item, batch.validate);
        const fromHeader = batch.idempotencyKey && `${batch.idempotencyKey}#${place}`;
        return toApi(await evaluate(deps, principal, toRequest(body), body.idempotency_key ?? fromHeader));
      } catch (error) {
        const answer = answerFor(error, batch.surface, batch.requestId);
        return { status: answer.status, ...answer.body };
      }
    }),
  );
}

/** In the order of the single call, where a body that is nested too deep never reaches the schema. */
function validItem(item: unknown, validate: ItemValidator): EvaluateBody {
  const { context = {} } = (item ?? {}) as { context?: JsonValue };
  const tooDeep = contextDepthFaults(context, ['body', 'context']);
  if (tooDeep.length > 0) throw Failure.invalid(tooDeep);
  if (validate(item) !== true) throw Failure.invalid(faultsFromAjv(validate.errors ?? [], 'body', item));
  return item as EvaluateBody;
}

/** The report of an outcome, with the same body and answer on both surfaces. */

import { formatHash, type JsonObject, type JsonValue } from '@assize/evidence-format';
import type { Static } from 'typebox';
import type { Failure } from '../../foundation/failure.ts';
import type { Principal } from '../../keys/index.ts';
import { OUTCOMES, type ReportedOutcome, type Submitted, submitOutcome } from '../../outcomes/index.ts';
import { type ReportDeps, reportResult, sessionOfEvaluation } from '../../sessions/index.ts';
import { allowanceFor } from '../../usage/index.ts';
import type { Surface } from '../answers/errors.ts';
import { routesOf } from '../answers/routes.ts';
import { principalOf } from '../callers/access.ts';
import { AllowanceExceeded } from '../limits/usage-headers.ts';
import * as is from '../schemas/fields.ts';
import { describedRecord, namedBody } from '../schemas/objects.ts';
import type { App, Services } from '../services.ts';
import { RESULT_BODY_BYTES } from './session-routes.ts';

export type OutcomeNeeds = ReportDeps & Pick<Services, 'quotas'>;

const OutcomeBody = namedBody(
  'OutcomeReport',
  [
    {
      action: 'email.send',
      context: { recipient_type: 'internal' },
      outcome: 'success',
      executed_at: '2026-01-31T09:30:00Z',
    },
  ],
  {
    action: is.label('The action that was carried out, such as email.send'),
    context: is.open('Any details you want to keep'),
    outcome: is.oneOf(OUTCOMES),
    executed_at: is.time('A time with its zone; at most 5 minutes in the future'),
    agent_id: is.optional(is.label('The agent that acted')),
    user_id: is.optional(is.label('The person on whose behalf it acted')),
    evaluation_id: is.optional(
      is.text('The evidence id of the evaluation before the action', { maxLength: 256 }),
    ),
    actual_cost_usd: is.optional(is.number('What the action cost, in USD', { minimum: 0 })),
    result: is.optional(
      is.unknown('What the tool returned, for the session of the evaluation: as POST …/results takes it'),
    ),
    result_incomplete: is.optional(is.flag('Whether you left out parts of the result')),
  },
);

const SubmittedOutcome = describedRecord('RecordedOutcome', 'The evidence, which is on disk', {
  evidence_id: is.text(),
  artifact_type: is.oneOf(['action_executed']),
  hash: is.text(),
  previous_hash: is.text(),
  created_at: is.time(),
  result_evidence_id: is.optional(
    is.orNull(is.text(), 'The evidence of the result; null if it was not added to a session'),
  ),
});

interface OutcomeRoute {
  surface: Surface;
  url: string;
  operationId: string;
}

/** Adds the report of outcomes to one surface. */
export function outcomeRoute(
  app: App,
  services: OutcomeNeeds,
  { surface, url, operationId }: OutcomeRoute,
): void {
  app.post(
    url,
    {
      config: { scope: 'evidence:write', weighs: 'record' },
      bodyLimit: RESULT_BODY_BYTES,
      schema: routesOf(surface, 'Evidence')(
        operationId,
        'Report an action that was carried out, and how it ended',
        { body: OutcomeBody, 201: SubmittedOutcome, 429: AllowanceExceeded, also: [409] },
      ),
    },
    async (request, reply) => {
      const principal = principalOf(request);
      const allowance = allowanceFor(await services.quotas.of(principal));
      const { result, result_incomplete: incomplete, ...outcome } = request.body;
      const submitted = await submitOutcome(services, principal, toOutcome(outcome), allowance);
      if (submitted.executedDespiteBlock) {
        const { id } = submitted.artifact;
        const { tenantId, environment } = principal;
        request.log.warn({ evidenceId: id, tenantId, environment }, 'an action was executed despite a block');
      }
      reply.code(201);
      if (result === undefined) return toApi(submitted);
      const reported = { evaluation_id: outcome.evaluation_id, result: result as JsonValue, incomplete };
      const read = await resultOf(services, principal, reported).catch((error: Failure) => {
        request.log.warn({ err: error }, 'the result of a call was not added to its session');
        return null;
      });
      return { ...toApi(submitted), result_evidence_id: read };
    },
  );
}

/** The outcome stands in any case. @returns null where the evaluation names no session. */
async function resultOf(
  services: ReportDeps,
  principal: Principal,
  { evaluation_id, ...reported }: { evaluation_id?: string; result: JsonValue; incomplete?: boolean },
): Promise<string | null> {
  const { db } = services;
  if (evaluation_id === undefined) return null;
  const sessionId = await sessionOfEvaluation(db, principal.chain, evaluation_id);
  if (sessionId === undefined) return null;
  const recorded = await reportResult(services, principal, sessionId, { evaluation_id, ...reported });
  return recorded.evidence_id;
}

type OutcomeFields = Omit<Static<typeof OutcomeBody>, 'result' | 'result_incomplete'>;

function toOutcome({ executed_at, context, ...body }: OutcomeFields): ReportedOutcome {
  return { ...body, context: context as JsonObject, executedAt: Date.parse(executed_at) };
}

function toApi({ artifact }: Submitted) {
  return {
    evidence_id: artifact.id,
    artifact_type: 'action_executed' as const,
    hash: formatHash(artifact.hash),
    previous_hash: formatHash(artifact.previousHash),
    created_at: new Date(artifact.createdAt).toISOString(),
  };
}

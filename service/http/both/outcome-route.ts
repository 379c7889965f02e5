/** The report of an outcome, with the same body and answer on both surfaces. */
import { formatHash, type JsonObject } from '@assize/evidence-format';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import Type, { type Static } from 'typebox';
import { OUTCOMES, type ReportedOutcome, type Submitted, submitOutcome } from '../../outcomes/index.ts';
import { allowanceFor } from '../../usage/index.ts';
import type { Surface } from '../answers/errors.ts';
import { named } from '../answers/named.ts';
import { refusals } from '../answers/response-schemas.ts';
import { principalOf } from '../callers/access.ts';
import { AllowanceExceeded } from '../limits/usage-headers.ts';
import { label } from '../requests/context-schema.ts';
import type { Services } from '../services.ts';

export type OutcomeNeeds = Pick<Services, 'appender' | 'clock' | 'db' | 'ids' | 'quotas'>;

const OutcomeBody = named(
  'OutcomeReport',
  Type.Object(
    {
      action: label('The action that was carried out, such as email.send'),
      context: Type.Object({}, { additionalProperties: true, description: 'Any details you want to keep' }),
      outcome: Type.Enum([...OUTCOMES]),
      executed_at: Type.String({
        format: 'date-time',
        description: 'A time with its zone; at most 5 minutes in the future',
      }),
      agent_id: Type.Optional(label('The agent that acted')),
      user_id: Type.Optional(label('The person on whose behalf it acted')),
      evaluation_id: Type.Optional(
        Type.String({ maxLength: 256, description: 'The evidence id of the evaluation before the action' }),
      ),
      actual_cost_usd: Type.Optional(
        Type.Number({ minimum: 0, description: 'What the action cost, in USD' }),
      ),
    },
    {
      additionalProperties: false,
      examples: [
        {
          action: 'email.send',
          context: { recipient_type: 'internal' },
          outcome: 'success',
          executed_at: '2026-01-31T09:30:00Z',
        },
      ],
    },
  ),
);

const SubmittedOutcome = named(
  'RecordedOutcome',
  Type.Object(
    {
      evidence_id: Type.String(),
      artifact_type: Type.Enum(['action_executed']),
      hash: Type.String(),
      previous_hash: Type.String(),
      created_at: Type.String({ format: 'date-time' }),
    },
    { description: 'The evidence, which is on disk' },
  ),
);

interface OutcomeRoute {
  surface: Surface;
  url: string;
  operationId: string;
}

/** Adds the report of outcomes to one surface. */
export function outcomeRoute(
  app: FastifyInstance,
  services: OutcomeNeeds,
  { surface, url, operationId }: OutcomeRoute,
): void {
  app.withTypeProvider<TypeBoxTypeProvider>().post(
    url,
    {
      config: { scope: 'evidence:write', weighs: 'record' },
      schema: {
        operationId,
        summary: 'Report an action that was carried out, and how it ended',
        tags: ['Evidence'],
        body: OutcomeBody,
        response: { 201: SubmittedOutcome, 429: AllowanceExceeded, ...refusals(surface, 409, 422) },
      },
    },
    async (request, reply) => {
      const principal = principalOf(request);
      const allowance = allowanceFor(await services.quotas.of(principal));
      const submitted = await submitOutcome(services, principal, toOutcome(request.body), allowance);
      if (submitted.executedDespiteBlock) {
        const { id } = submitted.artifact;
        const { tenantId, environment } = principal;
        request.log.warn({ evidenceId: id, tenantId, environment }, 'an action was executed despite a block');
      }
      reply.code(201);
      return toApi(submitted);
    },
  );
}

function toOutcome({ executed_at, context, ...body }: Static<typeof OutcomeBody>): ReportedOutcome {
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

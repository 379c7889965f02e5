/** Surface A: truth verification. */

import Type from 'typebox';
import { truthFields } from '../../../audit/index.ts';
import { named } from '../../answers/named.ts';
import { orNull, refusals } from '../../answers/response-schemas.ts';
import { principalOf } from '../../callers/access.ts';
import type { Callers } from '../../callers/callers.ts';
import { orStream, WITH_PROGRESS, withProgress } from '../../callers/event-stream.ts';
import type { Noun, Services } from '../../services.ts';

const Truth = named(
  'TruthVerification',
  Type.Object(
    {
      overall_valid: Type.Boolean(),
      registries_checked: Type.Integer({ description: 'All registries, including empty ones' }),
      consistency_score: Type.Number({
        minimum: 0,
        maximum: 1,
        description: '1 − gaps ⁄ items checked; 1 only if something was checked and nothing is wrong',
      }),
      gaps_detected: Type.Integer({
        description: 'The number of gaps, including those that are not listed',
      }),
      verified_at: Type.String({ format: 'date-time', description: 'When the check began' }),
      registries: Type.Array(
        Type.Object({
          name: Type.String(),
          checked: Type.Integer({
            description: 'The number of items that were compared with their counterpart',
          }),
          gaps: Type.Integer(),
        }),
      ),
      gaps: Type.Array(
        Type.Object({
          registry: Type.String(),
          index: orNull(Type.Integer(), 'The index of the artifact concerned; null if there is none'),
          evidence_id: Type.Optional(Type.String()),
          what: Type.String({ description: 'The problem, in a sentence' }),
        }),
        { description: 'At most 100, spread evenly over the registries that have gaps' },
      ),
    },
    { description: 'The findings. A contradiction is an answer too, not an error' },
  ),
);

const VERIFY_TRUTH = {
  operationId: 'verifyTruth',
  summary: 'Compare everything that the service keeps with the evidence, in both directions',
  tags: ['Evidence'],
  description: `${WITH_PROGRESS} They count registries.`,
  response: { 200: orStream(Truth), ...refusals('a') },
};

const SCOPE = { scope: 'evidence:read', payloads: 'none' } as const;

export const evidenceTruthA: Noun<Callers & Pick<Services, 'clock' | 'truth'>> = (
  app,
  { services },
  done,
) => {
  app.get('/evidence/truth-verification', { config: SCOPE, schema: VERIFY_TRUTH }, (request, reply) =>
    withProgress(services, request, reply, async (onProgress) =>
      truthFields(await services.truth.verify(principalOf(request).chain, onProgress)),
    ),
  );
  done();
};

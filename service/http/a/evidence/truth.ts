/** Surface A: truth verification. */

import { truthFields } from '../../../audit/index.ts';
import { routesOf } from '../../answers/routes.ts';
import { principalOf, READ } from '../../callers/access.ts';
import { orStream, WITH_PROGRESS, withProgress } from '../../callers/event-stream.ts';
import * as is from '../../schemas/fields.ts';
import { describedRecord, object } from '../../schemas/objects.ts';
import type { Noun } from '../../services.ts';

const Truth = describedRecord(
  'TruthVerification',
  'The findings. A contradiction is an answer too, not an error',
  {
    overall_valid: is.flag(),
    registries_checked: is.integer('All registries, including empty ones'),
    consistency_score: is.number(
      '1 − gaps ⁄ items checked; 1 only if something was checked and nothing is wrong',
      { minimum: 0, maximum: 1 },
    ),
    gaps_detected: is.integer('The number of gaps, including those that are not listed'),
    verified_at: is.time('When the check began'),
    registries: is.list(
      object({
        name: is.text(),
        checked: is.integer('The number of items that were compared with their counterpart'),
        gaps: is.integer(),
      }),
    ),
    gaps: is.list(
      object({
        registry: is.text(),
        index: is.orNull(is.integer(), 'The index of the artifact concerned; null if there is none'),
        evidence_id: is.optional(is.text()),
        what: is.text('The problem, in a sentence'),
      }),
      'At most 100, spread evenly over the registries that have gaps',
    ),
  },
);

const route = routesOf('a', 'Evidence');

const VERIFY_TRUTH = route(
  'verifyTruth',
  'Compare everything that the service keeps with the evidence, in both directions',
  { description: `${WITH_PROGRESS} They count registries.`, 200: orStream(Truth) },
);

export const evidenceTruthA: Noun = (app, services) => {
  app.get('/evidence/truth-verification', { config: READ, schema: VERIFY_TRUTH }, (request, reply) =>
    withProgress(services, request, reply, async (onProgress) =>
      truthFields(await services.truth.verify(principalOf(request).chain, onProgress)),
    ),
  );
};

/** Surface A: removes the content of one artifact. */

import { redact } from '../../../proof/removal/index.ts';
import { routesOf } from '../../answers/routes.ts';
import { principalOf, WRITE } from '../../callers/access.ts';
import * as is from '../../schemas/fields.ts';
import { body, described, object } from '../../schemas/objects.ts';
import type { Noun } from '../../services.ts';

const RedactBody = body([{ reason: 'Erasure request 2026-117' }], {
  reason: is.text(
    'The reason, for people who ask later. It becomes evidence and is never removed, so write no personal data, and nothing that you are redacting',
    { minLength: 1, maxLength: 1000 },
  ),
});

const Redacted = described(
  'The artifact is redacted, now or earlier. Its hash, links and proofs still verify',
  {
    id: is.text(),
    redacted_at: is.time(),
    evidence_id: is.text(
      'The evidence of the redaction; the first, if the artifact was redacted or pruned before',
    ),
    payload_removed: is.flag('Whether payload and salt are gone; if false, they are removed within minutes'),
  },
);

const route = routesOf('a', 'Evidence');

const REDACT = route('redactEvidence', 'Remove the payload and salt of an artifact permanently', {
  params: object({ id: is.text() }),
  body: RedactBody,
  200: Redacted,
  also: [409],
});

export const evidenceRedactA: Noun = (app, services) => {
  app.post('/evidence/:id/redact', { config: WRITE, schema: REDACT }, async (request) => {
    const { id } = request.params;
    const redaction = await redact(services, principalOf(request), id, request.body.reason);
    return {
      id: redaction.id,
      redacted_at: new Date(redaction.redactedAt).toISOString(),
      evidence_id: redaction.evidenceId,
      payload_removed: redaction.payloadRemoved,
    };
  });
};

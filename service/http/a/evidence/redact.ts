/** Surface A: removes the content of one artifact. */

import Type from 'typebox';
import { redact } from '../../../proof/removal/index.ts';
import { refusals } from '../../answers/response-schemas.ts';
import { principalOf } from '../../callers/access.ts';
import type { Noun, Services } from '../../services.ts';

const RedactBody = Type.Object(
  {
    reason: Type.String({
      minLength: 1,
      maxLength: 1000,
      description:
        'The reason, for people who ask later. It becomes evidence and is never removed, so write no personal data, and nothing that you are redacting',
    }),
  },
  { additionalProperties: false, examples: [{ reason: 'Erasure request 2026-117' }] },
);

const Redacted = Type.Object(
  {
    id: Type.String(),
    redacted_at: Type.String({ format: 'date-time' }),
    evidence_id: Type.String({
      description: 'The evidence of the redaction; the first, if the artifact was redacted or pruned before',
    }),
    payload_removed: Type.Boolean({
      description: 'Whether payload and salt are gone; if false, they are removed within minutes',
    }),
  },
  { description: 'The artifact is redacted, now or earlier. Its hash, links and proofs still verify' },
);

const REDACT = {
  operationId: 'redactEvidence',
  summary: 'Remove the payload and salt of an artifact permanently',
  tags: ['Evidence'],
  params: Type.Object({ id: Type.String() }),
  body: RedactBody,
  response: { 200: Redacted, ...refusals('a', 404, 409, 422) },
};

const SCOPE = { scope: 'evidence:write' } as const;

export const evidenceRedactA: Noun<Pick<Services, 'appender' | 'clock' | 'db' | 'eraser' | 'ids'>> = (
  app,
  { services },
  done,
) => {
  app.post('/evidence/:id/redact', { config: SCOPE, schema: REDACT }, async (request) => {
    const { id } = request.params;
    const redaction = await redact(services, principalOf(request), id, request.body.reason);
    return {
      id: redaction.id,
      redacted_at: new Date(redaction.redactedAt).toISOString(),
      evidence_id: redaction.evidenceId,
      payload_removed: redaction.payloadRemoved,
    };
  });
  done();
};

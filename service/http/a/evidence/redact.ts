/** Surface A: take the content out of one artifact. */

import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { redact } from '../../../proof/index.ts';
import type { Services } from '../../services.ts';
import { principalOf } from '../../shared/access.ts';
import { refusals } from '../../shared/response-schemas.ts';
import Type from '../../validation/schema-words.ts';

const RedactBody = Type.Object(
  {
    reason: Type.String({
      minLength: 1,
      maxLength: 1000,
      description:
        'Why, for whoever asks later. It becomes evidence and is never removed: no personal data, and nothing of what is being redacted',
    }),
  },
  { additionalProperties: false, examples: [{ reason: 'Erasure request 2026-117' }] },
);

const Redacted = Type.Object(
  {
    id: Type.String(),
    redacted_at: Type.String({ format: 'date-time' }),
    evidence_id: Type.String({
      description: 'The artifact that states it: the first one, where it was redacted or pruned before',
    }),
    payload_removed: Type.Boolean({
      description: 'Payload and salt are gone; where false, stated only, and removed within minutes',
    }),
  },
  { description: 'Redacted, now or before. Hash, links and proofs still verify' },
);

const REDACT = {
  operationId: 'redactEvidence',
  summary: 'Remove payload and salt of one artifact, for good',
  tags: ['Evidence'],
  params: Type.Object({ id: Type.String() }),
  body: RedactBody,
  response: { 200: Redacted, ...refusals('a', 404, 409, 422) },
};

const SCOPE = { scope: 'evidence:write' } as const;

export const evidenceRedactA: FastifyPluginCallbackTypebox<{ services: Services }> = (
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

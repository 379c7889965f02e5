/** Surface A: an artifact as searches show it, and with all that proves that it is in its chain. */

import { formatHash } from '@assize/evidence-format';
import { readRecord, statusOfCheck } from '../../../compliance/index.ts';
import type { Artifact } from '../../../evidence/reading/index.ts';
import { proofOf, recordOf } from '../../../proof/log/index.ts';
import { ArtifactTypeName } from '../../answers/enums.ts';
import { inTypes, routesOf } from '../../answers/routes.ts';
import { principalOf } from '../../callers/access.ts';
import { seesPayloads } from '../../callers/callers.ts';
import * as is from '../../schemas/fields.ts';
import { describedRecord, object, record } from '../../schemas/objects.ts';
import type { Noun, Services } from '../../services.ts';

export const Item = record('Artifact', {
  id: is.text(),
  artifact_type: ArtifactTypeName,
  action: is.orNull(is.text()),
  verdict: is.orNull(is.text()),
  payload: is.orNull(is.open()),
  hash: is.text(),
  previous_hash: is.text(),
  created_at: is.time(),
});

export function toItem({
  id,
  artifactType,
  action,
  verdict,
  payload,
  hash,
  previousHash,
  createdAt,
}: Artifact) {
  return {
    id,
    artifact_type: artifactType,
    action,
    verdict,
    payload,
    hash: formatHash(hash),
    previous_hash: formatHash(previousHash),
    created_at: new Date(createdAt).toISOString(),
  };
}

/** undefined if the type has no status, or if the payload is gone. */
export function statusOf({ artifactType, payload }: Artifact): string | undefined {
  if (artifactType === 'action_approved') return 'approved';
  if (payload === null) return undefined;
  switch (artifactType) {
    case 'action_rejected':
      return textOf(payload.resolution);
    case 'action_executed':
      // An execution that the service recorded itself has no outcome yet.
      return textOf(payload.outcome) ?? 'executed';
    case 'compliance_check':
      // A report of exceptions has no result.
      return payload.summary === undefined ? undefined : statusOfCheck(readRecord(payload));
    default:
      return undefined;
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

const Record = describedRecord('ArtifactInFull', 'Payload and salt are null after redaction or retention', {
  ...Item.properties,
  index: is.integer('Its position in the chain, from 0'),
  actor: is.text('The agent that acted, or else the user, or else the key'),
  payload_commitment: is.text('SHA-256 of salt and canonical payload'),
  salt: is.orNull(is.text('64 hex digits')),
  leaf: is.text('The text whose RFC 6962 leaf hash is `hash`'),
});

const SCOPE = { scope: 'evidence:read', payloads: 'omitted' } as const;
const route = routesOf('a', 'Evidence');
const params = object({ id: is.text() });

const ONE = route('evidenceRecord', 'Get an artifact, with its leaf', { params, 200: Record });

const PROOF = route('evidenceProof', 'Get an offline proof that an artifact is in the signed chain', {
  params,
  200: inTypes('A C2SP tlog-proof with the leaf as its extra data', { 'text/plain': is.text() }),
});

export const evidenceRecordA: Noun<Pick<Services, 'db' | 'kind' | 'signing'>> = (app, services) => {
  app.get('/evidence/:id', { config: SCOPE, schema: ONE }, async (request) => {
    const principal = principalOf(request);
    const whole = await recordOf(services.db, principal.chain, request.params.id);
    // Without its payload, the salt would only help to guess it.
    const record = seesPayloads(principal) ? whole : { ...whole, payload: null, salt: null };
    return {
      ...toItem(record),
      index: record.position,
      actor: record.actor,
      payload_commitment: formatHash(record.payloadCommitment),
      salt: record.salt === null ? null : Buffer.from(record.salt).toString('hex'),
      leaf: record.leaf,
    };
  });

  app.get('/evidence/:id/proof', { config: SCOPE, schema: PROOF }, async (request, reply) => {
    const { id } = request.params;
    const proof = await proofOf(services, principalOf(request).chain, id);
    return reply
      .header('content-disposition', `inline; filename="${id}.tlog-proof"`)
      .type('text/plain; charset=utf-8')
      .send(proof);
  });
};

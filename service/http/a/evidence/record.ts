/**
 * Surface A: one artifact with everything needed to recompute its hash, and the proof that it is in its
 * chain.
 */

import { formatHash } from '@assize/evidence-format';
import { proofOf, recordOf } from '../../../proof/log/index.ts';
import { inTypes, routesOf } from '../../answers/routes.ts';
import { principalOf } from '../../callers/access.ts';
import { seesPayloads } from '../../callers/callers.ts';
import * as is from '../../schemas/fields.ts';
import { describedRecord, object } from '../../schemas/objects.ts';
import type { Noun } from '../../services.ts';
import { Item, toItem } from './item.ts';

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

export const evidenceRecordA: Noun = (app, services) => {
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

/** An artifact as Surface A shows it, in a search and by itself. */
import { formatHash } from '@assize/evidence-format';
import Type from 'typebox';
import { ARTIFACT_TYPES, type Artifact } from '../../../evidence/index.ts';

export const Item = Type.Object({
  id: Type.String(),
  artifact_type: Type.Enum([...ARTIFACT_TYPES]),
  action: Type.Union([Type.String(), Type.Null()]),
  verdict: Type.Union([Type.String(), Type.Null()]),
  payload: Type.Union([Type.Object({}, { additionalProperties: true }), Type.Null()]),
  hash: Type.String(),
  previous_hash: Type.String(),
  created_at: Type.String({ format: 'date-time' }),
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

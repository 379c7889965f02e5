/** An artifact as Surface A shows it, in a search and by itself, and its status word. */

import { formatHash } from '@assize/evidence-format';
import { readRecord, statusOfCheck } from '../../../compliance/index.ts';
import type { Artifact } from '../../../evidence/reading/index.ts';
import { ArtifactTypeName } from '../../answers/enums.ts';
import * as is from '../../schemas/fields.ts';
import { record } from '../../schemas/objects.ts';

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
      return statusOfCheck(readRecord(payload));
    default:
      return undefined;
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

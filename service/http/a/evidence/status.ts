/** How what an artifact tells of ended, in one word: of those types that have such a word, and keep their payload. */
import { readRecord, statusOfCheck } from '../../../compliance/index.ts';
import type { Artifact } from '../../../evidence/index.ts';

/** undefined where the type has none, or the payload that says it is gone. */
export function statusOf({ artifactType, payload }: Artifact): string | undefined {
  if (artifactType === 'action_approved') return 'approved';
  if (payload === null) return undefined;
  switch (artifactType) {
    case 'action_rejected':
      return textOf(payload.resolution);
    case 'action_executed':
      // What the service noted itself, when it let an action proceed, has no outcome yet.
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

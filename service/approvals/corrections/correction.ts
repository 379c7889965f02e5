/**
 * A correction: the arguments that a human changed while approving. One artifact records it, in the commit of the
 * decision; the approval is then bound to the corrected request, and answers the warnings that this request gave.
 */
import type { JsonObject, JsonValue } from '@assize/evidence-format';
import type { Database } from '../../database/open.ts';
import { findArtifacts } from '../../evidence/reading/index.ts';
import type { BoundRequest } from '../binding.ts';
import { type Changed, withChanges } from './changes.ts';

/** The action of the artifact that records it. */
export const CORRECTION = 'approval.correct';

/** The laws and rules that warned about the corrected request, which its approval answers. */
export interface CorrectedAnswers extends JsonObject {
  laws: string[];
  rules: JsonObject[];
}

export interface Correction {
  /** The party that made it. */
  by: string;
  changed: Changed[];
  answers: CorrectedAnswers;
  /** The targets that the corrected call reaches, as a record of its evaluation states it. */
  reaches: JsonValue[];
}

/**
 * Reads corrections by the ids of their artifacts; one whose payload was removed, or that is not one, is left out.
 * @param ids at most a page of them.
 */
export async function correctionsBy(
  db: Database,
  chain: number,
  ids: readonly string[],
): Promise<Map<string, Correction>> {
  if (ids.length === 0) return new Map();
  const artifacts = await findArtifacts(db, chain, ids);
  return new Map(
    [...artifacts].flatMap(([id, { payload }]) => {
      const stated = correctionIn(payload);
      return stated === null ? [] : [[id, stated]];
    }),
  );
}

/** Reads what an artifact's payload states; null where it states no correction. */
export function correctionIn(payload: JsonObject | null): Correction | null {
  if (payload?.action !== CORRECTION) return null;
  const { changed, answers, reaches } = (payload.change ?? {}) as JsonObject;
  if (!Array.isArray(changed) || typeof answers !== 'object' || answers === null) return null;
  return {
    by: String(payload.by),
    changed: changed as Changed[],
    answers: answers as CorrectedAnswers,
    reaches: Array.isArray(reaches) ? reaches : [],
  };
}

/** The arguments of the asked request, where it has the arguments of a tool. */
export function argumentsAsked(opening: JsonObject | null): JsonObject | null {
  const context = (opening?.request as JsonObject | undefined)?.context as JsonObject | undefined;
  const asked = context?.arguments;
  return typeof asked === 'object' && asked !== null && !Array.isArray(asked) ? asked : null;
}

/** The corrected arguments; null where the first request or the correction was removed. */
export function correctedArguments(
  opening: JsonObject | null,
  correction: Pick<Correction, 'changed'> | null,
): JsonObject | null {
  const asked = argumentsAsked(opening);
  return asked === null || correction === null
    ? null
    : (withChanges(asked, correction.changed) as JsonObject);
}

/** The request as corrected, without the approval that the asked one may have named. */
export function correctedRequest(opening: JsonObject, corrected: JsonObject): BoundRequest {
  const { context, ...request } = opening.request as unknown as BoundRequest & { context: JsonObject };
  const { approval_id: _, has_approval: __, ...asked } = context;
  return { ...request, context: { ...asked, arguments: corrected } };
}

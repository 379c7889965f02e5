/**
 * Targets as evidence states them. A change of the tenant's records states them in the clear. A decision states only
 * the hashes of the targets that it taught: the evaluation that was decided on has them in the clear, where redaction
 * can remove them.
 */

import type { Reach, ReadReach, TargetKind } from '@assize/act-reading/targets';
import { nameOf } from '@assize/act-reading/targets';
import type { JsonObject } from '@assize/evidence-format';
import { hexOf, type TargetHashes } from './known/hashes.ts';

export interface StatedTarget {
  target_id: string;
  kind: TargetKind;
  /** The target in the clear, for a record of the tenant. */
  value?: string;
  /** The hash in hex, for a target that an approval taught. */
  hash?: string;
  role: string | null;
  agent_id: string | null;
  effect: string | null;
  name: string | null;
  until: number | null;
}

/** Returns the targets that a payload states: those that a change added, or that a decision taught. */
export function targetsIn(payload: JsonObject | null): StatedTarget[] {
  const change = payload?.change as JsonObject | undefined;
  const stated = change?.targets ?? payload?.remembered;
  if (!Array.isArray(stated)) return [];
  return stated.filter((one) => {
    const { target_id, value, hash } = (one ?? {}) as JsonObject;
    return typeof target_id === 'string' && typeof (value ?? hash) === 'string';
  }) as unknown as StatedTarget[];
}

/** Returns the ids of the targets that a payload removes or forgets. */
export function removedIn(payload: JsonObject | null): string[] {
  const change = payload?.change as JsonObject | undefined;
  const removed = change?.target_ids ?? payload?.forgotten;
  return Array.isArray(removed) ? removed.filter((id) => typeof id === 'string') : [];
}

/** Returns the targets that the action of an evaluation reached, in the clear. */
export function reachesIn(payload: JsonObject | null): Reach[] {
  const act = (payload?.facts as JsonObject | undefined)?.act as JsonObject | undefined;
  return Array.isArray(act?.reaches) ? (act.reaches as unknown as Reach[]) : [];
}

/** Whether a decision on the action remembered this target. */
export function isRemembered(
  hashes: TargetHashes,
  chain: number,
  reach: Reach,
  { effect, role, kind, hash }: StatedTarget,
): reach is ReadReach {
  if ('unreadable' in reach || reach.effect !== effect || reach.role !== role || reach.kind !== kind)
    return false;
  return hexOf(hashes.of(chain, nameOf(reach))) === hash;
}

/**
 * Targets as evidence states them. A change of the tenant's records states them in the clear; a decision states what it
 * taught by its hash, because in the clear it stands in the evaluation that was decided on, where redaction reaches it.
 */

import type { Reach, ReadReach, TargetKind } from '@assize/act-reading/targets';
import { nameOf } from '@assize/act-reading/targets';
import type { JsonObject } from '@assize/evidence-format';
import { hexOf, type TargetHashes } from './known/hashes.ts';

export interface StatedTarget {
  target_id: string;
  kind: TargetKind;
  /** In the clear; of a record of the tenant. */
  value?: string;
  /** In hex; of what an approval taught. */
  hash?: string;
  role: string | null;
  agent_id: string | null;
  effect: string | null;
  name: string | null;
  until: number | null;
}

/** The targets that a payload states: a change those it added, a decision those it taught. */
export function targetsIn(payload: JsonObject | null): StatedTarget[] {
  const change = payload?.change as JsonObject | undefined;
  const stated = change?.targets ?? payload?.remembered;
  if (!Array.isArray(stated)) return [];
  return stated.filter((one) => {
    const { target_id, value, hash } = (one ?? {}) as JsonObject;
    return typeof target_id === 'string' && typeof (value ?? hash) === 'string';
  }) as unknown as StatedTarget[];
}

/** The ids of the targets that a payload removes or forgets. */
export function removedIn(payload: JsonObject | null): string[] {
  const change = payload?.change as JsonObject | undefined;
  const removed = change?.target_ids ?? payload?.forgotten;
  return Array.isArray(removed) ? removed.filter((id) => typeof id === 'string') : [];
}

/** What the action of an evaluation reached, in the clear. */
export function reachesIn(payload: JsonObject | null): Reach[] {
  const act = (payload?.facts as JsonObject | undefined)?.act as JsonObject | undefined;
  return Array.isArray(act?.reaches) ? (act.reaches as unknown as Reach[]) : [];
}

/** Whether a decision on the action remembered this of its targets. */
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

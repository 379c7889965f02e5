/**
 * Lists the known targets of a chain, newest first, with the clear text as long as the payload that states it exists. A
 * change of the tenant's records states targets in the clear. A decision states only the hashes of the targets that it
 * taught: the evaluation that was decided on has them in the clear, where redaction can remove them.
 */

import { nameOf, type Reach, type ReadReach, type TargetKind } from '@assize/act-reading/targets';
import type { JsonObject } from '@assize/evidence-format';
import type { Database } from '../database/open.ts';
import { type Cursors, type ListById, type Page, pageById } from '../database/signed-cursor.ts';
import { findArtifacts } from '../evidence/reading/index.ts';
import { hexOf, storedTargetHashes, type TargetHashes } from './known/hashes.ts';
import { type KnownTargetRow, TARGET_PREFIX, targetsOf } from './known-target.ts';

/** The most payloads read at once; each may have 256 KB. */
const PAYLOADS_AT_ONCE = 100;

export interface TargetFilter {
  kind?: TargetKind;
  source?: 'record' | 'approval';
  agentId?: string;
}

export interface ShownTarget {
  row: KnownTargetRow;
  /** null where its payload was removed. */
  value: string | null;
}

/** @throws {Failure} `invalid` for a cursor of another list. */
export async function listTargets(
  cursors: Cursors,
  chain: number,
  { kind, source, agentId }: TargetFilter,
  limit: number,
  cursor?: string,
): Promise<Page<ShownTarget>> {
  const list: ListById<KnownTargetRow> = {
    secret: 'target cursors',
    prefix: TARGET_PREFIX,
    chain,
    filters: [kind, source, agentId],
    idOf: ({ target_id }) => target_id,
    read(before, most) {
      let query = targetsOf(cursors.db, chain).where('removed_at', 'is', null);
      if (kind !== undefined) query = query.where('kind', '=', kind);
      if (source !== undefined) query = query.where('source', '=', source);
      if (agentId !== undefined) query = query.where('agent_id', '=', agentId);
      if (before !== null) query = query.where('target_id', '<', before);
      return query.orderBy('target_id', 'desc').limit(most).execute();
    },
  };
  const page = await pageById(cursors, list, limit, cursor);
  return { items: await withValues(cursors.db, chain, page.items), nextCursor: page.nextCursor };
}

/** Reads a record from the artifact that states it, and a remembered target from the evaluation that was approved. */
export async function withValues(
  db: Database,
  chain: number,
  rows: readonly KnownTargetRow[],
): Promise<ShownTarget[]> {
  const values = new Map<string, string>();
  const remembered = new Map<string, StatedTarget[]>();
  await forEachPayload(db, chain, evidenceOf(rows), (payload) => {
    const stated = targetsIn(payload);
    for (const { target_id, value } of stated) if (value !== undefined) values.set(target_id, value);
    const { evaluation_id: evaluation } = payload;
    if (typeof evaluation === 'string') remembered.set(evaluation, stated);
  });
  const hashes = remembered.size === 0 ? null : await storedTargetHashes(db);
  if (hashes !== null) {
    await forEachPayload(db, chain, [...remembered.keys()], (payload, id) => {
      const reaches = reachesIn(payload);
      for (const target of remembered.get(id) ?? []) {
        const reach = reaches.find((one) => isRemembered(hashes, chain, one, target));
        if (reach !== undefined) values.set(target.target_id, reach.value);
      }
    });
  }
  return rows.map((row) => ({ row, value: values.get(row.target_id) ?? null }));
}

function evidenceOf(rows: readonly KnownTargetRow[]): string[] {
  return [...new Set(rows.map((row) => row.evidence_id))];
}

/** Visits the payloads that still exist; only some are in memory at a time. */
async function forEachPayload(
  db: Database,
  chain: number,
  ids: readonly string[],
  see: (payload: JsonObject, id: string) => void,
): Promise<void> {
  for (let from = 0; from < ids.length; from += PAYLOADS_AT_ONCE) {
    const found = await findArtifacts(db, chain, ids.slice(from, from + PAYLOADS_AT_ONCE));
    for (const { id, payload } of found.values()) if (payload !== null) see(payload, id);
  }
}

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

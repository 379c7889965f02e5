/** Lists the known targets of a chain, newest first, with the clear text as long as the payload that states it is there. */
import type { JsonObject } from '@assize/evidence-format';
import type { Database } from '../database/open.ts';
import {
  type Cursors,
  cutToPage,
  findArtifacts,
  idCursors,
  openCursor,
  type Page,
} from '../evidence/index.ts';
import { type KnownTargetRow, TARGET_PREFIX, targetsOf } from './known-target.ts';
import type { TargetKind } from './vocabulary.ts';

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
  filter: TargetFilter,
  limit: number,
  cursor?: string,
): Promise<Page<ShownTarget>> {
  const { kind: ofKind, source, agentId } = filter;
  const kind = idCursors('target cursors', TARGET_PREFIX, (targetId) => [
    chain,
    targetId,
    ofKind ?? null,
    source ?? null,
    agentId ?? null,
  ]);
  const before = cursor === undefined ? null : await openCursor(cursors, kind, cursor);
  let query = targetsOf(cursors.db, chain).where('removed_at', 'is', null);
  if (ofKind !== undefined) query = query.where('kind', '=', ofKind);
  if (source !== undefined) query = query.where('source', '=', source);
  if (agentId !== undefined) query = query.where('agent_id', '=', agentId);
  if (before !== null) query = query.where('target_id', '<', before);
  const rows = await query
    .orderBy('target_id', 'desc')
    .limit(limit + 1)
    .execute();
  const page = await cutToPage(cursors, kind, rows, limit, ({ target_id }) => target_id);
  return { items: await withValues(cursors.db, chain, page.items), nextCursor: page.nextCursor };
}

/** Reads each from the artifact that states it. */
export async function withValues(
  db: Database,
  chain: number,
  rows: readonly KnownTargetRow[],
): Promise<ShownTarget[]> {
  const ids = [...new Set(rows.map((row) => row.evidence_id))];
  const artifacts = ids.length === 0 ? new Map() : await findArtifacts(db, chain, ids);
  const stated = new Map<string, string>();
  for (const { payload } of artifacts.values())
    for (const { target_id, value } of targetsIn(payload)) stated.set(target_id, value);
  return rows.map((row) => ({ row, value: stated.get(row.target_id) ?? null }));
}

/** A target as its artifact states it. */
export interface StatedTarget {
  target_id: string;
  kind: TargetKind;
  value: string;
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
    const { target_id, value } = (one ?? {}) as JsonObject;
    return typeof target_id === 'string' && typeof value === 'string';
  }) as unknown as StatedTarget[];
}

/** The ids of the targets that a payload removes or forgets. */
export function removedIn(payload: JsonObject | null): string[] {
  const change = payload?.change as JsonObject | undefined;
  const removed = change?.target_ids ?? payload?.forgotten;
  return Array.isArray(removed) ? removed.filter((id) => typeof id === 'string') : [];
}

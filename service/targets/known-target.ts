/** A known target as it is stored: a record of the tenant, or the memory of an approval. */

import type { Effect, TargetKind, TargetRole } from '@assize/act-reading/targets';
import type { Selectable } from 'kysely';
import type { Database } from '../database/open.ts';
import type { KnownTargetsTable } from '../database/tables/acts.ts';
import { isoOrNull } from '../foundation/clock.ts';
import { Failure } from '../foundation/failure.ts';
import { isId } from '../foundation/ids.ts';

export const TARGET_PREFIX = 'tgt';
export const MAX_NAME_CHARACTERS = 200;

export type KnownTargetRow = Selectable<KnownTargetsTable>;

/** A tenant's record of a target that it knows. */
export interface TargetRecord {
  kind: TargetKind;
  /** The target as the tenant wrote it. */
  value: string;
  /** undefined for any. */
  role?: TargetRole;
  /** undefined for every agent. */
  agent_id?: string;
  /** undefined for any. */
  effect?: Effect;
  /** ms since the epoch, the first moment when it no longer counts; undefined for no end. */
  until?: number;
  /** A name for people, for a target that is an id. */
  name?: string;
}

/** @throws {Failure} `not_found`, also for a target of another tenant or environment. */
export async function findTarget(db: Database, chain: number, targetId: string): Promise<KnownTargetRow> {
  const row = isId(TARGET_PREFIX, targetId)
    ? await targetsOf(db, chain).where('target_id', '=', targetId).executeTakeFirst()
    : undefined;
  if (row === undefined) throw new Failure('not_found', 'There is no such target.');
  return row;
}

export function targetsOf(db: Database, chain: number) {
  return db.selectFrom('known_targets').selectAll().where('chain', '=', chain);
}

/** A target as the API and the command line show it. @param value null where its payload was removed. */
export function targetFields(row: KnownTargetRow, value: string | null) {
  return {
    target_id: row.target_id,
    kind: row.kind as TargetKind,
    value,
    role: row.role as TargetRole | null,
    agent_id: row.agent_id,
    effect: row.effect as Effect | null,
    name: row.name,
    source: row.source,
    approval_id: row.approval_id,
    until: isoOrNull(row.until_at),
    created_at: new Date(row.created_at).toISOString(),
    created_by: row.created_by,
    evidence_id: row.evidence_id,
    removed_at: isoOrNull(row.removed_at),
  };
}

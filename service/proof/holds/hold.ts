/**
 * A legal hold keeps evidence: while it is in force, neither retention nor a redaction or erasure removes what its
 * filter matches. The filter only uses fields that stay when a payload is removed, so it can always be answered.
 */

import { nameKey } from '@assize/act-reading/names';
import { type JsonObject, parseJson } from '@assize/evidence-format';
import type { Selectable } from 'kysely';
import type { Database } from '../../database/open.ts';
import { type Cursors, type ListById, type Page, pageById } from '../../database/signed-cursor.ts';
import type { HoldsTable } from '../../database/tables/evidence.ts';
import type { ArtifactsTable } from '../../database/tables/index.ts';
import { isoOrNull } from '../../foundation/clock.ts';
import { Failure } from '../../foundation/failure.ts';
import { isId } from '../../foundation/ids.ts';

export const HOLD_PREFIX = 'hld';
export const MAX_HOLD_REASON = 1000;
export const MAX_HELD_IDS = 1000;

/** Every given part has to match; an empty filter matches everything. */
export interface HoldFilter {
  /** ISO 8601: recorded at this time or later. */
  from?: string;
  /** ISO 8601: recorded before. */
  to?: string;
  artifact_types?: string[];
  actions?: string[];
  actors?: string[];
  evidence_ids?: string[];
}

export type HoldRecord = Omit<Selectable<HoldsTable>, 'chain' | 'caught_up_at'>;

/** The columns of an artifact that a filter uses. */
export const HELD_BY = ['id', 'artifact_type', 'action', 'actor', 'created_at'] as const;
export type HeldBy = Pick<Selectable<ArtifactsTable>, (typeof HELD_BY)[number]>;

export interface Hold {
  id: string;
  matches(artifact: HeldBy): boolean;
}

export async function holdsInForce(db: Database, chain: number): Promise<Hold[]> {
  const rows = await holdsOf(db, chain).where('lifted_at', 'is', null).orderBy('hold_id').execute();
  return rows.map(holdFrom);
}

export function holdFrom({ hold_id: id, filter }: Pick<HoldRecord, 'hold_id' | 'filter'>): Hold {
  const { from, to, ...lists } = parseJson(filter) as unknown as HoldFilter;
  const [first, end] = [from, to].map((time) => (time === undefined ? null : Date.parse(time)));
  const { artifact_types: types, actions, actors, evidence_ids: ids } = lists;
  const [anyType, anyId] = [types, ids].map(oneOf);
  const [anyAction, anyActor] = [actions, actors].map(oneOfNames);
  return {
    id,
    matches: ({ id: artifactId, artifact_type, action, actor, created_at }) =>
      (first == null || created_at >= first) &&
      (end == null || created_at < end) &&
      anyType?.(artifact_type) !== false &&
      anyAction?.(action) !== false &&
      anyActor?.(actor) !== false &&
      anyId?.(artifactId) !== false,
  };
}

function oneOf(list: readonly string[] | undefined): ((value: string | null) => boolean) | null {
  if (list === undefined) return null;
  const wanted = new Set<string | null>(list);
  return (value) => wanted.has(value);
}

/** Names are compared as in the judgement of agents, so no agent escapes a hold by a different spelling. */
function oneOfNames(list: readonly string[] | undefined): ((value: string | null) => boolean) | null {
  if (list === undefined) return null;
  const wanted = new Set(list.map(nameKey));
  return (value) => value !== null && wanted.has(nameKey(value));
}

/** The first of the holds that covers the artifact. */
export function holdOn(holds: readonly Hold[], artifact: HeldBy): Hold | null {
  return holds.find((hold) => hold.matches(artifact)) ?? null;
}

/** The hold in force that covers the artifact at this position; null if none does. */
export async function holdAt(db: Database, chain: number, position: number): Promise<Hold | null> {
  const holds = await holdsInForce(db, chain);
  if (holds.length === 0) return null;
  const artifact = await db
    .selectFrom('artifacts')
    .select(HELD_BY)
    .where('chain', '=', chain)
    .where('position', '=', position)
    .executeTakeFirst();
  return artifact === undefined ? null : holdOn(holds, artifact);
}

export function isHeld(hold: string): Failure {
  return new Failure(
    'conflict',
    `Legal hold ${hold} keeps this evidence: it can be removed once that is lifted.`,
    { conflict: 'evidence_held' },
  );
}

/** @throws {Failure} `not_found`, also for a hold of another tenant or environment. */
export async function findHold(db: Database, chain: number, holdId: string): Promise<HoldRecord> {
  const row = isId(HOLD_PREFIX, holdId)
    ? await holdsOf(db, chain).where('hold_id', '=', holdId).executeTakeFirst()
    : undefined;
  if (row === undefined) throw new Failure('not_found', 'There is no such legal hold.');
  return row;
}

export function holdsOf(db: Database, chain: number) {
  return db
    .selectFrom('evidence_holds')
    .select(['hold_id', 'filter', 'reason', 'held_at', 'held_by', 'evidence_id'])
    .select(['lifted_at', 'lifted_by', 'lift_reason', 'lift_evidence_id'])
    .where('chain', '=', chain);
}

export const HOLD_FILTERS = ['in_force', 'all'] as const;

/** Newest first. @throws {Failure} `invalid` for a cursor of another list. */
export function listHolds(
  cursors: Cursors,
  chain: number,
  listed: (typeof HOLD_FILTERS)[number],
  limit: number,
  cursor?: string,
): Promise<Page<HoldRecord>> {
  const list: ListById<HoldRecord> = {
    secret: 'hold cursors',
    prefix: HOLD_PREFIX,
    chain,
    filters: [listed],
    idOf: ({ hold_id }) => hold_id,
    read(before, most) {
      let page = holdsOf(cursors.db, chain);
      if (listed === 'in_force') page = page.where('lifted_at', 'is', null);
      if (before !== null) page = page.where('hold_id', '<', before);
      return page.orderBy('hold_id', 'desc').limit(most).execute();
    },
  };
  return pageById(cursors, list, limit, cursor);
}

/** The form that the API and the command line show. */
export function holdFields(hold: HoldRecord) {
  return {
    hold_id: hold.hold_id,
    filter: parseJson(hold.filter) as unknown as HoldFilter & JsonObject,
    reason: hold.reason,
    status: hold.lifted_at === null ? ('in_force' as const) : ('lifted' as const),
    held_at: new Date(hold.held_at).toISOString(),
    held_by: hold.held_by,
    evidence_id: hold.evidence_id,
    lifted_at: isoOrNull(hold.lifted_at),
    lifted_by: hold.lifted_by,
    lift_reason: hold.lift_reason,
    lift_evidence_id: hold.lift_evidence_id,
  };
}

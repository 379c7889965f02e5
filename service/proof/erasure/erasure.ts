/** An erasure removes the payload of every record that names one person. Its certificate does not state the value. */
import { type JsonObject, parseJson } from '@assize/evidence-format';
import type { Selectable } from 'kysely';
import type { Database } from '../../database/open.ts';
import { type Cursors, type ListById, type Page, pageById } from '../../database/signed-cursor.ts';
import type { ErasuresTable } from '../../database/tables/evidence.ts';
import { findArtifact } from '../../evidence/reading/index.ts';
import { isoOrNull } from '../../foundation/clock.ts';
import { Failure } from '../../foundation/failure.ts';
import { isId } from '../../foundation/ids.ts';

export const ERASURE_PREFIX = 'era';

export type ErasureRow = Selectable<ErasuresTable>;

/** @throws {Failure} `not_found`, also for an erasure of another tenant or environment. */
export async function findErasure(db: Database, chain: number, erasureId: string): Promise<ErasureRow> {
  const row = isId(ERASURE_PREFIX, erasureId)
    ? await erasuresOf(db, chain).where('erasure_id', '=', erasureId).executeTakeFirst()
    : undefined;
  if (row === undefined) throw new Failure('not_found', 'There is no such erasure.');
  return row;
}

export function erasuresOf(db: Database, chain: number) {
  return db.selectFrom('erasures').selectAll().where('chain', '=', chain);
}

/** Newest first. @throws {Failure} `invalid` for a cursor of another list. */
export function listErasures(
  cursors: Cursors,
  chain: number,
  limit: number,
  cursor?: string,
): Promise<Page<ErasureRow>> {
  const list: ListById<ErasureRow> = {
    secret: 'erasure cursors',
    prefix: ERASURE_PREFIX,
    chain,
    filters: [],
    idOf: ({ erasure_id }) => erasure_id,
    read(before, most) {
      let page = erasuresOf(cursors.db, chain);
      if (before !== null) page = page.where('erasure_id', '<', before);
      return page.orderBy('erasure_id', 'desc').limit(most).execute();
    },
  };
  return pageById(cursors, list, limit, cursor);
}

export function positionsIn({ found }: Pick<ErasureRow, 'found'>): number[] {
  return parseJson(found) as unknown as number[];
}

/** The form that the API and the command line show. */
export function erasureFields(row: ErasureRow) {
  return {
    erasure_id: row.erasure_id,
    status: row.certified_at === null ? ('removing' as const) : ('certified' as const),
    subject_hash: row.subject_hash,
    records: positionsIn(row).length,
    begun_at: new Date(row.begun_at).toISOString(),
    begun_by: row.begun_by,
    evidence_id: row.evidence_id,
    certified_at: isoOrNull(row.certified_at),
    certificate_evidence_id: row.certificate_evidence_id,
  };
}

/** The recorded certificate, or null until there is one. */
export async function certificateOf(db: Database, row: ErasureRow): Promise<JsonObject | null> {
  return row.certificate_evidence_id === null ? null : statedIn(db, row.chain, row.certificate_evidence_id);
}

/** The change that an artifact states. */
export async function statedIn(db: Database, chain: number, evidenceId: string): Promise<JsonObject | null> {
  const change = (await findArtifact(db, chain, evidenceId))?.payload?.change;
  return typeof change === 'object' && change !== null && !Array.isArray(change) ? change : null;
}

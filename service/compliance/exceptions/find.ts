/** Finds recorded reports of exceptions, always within one chain, and lists them. */
import { canonicalJson, EXCEPTIONS_ACTION, type JsonObject, sha256Text } from '@assize/evidence-format';
import type { Database } from '../../database/open.ts';
import {
  type CursorKind,
  type Cursors,
  cutToPage,
  openCursor,
  type Page,
  positionCursors,
} from '../../database/signed-cursor.ts';
import { artifactsAt, artifactsOfRareType, PAGE_BYTES } from '../../evidence/reading/index.ts';
import { Failure } from '../../foundation/failure.ts';
import { type EvidenceRecord, recordOf } from '../../proof/log/index.ts';
import { type ReportRecord, readReport } from './record.ts';

export interface FoundReport {
  evidenceId: string;
  /** `sha256:` and hex, of the canonical form. */
  sha256: string;
  record: ReportRecord;
  /** Its artifact. */
  recorded: EvidenceRecord;
}

/** @throws {Failure} `not_found`, also for another tenant's report, other evidence, or one whose payload was removed. */
export async function findReport(db: Database, chain: number, evidenceId: string): Promise<FoundReport> {
  const recorded = await recordOf(db, chain, evidenceId).catch((error: unknown) => {
    if (error instanceof Failure && error.code === 'not_found') throw noSuchReport();
    throw error;
  });
  if (recorded.artifactType !== 'compliance_check' || recorded.action !== EXCEPTIONS_ACTION)
    throw noSuchReport();
  const record = recorded.payload === null ? null : readReport(recorded.payload);
  if (record === null) throw new Failure('not_found', 'What this report says was removed.');
  return { evidenceId, sha256: hashOf(record), record, recorded };
}

export function hashOf(record: ReportRecord): string {
  return sha256Text(canonicalJson(record as unknown as JsonObject));
}

function noSuchReport(): Failure {
  return new Failure('not_found', 'There is no such report of exceptions.');
}

export interface ListedReport {
  evidenceId: string;
  /** null where it was removed. */
  record: ReportRecord | null;
  /** ms since the epoch. */
  madeAt: number;
  madeBy: string;
}

/** Newest first. A page of long reports is shorter. @throws {Failure} `invalid` for a cursor of another list. */
export async function listReports(
  cursors: Cursors,
  chain: number,
  limit: number,
  cursor?: string,
): Promise<Page<ListedReport>> {
  const { db } = cursors;
  const kind: CursorKind<number> = positionCursors('exception report cursors', (position) => [
    chain,
    position,
  ]);
  const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : await openCursor(cursors, kind, cursor);
  const rows = await artifactsOfRareType(db, chain, 'compliance_check')
    .select('artifacts.position')
    .where('artifacts.action', '=', EXCEPTIONS_ACTION)
    .where('artifacts.position', '<', before)
    .orderBy('artifacts.position', 'desc')
    .limit(limit + 1)
    .execute();
  const positions = rows.map(({ position }) => position);
  const artifacts = await artifactsAt(db, chain, positions.slice(0, limit), PAGE_BYTES);
  // A place beyond the page tells that another one follows.
  const found = [...artifacts, ...positions.slice(artifacts.length)];
  const page = await cutToPage(cursors, kind, found, artifacts.length, (last) =>
    typeof last === 'number' ? last : last.position,
  );
  const items = artifacts.map(({ id, payload, createdAt, actor }) => {
    const record = payload === null ? null : readReport(payload);
    return { evidenceId: id, record, madeAt: createdAt, madeBy: actor };
  });
  return { items, nextCursor: page.nextCursor };
}

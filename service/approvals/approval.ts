/**
 * An approval: a verdict that waits for a human, and its outcome. It keeps the decisions with their time and decider;
 * the request stays in the payload of the evaluation, and is removed with it.
 */
import type { JsonObject } from '@assize/evidence-format';
import { type Selectable, sql } from 'kysely';
import { hexOf } from '../database/bytes-as-text.ts';
import type { Database } from '../database/open.ts';
import type { ApprovalDecisionsTable, ApprovalStatus, ApprovalsTable } from '../database/tables/approval.ts';
import { payloadBytesOf, payloadTextOf, readInPieces } from '../evidence/reading/index.ts';
import { Failure } from '../foundation/failure.ts';
import { isId } from '../foundation/ids.ts';
import { type Correction, correctionIn } from './corrections/index.ts';

/**
 * `pending` becomes `approved`, `rejected`, `expired` or `cancelled`; `approved` becomes `consumed` when it is used.
 * Nothing else happens to an approval.
 */
export const APPROVAL_STATUSES = [
  'pending',
  'approved',
  'rejected',
  'expired',
  'cancelled',
  'consumed',
] as const satisfies ApprovalStatus[];
export type { ApprovalStatus };
export type ApprovalRow = Selectable<ApprovalsTable>;
export type Decision = Omit<Selectable<ApprovalDecisionsTable>, 'chain' | 'approval_id'>;

export interface Approval extends Omit<ApprovalRow, 'binding'> {
  /** As hex digits; empty where the approval can no longer be used. */
  binding: string;
  /** Oldest first. */
  decisions: Decision[];
  /** The escalated request as it was recorded; null where it was redacted or pruned. */
  opening: JsonObject | null;
  /** null where it was not corrected, or the record of the correction was removed. */
  correction: Correction | null;
}

const COLUMNS_WITHOUT_BINDING = [
  'chain',
  'approval_id',
  'evidence_id',
  'status',
  'action',
  'agent_id',
  'user_id',
  'requested_by',
  'risk_level',
  'required_approvals',
  'binding_version',
  'created_at',
  'expires_at',
  'resolved_at',
  'resolution_evidence_id',
  'consumed_at',
  'consumed_by',
  'route',
  'bundle',
  'corrected_evidence_id',
  'governs',
] as const satisfies (keyof ApprovalRow)[];

const ESCALATION = 'esc_';
const APPROVAL = 'apr_';
/** An escalation and its approval have the same digits; only the prefix differs. */
export function approvalIdOf(escalationId: string): string {
  return APPROVAL + escalationId.slice(ESCALATION.length);
}

export function escalationIdOf(approvalId: string): string {
  return ESCALATION + approvalId.slice(APPROVAL.length);
}

export async function findRow(
  db: Database,
  chain: number,
  approvalId: string,
): Promise<ApprovalRow | undefined> {
  if (!isId('apr', approvalId)) return undefined;
  return db
    .selectFrom('approvals')
    .selectAll()
    .where('chain', '=', chain)
    .where('approval_id', '=', approvalId)
    .executeTakeFirst();
}

/** @throws {Failure} `not_found`, also for an approval of another tenant or environment. */
export async function findApproval(db: Database, chain: number, approvalId: string): Promise<Approval> {
  if (!isId('apr', approvalId)) throw noSuchApproval();
  const one = approvalsOf(db, chain).where('approvals.approval_id', '=', approvalId);
  const [approval] = await readApprovals(db, chain, await one.execute());
  if (approval === undefined) throw noSuchApproval();
  return approval;
}

/** The rows of these approvals. @param ids at most a page of them. */
export function approvalRows(db: Database, chain: number, ids: readonly string[]): Promise<ApprovalRow[]> {
  return db
    .selectFrom('approvals')
    .selectAll()
    .where('chain', '=', chain)
    .where('approval_id', 'in', ids)
    .execute();
}

/** Reads several at once, in no order; unknown ones are left out. @param ids at most a page of them. */
export async function findApprovals(
  db: Database,
  chain: number,
  ids: readonly string[],
): Promise<Approval[]> {
  if (ids.length === 0) return [];
  const rows = await approvalsOf(db, chain).where('approvals.approval_id', 'in', ids).execute();
  return readApprovals(db, chain, rows);
}

export function noSuchApproval(): Failure {
  return new Failure('not_found', 'There is no such approval.');
}

/** The approvals of a chain with the columns that {@link readApprovals} needs. */
export function approvalsOf(db: Database, chain: number) {
  const decided = db
    .selectFrom('approval_decisions')
    .select('party')
    .where('approval_decisions.chain', '=', chain)
    .whereRef('approval_decisions.approval_id', '=', sql.ref('approvals.approval_id'));
  return db
    .selectFrom('approvals')
    .select(COLUMNS_WITHOUT_BINDING)
    .select(({ exists }) => [
      hexOf(db, 'approvals.binding').as('binding'),
      exists(decided).as('decided'),
      payloadBytesOf(db, chain, 'approvals.evidence_id').as('payload_bytes'),
      payloadBytesOf(db, chain, 'approvals.corrected_evidence_id').as('correction_bytes'),
    ])
    .where('approvals.chain', '=', chain);
}

export type FoundApproval = Awaited<ReturnType<ReturnType<typeof approvalsOf>['execute']>>[number];

/** @param maxBytes the limit for all requests together; approvals beyond it are left out, but never the first. */
export async function readApprovals(
  db: Database,
  chain: number,
  some: readonly FoundApproval[],
  maxBytes?: number,
): Promise<Approval[]> {
  const sized = some.map((row) => {
    const { payload_bytes: bytes, correction_bytes } = row;
    return { ...row, payload_bytes: bytes === null ? null : bytes + (correction_bytes ?? 0) };
  });
  const found = await readInPieces(sized, {
    keyOf: ({ approval_id }) => approval_id,
    read: (rows) => payloadsOf(db, chain, 'evidence_id', rows),
    maxBytes,
  });
  const rows = found.map(({ row }) => row);
  const decisions = await decisionsOn(
    db,
    chain,
    rows.filter(({ decided }) => decided),
  );
  const corrections = await correctionsOn(db, chain, rows);
  return found.map(({ row: { decided: _, payload_bytes: __, correction_bytes: ___, ...row }, payload }) => ({
    ...row,
    correction: corrections.get(row.approval_id) ?? null,
    decisions: decisions.get(row.approval_id) ?? [],
    opening: payload,
  }));
}

async function correctionsOn(
  db: Database,
  chain: number,
  rows: readonly FoundApproval[],
): Promise<Map<string, Correction>> {
  const corrected = rows.flatMap(({ approval_id, correction_bytes: payload_bytes }) =>
    payload_bytes === null ? [] : [{ approval_id, payload_bytes }],
  );
  const found = await readInPieces(corrected, {
    keyOf: ({ approval_id }) => approval_id,
    read: (some) => payloadsOf(db, chain, 'corrected_evidence_id', some),
  });
  const corrections = new Map<string, Correction>();
  for (const { row, payload } of found) {
    const correction = correctionIn(payload);
    if (correction !== null) corrections.set(row.approval_id, correction);
  }
  return corrections;
}

/** The payloads that a column names, as they are stored, by approval. */
async function payloadsOf(
  db: Database,
  chain: number,
  column: 'evidence_id' | 'corrected_evidence_id',
  some: readonly Pick<ApprovalRow, 'approval_id'>[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('approvals')
    .select(['approval_id', payloadTextOf(db, chain, `approvals.${column}`).as('payload')])
    .where('chain', '=', chain)
    .where(
      'approval_id',
      'in',
      some.map(({ approval_id }) => approval_id),
    )
    .execute();
  return new Map(
    rows.flatMap(({ approval_id, payload }) => (payload === null ? [] : [[approval_id, payload]])),
  );
}

export async function decisionsOn(
  db: Database,
  chain: number,
  rows: readonly Pick<ApprovalRow, 'approval_id'>[],
): Promise<Map<string, Decision[]>> {
  if (rows.length === 0) return new Map();
  const ids = rows.map(({ approval_id }) => approval_id);
  const made = await db
    .selectFrom('approval_decisions')
    .select([
      'approval_id',
      'party',
      'decision',
      'decided_by',
      'comment',
      'decided_at',
      'by_requester',
      'capacity',
      'decided_from',
    ])
    .where('chain', '=', chain)
    .where('approval_id', 'in', ids)
    .execute();
  // Sorted here: SQLite would read all decisions of the chain in the order of time.
  made.sort((one, other) => one.decided_at - other.decided_at || (one.party < other.party ? -1 : 1));
  const found = new Map<string, Decision[]>();
  for (const { approval_id, ...decision } of made) {
    found.set(approval_id, [...(found.get(approval_id) ?? []), decision]);
  }
  return found;
}

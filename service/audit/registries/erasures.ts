/** Compares erasures with the evidence of their beginning and their certificate, and none is missing. */
import { type JsonObject, sha256Text } from '@assize/evidence-format';
import type { Selectable } from 'kysely';
import type { ErasuresTable } from '../../database/tables/evidence.ts';
import { changeIn } from '../../evidence/changes/index.ts';
import { type LeafAndPayload, leavesOfType } from '../../evidence/reading/index.ts';
import { ERASURE_ACTIONS, positionsIn } from '../../proof/erasure/index.ts';
import type { CheckContext, Registry, Tally } from '../registry.ts';
import { leavesNamedIn, pagesBy } from './rows.ts';

export const erasuresRegistry: Registry = { name: 'erasures', check };

type Row = Selectable<ErasuresTable>;

/** Rows are read first: each was written together with its record, which a later read then finds. */
async function check(tally: Tally, context: CheckContext): Promise<void> {
  const stated = new Set<string>();
  const { db, chain, size } = context;
  const all = db.selectFrom('erasures').selectAll().where('chain', '=', chain);
  for await (const rows of pagesBy(all, 'erasure_id')) {
    const leaves = await leavesNamedIn(context, rows, 'evidence_id', 'certificate_evidence_id');
    for (const row of rows) {
      tally.compared(faultOf(row, leaves), leaves.get(row.evidence_id)?.position, row.evidence_id);
      for (const id of [row.evidence_id, row.certificate_evidence_id]) if (id !== null) stated.add(id);
    }
  }
  for await (const page of leavesOfType(db, chain, 'governance_change', size)) {
    const acts = page.filter(({ id, action }) => ACTIONS.includes(action) && !stated.has(id));
    tally.unmatched(acts, size, 'An erasure is on record here, but is not there so.');
  }
}

const ACTIONS: readonly (string | null)[] = Object.values(ERASURE_ACTIONS);

function faultOf(row: Row, leaves: ReadonlyMap<string, LeafAndPayload>): string | null {
  const { erasure_id, subject_hash, found, begun_at, certified_at, certificate_evidence_id } = row;
  const it = `Erasure ${erasure_id}`;
  const common = { erasure_id, subject_hash, positions_hash: sha256Text(found) };
  const begun = leaves.get(row.evidence_id);
  const isBegun = isStated(begun, ERASURE_ACTIONS.begun, begun_at, common);
  // Only what is as it was written can be read.
  const isCounted = isBegun && changeIn(begun?.payload ?? null)?.records === positionsIn(row).length;
  if (!isCounted || begun?.actor !== row.begun_by) {
    return `${it} was begun otherwise than is on record.`;
  }
  if (certified_at === null && certificate_evidence_id === null) return null;
  const certificate = leaves.get(certificate_evidence_id ?? '');
  const isCertified = isStated(certificate, ERASURE_ACTIONS.certified, certified_at, common);
  return isCertified ? null : `${it} is certified otherwise than is on record.`;
}

/** These records are never removed, so what they say is always there. */
function isStated(
  leaf: LeafAndPayload | undefined,
  action: string,
  at: number | null,
  wanted: JsonObject,
): boolean {
  if (leaf?.artifact_type !== 'governance_change' || leaf.action !== action || leaf.created_at !== at)
    return false;
  const change = changeIn(leaf.payload);
  return Object.entries(wanted).every(([name, value]) => change?.[name] === value);
}

/** Compares erasures with the evidence of their beginning and their certificate, and none is missing. */
import { sha256Text } from '@assize/evidence-format';
import { ERASURE_ACTIONS, positionsIn } from '../../../proof/erasure/index.ts';
import { isStated, naming } from '../../comparing/naming.ts';
import { pagesBy, rowsOf } from '../../comparing/rows.ts';

const NOT_THERE = 'An erasure is on record here, but is not there so.';

export const erasures = naming({
  rows: (context) => pagesBy(rowsOf(context, 'erasures'), 'erasure_id'),
  names: ['evidence_id', 'certificate_evidence_id'],
  it: ({ erasure_id }) => `Erasure ${erasure_id}`,
  compare: (row, { evidence_id: begun, certificate_evidence_id: certificate }) => {
    const { erasure_id, subject_hash, begun_at, begun_by, certified_at } = row;
    const both = { erasure_id, subject_hash, positions_hash: sha256Text(row.found) };
    const beginning = { action: ERASURE_ACTIONS.begun, at: begun_at, by: begun_by };
    // Only what is as it was written can be read.
    if (!isStated(begun, beginning, both) || begun.change?.records !== positionsIn(row).length) {
      return 'was begun otherwise than is on record';
    }
    if (certified_at === null && row.certificate_evidence_id === null) return null;
    const by = certificate?.actor ?? null;
    const certifying = { action: ERASURE_ACTIONS.certified, at: certified_at, by };
    return isStated(certificate, certifying, both) ? null : 'is certified otherwise than is on record';
  },
  changes: Object.fromEntries(Object.values(ERASURE_ACTIONS).map((action) => [action, NOT_THERE])),
});

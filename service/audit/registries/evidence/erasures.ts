/** Compares erasures with the evidence of their beginning and their certificate, and none is missing. */
import { type JsonObject, sha256Text } from '@assize/evidence-format';
import { ERASURE_ACTIONS, positionsIn } from '../../../proof/erasure/index.ts';
import type { Act } from '../../comparing/acts.ts';
import { naming } from '../../comparing/naming.ts';
import { pagesBy, rowsOf } from '../../comparing/rows.ts';
import type { Registry } from '../../registry.ts';

const NOT_THERE = 'An erasure is on record here, but is not there so.';

export const erasuresRegistry: Registry = {
  name: 'erasures',
  check: naming({
    rows: (context) => pagesBy(rowsOf(context, 'erasures'), 'erasure_id'),
    names: ['evidence_id', 'certificate_evidence_id'],
    it: ({ erasure_id }) => `Erasure ${erasure_id}`,
    compare: (row, { evidence_id: begun, certificate_evidence_id: certificate }) => {
      const { erasure_id, subject_hash, begun_at, certified_at } = row;
      const both = { erasure_id, subject_hash, positions_hash: sha256Text(row.found) };
      const isBegun = isStated(begun, ERASURE_ACTIONS.begun, begun_at, both) && begun?.actor === row.begun_by;
      // Only what is as it was written can be read.
      if (!isBegun || begun?.change?.records !== positionsIn(row).length) {
        return 'was begun otherwise than is on record';
      }
      if (certified_at === null && row.certificate_evidence_id === null) return null;
      const isCertified = isStated(certificate, ERASURE_ACTIONS.certified, certified_at, both);
      return isCertified ? null : 'is certified otherwise than is on record';
    },
    changes: Object.fromEntries(Object.values(ERASURE_ACTIONS).map((action) => [action, NOT_THERE])),
  }),
};

/** These records are never removed, so what they say is always there. */
function isStated(act: Act | undefined, action: string, at: number | null, wanted: JsonObject): boolean {
  if (act?.type !== 'governance_change' || act.action !== action || act.at !== at) return false;
  return Object.entries(wanted).every(([name, value]) => act.change?.[name] === value);
}

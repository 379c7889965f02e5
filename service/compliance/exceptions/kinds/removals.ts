/** Payloads that were removed: by redaction, and by runs of retention. */
import { REMOVAL_ACTIONS } from '@assize/evidence-format';
import { changesFound, type ExceptionKind, shortened } from './kind.ts';

export const redactions: ExceptionKind = {
  id: 'redaction',
  title: 'Redacted',
  rule: 'The payload of a record was removed by a redaction or an erasure.',
  find: (reading) =>
    changesFound(reading, [REMOVAL_ACTIONS.redaction], ({ evidence_id, index, reason, erasure_id }) => ({
      what: `record ${index} (${evidence_id}) was redacted${erasure_id === undefined ? '' : ` in erasure ${erasure_id}`}`,
      why: shortened(reason),
    })),
};

export const retentionRuns: ExceptionKind = {
  id: 'retention',
  title: 'Removed when retention ended',
  rule: 'A run of retention removed the payloads of a range of records.',
  find: (reading) =>
    changesFound(reading, [REMOVAL_ACTIONS.retention], ({ from_index, to_index, rule }) => {
      const { retention_days: days, tier } = (rule ?? {}) as { retention_days?: number; tier?: string };
      return {
        what: `the payloads of records ${from_index} to ${Number(to_index) - 1} were removed`,
        why: days === undefined ? null : `the tier ${tier} keeps payloads for ${days} days`,
      };
    }),
};

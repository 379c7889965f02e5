import type { Migration } from './migration.ts';

/** Who is asked for an approval, what a human corrected in it, and which others can be decided with it. */
export const askedAndCorrected: Migration = {
  version: 49,
  name: 'asked_and_corrected',
  release: '0.1',
  kind: 'expand',
  statements: () => [
    'ALTER TABLE approvals ADD COLUMN route TEXT',
    'ALTER TABLE approvals ADD COLUMN bundle TEXT',
    'ALTER TABLE approvals ADD COLUMN corrected_evidence_id TEXT',
  ],
};

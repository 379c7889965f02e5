import type { Migration } from './migration.ts';

/** Why a version of a policy was written, as its author says it. */
export const policyReasons: Migration = {
  version: 63,
  name: 'policy_reasons',
  release: '0.1',
  kind: 'expand',
  statements: () => ['ALTER TABLE policy_versions ADD COLUMN reason TEXT'],
};

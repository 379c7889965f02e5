import type { Migration } from './migration.ts';

/** The step of the plan that counts a use; null where no step counts it. */
export const stepsOfUses: Migration = {
  version: 43,
  name: 'steps_of_uses',
  release: '0.1',
  kind: 'expand',
  statements: () => ['ALTER TABLE mandate_uses ADD COLUMN step TEXT'],
};

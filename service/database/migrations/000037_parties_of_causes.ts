import type { Migration } from './migration.ts';

/** So that what one party did under the name of another's agent does not count for that agent. */
export const partiesOfCauses: Migration = {
  version: 37,
  name: 'parties_of_causes',
  release: '0.1',
  kind: 'expand',
  statements: () => ["ALTER TABLE trust_causes ADD COLUMN party TEXT NOT NULL DEFAULT ''"],
};

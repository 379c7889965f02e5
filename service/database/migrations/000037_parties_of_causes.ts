import type { Migration } from './migration.ts';

/** Keeps acts of one party under the name of another party's agent from counting for that agent. */
export const partiesOfCauses: Migration = {
  version: 37,
  name: 'parties_of_causes',
  release: '0.1',
  kind: 'expand',
  statements: () => ["ALTER TABLE trust_causes ADD COLUMN party TEXT NOT NULL DEFAULT ''"],
};

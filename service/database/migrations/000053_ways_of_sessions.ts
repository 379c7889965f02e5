import type { Migration } from './migration.ts';

/** How the person of a session signed in; null for sessions from before. */
export const waysOfSessions: Migration = {
  version: 53,
  name: 'ways_of_sessions',
  release: '0.1',
  kind: 'expand',
  statements: () => ['ALTER TABLE person_sessions ADD COLUMN way TEXT'],
};

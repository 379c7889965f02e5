import type { Migration } from './migration.ts';

/** Incidents: what happened, who was told, and until when a serious one must be reported. */
export const incidents: Migration = {
  version: 60,
  name: 'incidents',
  release: '0.1',
  kind: 'expand',
  statements: ({ integer }) => [
    `CREATE TABLE incidents (
      chain ${integer} NOT NULL,
      incident_id TEXT NOT NULL,
      title TEXT NOT NULL,
      description TEXT NOT NULL,
      severity TEXT NOT NULL,
      harms TEXT NOT NULL,
      happened_at ${integer} NOT NULL,
      noticed_at ${integer} NOT NULL,
      told TEXT NOT NULL,
      records TEXT NOT NULL,
      responsible TEXT,
      status TEXT NOT NULL,
      cause TEXT,
      remedy TEXT,
      report_due_at ${integer},
      reported_at ${integer},
      opened_at ${integer} NOT NULL,
      opened_by TEXT NOT NULL,
      closed_at ${integer},
      version ${integer} NOT NULL,
      evidence_id TEXT NOT NULL,
      PRIMARY KEY (chain, incident_id)
    )`,
    // Few wait to be reported, and a chore looks for them each minute.
    'CREATE INDEX incidents_unreported ON incidents (report_due_at) WHERE report_due_at IS NOT NULL AND reported_at IS NULL',
  ],
};

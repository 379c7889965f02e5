import type { Migration } from '../migrate.ts';

/** Reported outcomes, one for each evaluation; what agents are trusted for; and what that has yet to take in. */
export const trust: Migration = {
  version: 18,
  name: 'trust',
  statements: ({ kind, integer, clustered }) => {
    const real = kind === 'postgres' ? 'DOUBLE PRECISION' : 'REAL';
    return [
      `CREATE TABLE outcomes (
        chain ${integer} NOT NULL,
        evaluation_id TEXT NOT NULL,
        evidence_id TEXT NOT NULL,
        reported_at ${integer} NOT NULL,
        PRIMARY KEY (chain, evaluation_id)
      ) ${clustered}`,
      `CREATE TABLE trust_ledger (
        chain ${integer} NOT NULL,
        agent_id TEXT NOT NULL,
        revision ${integer} NOT NULL,
        successes ${real} NOT NULL,
        failures ${real} NOT NULL,
        as_of ${integer} NOT NULL,
        day ${integer} NOT NULL,
        ceiling ${real} NOT NULL,
        last_update_id TEXT NOT NULL,
        PRIMARY KEY (chain, agent_id)
      ) ${clustered}`,
      `CREATE TABLE trust_causes (
        chain ${integer} NOT NULL,
        evidence_id TEXT NOT NULL,
        agent_id TEXT NOT NULL,
        cause TEXT NOT NULL,
        risk_level TEXT NOT NULL,
        action TEXT NOT NULL,
        happened_at ${integer} NOT NULL,
        PRIMARY KEY (chain, evidence_id)
      ) ${clustered}`,
    ];
  },
};

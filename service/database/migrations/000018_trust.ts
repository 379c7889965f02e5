import type { DatabaseKind, Migration } from './migration.ts';

/**
 * Reported outcomes, one for each evaluation; the trust in agents, and the facts that it has yet to take into account.
 * For earlier reports, the first report of an evaluation is its outcome, and none of them counts for trust.
 */
export const trust: Migration = {
  version: 18,
  name: 'trust',
  release: '0.1',
  kind: 'expand',
  statements: ({ kind, integer, clustered }) => {
    const real = kind === 'postgres' ? 'DOUBLE PRECISION' : 'REAL';
    return [
      ...(kind === 'postgres' ? ['SET LOCAL statement_timeout = 0'] : []),
      `CREATE TABLE outcomes (
        chain ${integer} NOT NULL,
        evaluation_id TEXT NOT NULL,
        evidence_id TEXT NOT NULL,
        reported_at ${integer} NOT NULL,
        PRIMARY KEY (chain, evaluation_id)
      ) ${clustered}`,
      firstOutcomes(kind),
      `CREATE TABLE trust_ledger (
        chain ${integer} NOT NULL,
        agent_id TEXT NOT NULL,
        revision ${integer} NOT NULL,
        successes ${real} NOT NULL,
        failures ${real} NOT NULL,
        as_of ${integer} NOT NULL,
        ceiling ${real} NOT NULL,
        last_update_id TEXT NOT NULL,
        PRIMARY KEY (chain, agent_id)
      ) ${clustered}`,
      `CREATE TABLE trust_updates (
        chain ${integer} NOT NULL,
        agent_id TEXT NOT NULL,
        revision ${integer} NOT NULL,
        evidence_id TEXT NOT NULL,
        cause_id TEXT NOT NULL,
        PRIMARY KEY (chain, agent_id, revision)
      ) ${clustered}`,
      'CREATE UNIQUE INDEX trust_updates_by_cause ON trust_updates (chain, cause_id)',
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
      `CREATE TABLE trust_beginnings (
        chain ${integer} NOT NULL PRIMARY KEY,
        position ${integer} NOT NULL
      ) ${clustered}`,
      'INSERT INTO trust_beginnings (chain, position) SELECT chain, size FROM chains WHERE size > 0',
    ];
  },
};

function firstOutcomes(kind: DatabaseKind): string {
  const named = kind === 'postgres' ? namedOnPostgres() : namedOnSqlite();
  return `INSERT INTO outcomes (chain, evaluation_id, evidence_id, reported_at)
    SELECT chain, evaluation_id, id, created_at FROM (
      SELECT reports.*, row_number() OVER (PARTITION BY chain, evaluation_id ORDER BY position) AS place FROM (
        SELECT a.chain, a.position, a.id, a.created_at, ${named} AS evaluation_id
          FROM artifacts a
          JOIN artifact_payloads p ON p.chain = a.chain AND p.position = a.position
          WHERE a.artifact_type = 'action_executed' AND a.artifact_type <> 'governance_eval'
            AND a.verdict IS NOT NULL
      ) AS reports WHERE evaluation_id IS NOT NULL
    ) AS placed WHERE place = 1`;
}

function namedOnSqlite(): string {
  return "json_extract(CAST(p.payload AS TEXT), '$.evaluation_id')";
}

/** Reads the payload as text: PostgreSQL's own JSON can't hold U+0000, and a context may. Nothing follows the name. */
function namedOnPostgres(): string {
  const name = '"evaluation_id":"(ev_[0-9a-f]{24})"';
  const rest =
    '"executed_at":"[^"]*"(?:,"executed_despite_block":true)?,"key_id":"[^"]*","outcome":"[a-z]*"(?:,"user_id":"(?:[^"\\\\]|\\\\.)*")?';
  return `substring(convert_from(p.payload, 'UTF8') from '${name},${rest}[}]$')`;
}

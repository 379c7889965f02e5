/**
 * The statement that adds to a chain on PostgreSQL: it moves the head from where the caller believes it to be, and
 * what it adds depends on that, so that either everything happens or nothing. Alone it is a transaction; between
 * BEGIN and COMMIT it is part of one.
 */
import type pg from 'pg';
import { type ArtifactRow, type ChainAddition, headAfter } from '../append-store.ts';
import { reservedParts, reservedValues } from './budgets.ts';

const HASH_BYTES = 32;

/**
 * Values of fixed size travel as one string of bytes and are cut apart by the server: no escaping, one parameter. The
 * hashes begin with that of the head, so each one's predecessor stands before it.
 */
const addToChain = (more: string) => `
  WITH moved AS (
    UPDATE chains SET size = $4, head_hash = $5 WHERE chain = $1 AND size = $2 AND head_hash = $3 RETURNING chain
  ), batch AS (
    SELECT moved.chain, $2 + ordinal - 1 AS position, id, artifact_type, action, verdict, actor, created_at,
      substring($12::bytea FROM (ordinal::int - 1) * 32 + 1 FOR 32) AS payload_commitment,
      substring($13::bytea FROM (ordinal::int - 1) * 32 + 1 FOR 32) AS previous_hash,
      substring($13::bytea FROM ordinal::int * 32 + 1 FOR 32) AS hash,
      substring($14::bytea FROM (ordinal::int - 1) * 32 + 1 FOR 32) AS salt,
      substring($15::bytea FROM payload_start FOR payload_length) AS payload
    FROM moved, unnest($6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::bigint[], $16::int[],
      $17::int[]) WITH ORDINALITY
      AS added (id, artifact_type, action, verdict, actor, created_at, payload_start, payload_length, ordinal)
  ), leaves AS (
    INSERT INTO artifacts (chain, position, created_at, id, artifact_type, action, verdict, actor,
      payload_commitment, previous_hash, hash)
    SELECT chain, position, created_at, id, artifact_type, action, verdict, actor,
      payload_commitment, previous_hash, hash FROM batch
  ), waiting AS (
    INSERT INTO approvals (chain, status, approval_id, evidence_id, action, agent_id, user_id, requested_by,
      risk_level, required_approvals, binding, created_at, expires_at, binding_version)
    SELECT moved.chain, 'pending', approval.* FROM moved, unnest($18::text[], $19::text[], $20::text[], $21::text[],
      $22::text[], $23::text[], $24::text[], $25::bigint[], $26::bytea[], $27::bigint[], $28::bigint[],
      $43::bigint[]) AS approval
  ), told AS (
    INSERT INTO events (chain, event_id, type, data, created_at)
    SELECT moved.chain, event.* FROM moved, unnest($29::text[], $30::text[], $31::text[], $32::bigint[]) AS event
  ), counted AS (
    INSERT INTO usage_counters AS counter (chain, month, evaluations, emissions, compliance_checks, payload_bytes,
      removed_bytes)
    SELECT moved.chain, metered.*, 0 FROM moved, unnest($33::bigint[], $34::bigint[], $35::bigint[], $36::bigint[],
      $37::bigint[]) AS metered
    ON CONFLICT (chain, month) DO UPDATE SET evaluations = counter.evaluations + excluded.evaluations,
      emissions = counter.emissions + excluded.emissions,
      compliance_checks = counter.compliance_checks + excluded.compliance_checks,
      payload_bytes = counter.payload_bytes + excluded.payload_bytes
  ), remembered AS (
    INSERT INTO refused_claims (chain, agent_id, action, risk_level, is_irreversible, refused_at)
    SELECT moved.chain, refused.* FROM moved, unnest($38::text[], $39::text[], $40::text[], $41::bigint[],
      $42::bigint[]) AS refused
    ON CONFLICT (chain, agent_id, action, risk_level, is_irreversible) DO UPDATE SET refused_at = excluded.refused_at
  )${more}
  INSERT INTO artifact_payloads (chain, position, salt, payload)
  SELECT chain, position, salt, payload FROM batch`;

const PARAMETERS = 43;
const ADD_TO_CHAIN = { name: 'add_to_chain', text: addToChain('') };
/** Apart, so that nobody pays for budgets who has none. */
const ADD_AND_RESERVE = { name: 'add_and_reserve', text: addToChain(reservedParts(PARAMETERS + 1)) };

/** Its row count is the number of artifacts where the head was as stated, and 0 where it was not. */
export function addToChainStatement(addition: ChainAddition): pg.QueryConfig {
  const { chain, head, artifacts } = addition;
  const after = headAfter(addition);
  const starts: number[] = [];
  const lengths: number[] = [];
  let start = 1;
  for (const { payload } of artifacts) {
    starts.push(start);
    lengths.push(payload.length);
    start += payload.length;
  }
  const reserves = addition.reserved.size > 0;
  return {
    ...(reserves ? ADD_AND_RESERVE : ADD_TO_CHAIN),
    values: [
      chain,
      head.size,
      Buffer.from(head.hash),
      after.size,
      Buffer.from(after.hash),
      artifacts.map((row) => row.id),
      artifacts.map((row) => row.artifact_type),
      artifacts.map((row) => row.action),
      artifacts.map((row) => row.verdict),
      artifacts.map((row) => row.actor),
      artifacts.map((row) => row.created_at),
      joined(artifacts, 'payload_commitment'),
      Buffer.concat([head.hash, joined(artifacts, 'hash')]),
      joined(artifacts, 'salt'),
      Buffer.concat(artifacts.map((row) => row.payload)),
      starts,
      lengths,
      ...openedApprovals(addition),
      ...writtenEvents(addition),
      ...metered(addition),
      ...refusedClaims(addition),
      addition.approvals.map((row) => row.binding_version),
      ...(reserves ? reservedValues(addition) : []),
    ],
  };
}

function openedApprovals({ approvals }: ChainAddition): unknown[][] {
  return [
    approvals.map((row) => row.approval_id),
    approvals.map((row) => row.evidence_id),
    approvals.map((row) => row.action),
    approvals.map((row) => row.agent_id),
    approvals.map((row) => row.user_id),
    approvals.map((row) => row.requested_by),
    approvals.map((row) => row.risk_level),
    approvals.map((row) => row.required_approvals),
    approvals.map((row) => Buffer.from(row.binding)),
    approvals.map((row) => row.created_at),
    approvals.map((row) => row.expires_at),
  ];
}

function writtenEvents({ events }: ChainAddition): unknown[][] {
  return [
    events.map((row) => row.event_id),
    events.map((row) => row.type),
    events.map((row) => row.data),
    events.map((row) => row.created_at),
  ];
}

function metered({ metered: months }: ChainAddition): unknown[][] {
  return [
    months.map((row) => row.month),
    months.map((row) => row.evaluations),
    months.map((row) => row.emissions),
    months.map((row) => row.compliance_checks),
    months.map((row) => row.payload_bytes),
  ];
}

function refusedClaims(addition: ChainAddition): unknown[][] {
  const refused = [...addition.refused.values()];
  return [
    refused.map((row) => row.agent_id),
    refused.map((row) => row.action),
    refused.map((row) => row.risk_level),
    refused.map((row) => row.is_irreversible),
    refused.map((row) => row.refused_at),
  ];
}

function joined(rows: readonly ArtifactRow[], column: 'payload_commitment' | 'hash' | 'salt'): Buffer {
  const bytes = Buffer.allocUnsafe(rows.length * HASH_BYTES);
  rows.forEach((row, place) => {
    bytes.set(row[column], place * HASH_BYTES);
  });
  return bytes;
}

/**
 * The statement that adds to a chain on PostgreSQL. It moves the head from the position that the caller expects, and
 * all additions depend on that, so everything happens or nothing does. On its own it is a transaction; between BEGIN
 * and COMMIT it is part of one.
 */
import { HASH_BYTES } from '@assize/evidence-format';
import type pg from 'pg';
import {
  APPROVAL_COLUMNS,
  EVENT_COLUMNS,
  METERED_COLUMNS,
  ON_COUNT_CONFLICT,
  ON_REFUSAL_CONFLICT,
  REFUSED_COLUMNS,
} from '../evidence/append-columns.ts';
import { type ArtifactRow, type ChainAddition, headAfter } from '../evidence/append-store.ts';
import { reservedParts } from './budgets.ts';
import { type AppendConnection, FOR_APPENDING } from './connection.ts';
import { type Added, type Parameter, statement, unnested } from './parameters.ts';

/**
 * The statement's only division is by whether all rows were stored: a trigger or a rule can prevent that without an
 * error.
 */
const NOT_STORED = '22012';

/**
 * @returns how many artifacts were added: all, or none because the head is elsewhere. @throws if some were not stored.
 */
export async function addToChainBy(client: AppendConnection, addition: ChainAddition): Promise<number> {
  try {
    return (await client.query(addToChainStatement(addition))).rowCount ?? 0;
  } catch (error) {
    if ((error as { code?: unknown }).code !== NOT_STORED) throw error;
    throw new RangeError('the database did not store a row, and gave no error', { cause: error });
  }
}

/**
 * Values of fixed size travel as one string of bytes and are cut apart by the server: no escaping, one parameter. The
 * hashes begin with that of the head, so each hash is preceded by its predecessor's.
 */
function addToChain($: Parameter, more: string): string {
  const chain = $(({ addition }) => addition.chain);
  const size = $(({ addition }) => addition.head.size);
  const column = (name: 'id' | 'artifact_type' | 'action' | 'verdict' | 'actor' | 'created_at') =>
    $(({ artifacts }) => artifacts.map((row) => row[name]));
  const joined = (name: 'payload_commitment' | 'hash' | 'salt', before?: (added: Added) => Uint8Array) =>
    $((added) => {
      const bytes = joinedBytes(added.artifacts, name);
      return before === undefined ? bytes : Buffer.concat([before(added), bytes]);
    });
  const hashes = joined('hash', ({ addition }) => addition.head.hash);
  return `
  WITH settings AS MATERIALIZED (${FOR_APPENDING}), moved AS (
    UPDATE chains SET size = ${$(({ after }) => after.size)}, head_hash = ${$(({ after }) => Buffer.from(after.hash))}
    FROM settings WHERE chain = ${chain} AND size = ${size} AND head_hash = ${$(({ addition }) => Buffer.from(addition.head.hash))}
    RETURNING chain
  ), batch AS (
    SELECT moved.chain, ${size} + ordinal - 1 AS position, id, artifact_type, action, verdict, actor, created_at,
      substring(${joined('payload_commitment')}::bytea FROM (ordinal::int - 1) * 32 + 1 FOR 32) AS payload_commitment,
      substring(${hashes}::bytea FROM (ordinal::int - 1) * 32 + 1 FOR 32) AS previous_hash,
      substring(${hashes}::bytea FROM ordinal::int * 32 + 1 FOR 32) AS hash,
      substring(${joined('salt')}::bytea FROM (ordinal::int - 1) * 32 + 1 FOR 32) AS salt,
      substring(${$(({ artifacts }) => Buffer.concat(artifacts.map((row) => row.payload)))}::bytea
        FROM payload_start FOR payload_length) AS payload
    FROM moved, unnest(${column('id')}::text[], ${column('artifact_type')}::text[], ${column('action')}::text[],
      ${column('verdict')}::text[], ${column('actor')}::text[], ${column('created_at')}::bigint[],
      ${$(({ payloadStarts }) => payloadStarts)}::int[],
      ${$(({ artifacts }) => artifacts.map((row) => row.payload.length))}::int[]) WITH ORDINALITY
      AS added (id, artifact_type, action, verdict, actor, created_at, payload_start, payload_length, ordinal)
  ), leaves AS (
    INSERT INTO artifacts (chain, position, created_at, id, artifact_type, action, verdict, actor,
      payload_commitment, previous_hash, hash)
    SELECT chain, position, created_at, id, artifact_type, action, verdict, actor,
      payload_commitment, previous_hash, hash FROM batch
    RETURNING position
  ), payloads AS (
    INSERT INTO artifact_payloads (chain, position, salt, payload)
    SELECT chain, position, salt, payload FROM batch
    RETURNING position
  ), waiting AS (
    INSERT INTO approvals (chain, status, ${APPROVAL_COLUMNS.list})
    SELECT moved.chain, 'pending', approval.*
    FROM moved, ${unnested($, APPROVAL_COLUMNS, ({ approvals }) => approvals)} AS approval
    RETURNING chain
  ), written AS (
    INSERT INTO events (chain, ${EVENT_COLUMNS.list})
    SELECT moved.chain, event.* FROM moved, ${unnested($, EVENT_COLUMNS, ({ events }) => events)} AS event
  ), counted AS (
    INSERT INTO usage_counters (chain, removed_bytes, ${METERED_COLUMNS.list})
    SELECT moved.chain, 0, metered.*
    FROM moved, ${unnested($, METERED_COLUMNS, ({ metered }) => metered)} AS metered
    ${ON_COUNT_CONFLICT}
  ), remembered AS (
    INSERT INTO refused_claims (chain, ${REFUSED_COLUMNS.list})
    SELECT moved.chain, refused.*
    FROM moved, ${unnested($, REFUSED_COLUMNS, ({ refused }) => [...refused.values()])} AS refused
    ${ON_REFUSAL_CONFLICT}
  )${more}
  ${addedRows($)}`;
}

/** A row for each artifact; an error if something was not stored. */
function addedRows($: Parameter): string {
  const approvals = $(({ addition }) => addition.approvals.length);
  return `SELECT 1 / (CASE WHEN (SELECT count(*) FROM leaves) = (SELECT count(*) FROM batch)
      AND (SELECT count(*) FROM payloads) = (SELECT count(*) FROM batch)
      AND (SELECT count(*) FROM waiting) = ${approvals}
    THEN 1 ELSE 0 END) FROM batch`;
}

const ADD_TO_CHAIN = statement('add_to_chain', ($) => addToChain($, ''));
/** Separate, so that a tenant without budgets doesn't pay for them. */
const ADD_AND_RESERVE = statement('add_and_reserve', ($) => addToChain($, reservedParts($)));

/** Its row count is the number of artifacts if the head was as stated, else 0. */
function addToChainStatement(addition: ChainAddition): pg.QueryConfig {
  const { artifacts } = addition;
  const payloadStarts: number[] = [];
  let start = 1;
  for (const { payload } of artifacts) {
    payloadStarts.push(start);
    start += payload.length;
  }
  const { name, text, valuesOf } = addition.reserved.size > 0 ? ADD_AND_RESERVE : ADD_TO_CHAIN;
  return { name, text, values: valuesOf({ addition, artifacts, after: headAfter(addition), payloadStarts }) };
}

function joinedBytes(rows: readonly ArtifactRow[], column: 'payload_commitment' | 'hash' | 'salt'): Buffer {
  const bytes = Buffer.allocUnsafe(rows.length * HASH_BYTES);
  rows.forEach((row, place) => {
    bytes.set(row[column], place * HASH_BYTES);
  });
  return bytes;
}

/**
 * The statement that adds to any number of chains on PostgreSQL. It moves each head from the position that the caller
 * expects, and all additions depend on that, so everything happens or nothing does. On its own it is a transaction;
 * between BEGIN and COMMIT it is part of one.
 */
import { HASH_BYTES } from '@assize/evidence-format';
import {
  APPROVAL_COLUMNS,
  CLAIM_COLUMNS,
  EVENT_COLUMNS,
  METERED_COLUMNS,
  ON_CLAIM_CONFLICT,
  ON_COUNT_CONFLICT,
  ON_REFUSAL_CONFLICT,
  REFUSED_COLUMNS,
} from '../evidence/append-columns.ts';
import { type ArtifactRow, type ChainAddition, headAfter } from '../evidence/append-store.ts';
import { reservedParts } from './budgets.ts';
import { type AppendConnection, FOR_APPENDING } from './connection.ts';
import { type Added, type AddStatement, type Parameter, placed, statement, unnested } from './parameters.ts';

/**
 * The statement's only division is by whether all rows were stored: a trigger or a rule can prevent that without an
 * error.
 */
const NOT_STORED = '22012';

/**
 * @param areLocked for several chains, and between BEGIN and COMMIT; then a head that is elsewhere is an error.
 * @returns whether the artifacts were added; false if the head is elsewhere. @throws if some were not stored.
 */
export async function addBy(
  client: AppendConnection,
  additions: readonly ChainAddition[],
  areLocked: boolean,
): Promise<boolean> {
  const artifacts = additions.flatMap((addition) => addition.artifacts);
  const { name, text, valuesOf } = statementFor(additions);
  try {
    const values = valuesOf({ additions, artifacts, areLocked });
    const { rows } = await client.query<{ moved: number }>({ name, text, values });
    return rows[0]?.moved === additions.length;
  } catch (error) {
    if ((error as { code?: unknown }).code !== NOT_STORED) throw error;
    throw new RangeError('the database did not store a row, and gave no error', { cause: error });
  }
}

/**
 * Parts that only some batches have. Each costs the server time even where it adds nothing, so there is a statement for
 * each combination that occurs.
 */
const RARER: Record<string, { isIn(addition: ChainAddition): boolean; parts($: Parameter): string }> = {
  approvals: {
    isIn: ({ approvals }) => approvals.length > 0,
    parts: ($) => `, waiting AS (
    INSERT INTO approvals (chain, status, ${APPROVAL_COLUMNS.list})
    SELECT moved.chain, 'pending', ${APPROVAL_COLUMNS.list}
    FROM ${unnested($, APPROVAL_COLUMNS, ({ approvals }) => approvals)}
    RETURNING chain
  )`,
  },
  events: {
    isIn: ({ events }) => events.length > 0,
    parts: ($) => `, written AS (
    INSERT INTO events (chain, ${EVENT_COLUMNS.list})
    SELECT moved.chain, ${EVENT_COLUMNS.list} FROM ${unnested($, EVENT_COLUMNS, ({ events }) => events)}
  )`,
  },
  refused: {
    isIn: ({ refused }) => refused.size > 0,
    parts: ($) => `, remembered AS (
    INSERT INTO refused_claims (chain, ${REFUSED_COLUMNS.list})
    SELECT moved.chain, ${REFUSED_COLUMNS.list}
    FROM ${unnested($, REFUSED_COLUMNS, ({ refused }) => [...refused.values()])}
    ${ON_REFUSAL_CONFLICT}
  )`,
  },
  reserved: { isIn: ({ reserved }) => reserved.size > 0, parts: reservedParts },
  claims: {
    isIn: ({ claims }) => claims.length > 0,
    parts: ($) => `, claimed AS (
    INSERT INTO idempotency_records (chain, ${CLAIM_COLUMNS.list})
    SELECT moved.chain, ${CLAIM_COLUMNS.list} FROM ${unnested($, CLAIM_COLUMNS, ({ claims }) => claims)}
    ${ON_CLAIM_CONFLICT}
  )`,
  },
};

const statements = new Map<string, AddStatement>();

function statementFor(additions: readonly ChainAddition[]): AddStatement {
  const rarer = Object.keys(RARER).filter((part) =>
    additions.some((addition) => RARER[part]?.isIn(addition)),
  );
  const name = ['add_to_chains', ...rarer].join('_');
  let made = statements.get(name);
  if (made === undefined) {
    made = statement(name, ($) => textOf($, rarer));
    statements.set(name, made);
  }
  return made;
}

function textOf($: Parameter, rarer: readonly string[]): string {
  const more = rarer.map((part) => RARER[part]?.parts($)).join('');
  return `
  WITH settings AS MATERIALIZED (${FOR_APPENDING}), ${moved($)}, ${batch($)}, leaves AS (
    INSERT INTO artifacts (chain, position, created_at, id, artifact_type, action, verdict, actor,
      payload_commitment, previous_hash, hash)
    SELECT chain, position, created_at, id, artifact_type, action, verdict, actor,
      payload_commitment, previous_hash, hash FROM batch
    RETURNING position
  ), payloads AS (
    INSERT INTO artifact_payloads (chain, position, salt, payload)
    SELECT chain, position, salt, payload FROM batch
    RETURNING position
  ), counted AS (
    INSERT INTO usage_counters (chain, removed_bytes, ${METERED_COLUMNS.list})
    SELECT moved.chain, 0, ${METERED_COLUMNS.list}
    FROM ${unnested($, METERED_COLUMNS, ({ metered }) => metered)}
    ${ON_COUNT_CONFLICT}
  )${more}
  SELECT moved, 1 / (CASE WHEN moved = ${$(({ additions }) => additions.length)}
      AND (SELECT count(*) FROM leaves) = ${$(({ artifacts }) => artifacts.length)}
      AND (SELECT count(*) FROM payloads) = ${$(({ artifacts }) => artifacts.length)}
      ${rarer.includes('approvals') ? `AND (SELECT count(*) FROM waiting) = ${$(approvalsOf)}` : ''}
      OR moved = 0 AND NOT ${$(({ areLocked }) => areLocked)}::boolean
    THEN 1 ELSE 0 END) FROM (SELECT count(*)::int AS moved FROM moved) AS heads`;
}

function approvalsOf({ additions }: Added): number {
  return additions.flatMap(({ approvals }) => approvals).length;
}

/** Each chain has its place in the additions, by which everything that is added names it. */
function moved($: Parameter): string {
  const each = (read: (addition: ChainAddition) => unknown) =>
    $(({ additions }) => additions.map((addition) => read(addition)));
  const hashes = (read: (addition: ChainAddition) => Uint8Array) =>
    hashAt(
      $(({ additions }) => joined(additions.map(read))),
      'wanted.place',
    );
  return `moved AS (
    UPDATE chains SET size = wanted.after, head_hash = ${hashes((addition) => headAfter(addition).hash)}
    FROM settings, unnest(${each(({ chain }) => chain)}::bigint[], ${each(({ head }) => head.size)}::bigint[],
      ${each((addition) => headAfter(addition).size)}::bigint[]) WITH ORDINALITY
      AS wanted (chain, size, after, place)
    WHERE chains.chain = wanted.chain AND chains.size = wanted.size
      AND chains.head_hash = ${hashes(({ head }) => head.hash)}
    RETURNING chains.chain, wanted.place::int AS place
  )`;
}

/** Values of fixed size travel as one string of bytes and are cut apart by the server: no escaping, one parameter. */
function batch($: Parameter): string {
  const column = (
    name: 'position' | 'id' | 'artifact_type' | 'action' | 'verdict' | 'actor' | 'created_at',
  ) => $(({ artifacts }) => artifacts.map((row) => row[name]));
  const hashes = (name: 'payload_commitment' | 'previous_hash' | 'hash' | 'salt') =>
    `${hashAt(
      $(({ artifacts }) => joined(artifacts.map((row) => row[name]))),
      'ordinal',
    )} AS ${name}`;
  const places = $(({ additions }) => placed(additions, (each) => each.artifacts).map(([place]) => place));
  return `batch AS (
    SELECT moved.chain, position, id, artifact_type, action, verdict, actor, created_at,
      ${(['payload_commitment', 'previous_hash', 'hash', 'salt'] as const).map(hashes).join(', ')},
      substring(${$(({ artifacts }) => Buffer.concat(artifacts.map((row) => row.payload)))}::bytea
        FROM payload_start FOR payload_length) AS payload
    FROM moved JOIN unnest(${places}::int[], ${column('position')}::bigint[], ${column('id')}::text[],
      ${column('artifact_type')}::text[], ${column('action')}::text[], ${column('verdict')}::text[],
      ${column('actor')}::text[], ${column('created_at')}::bigint[], ${$(payloadStarts)}::int[],
      ${$(({ artifacts }) => artifacts.map((row) => row.payload.length))}::int[]) WITH ORDINALITY
      AS added (place, position, id, artifact_type, action, verdict, actor, created_at, payload_start,
        payload_length, ordinal) USING (place)
  )`;
}

/** @param place the name of a place from 1. */
function hashAt(bytes: string, place: string): string {
  return `substring(${bytes}::bytea FROM (${place}::int - 1) * ${HASH_BYTES} + 1 FOR ${HASH_BYTES})`;
}

/** The offset of each payload in the joined bytes, from 1. */
function payloadStarts({ artifacts }: { artifacts: readonly ArtifactRow[] }): number[] {
  let next = 1;
  return artifacts.map(({ payload }) => {
    const start = next;
    next += payload.length;
    return start;
  });
}

function joined(hashes: readonly Uint8Array[]): Buffer {
  const bytes = Buffer.allocUnsafe(hashes.length * HASH_BYTES);
  hashes.forEach((hash, place) => {
    bytes.set(hash, place * HASH_BYTES);
  });
  return bytes;
}

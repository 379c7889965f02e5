/**
 * Everything stored about chains, as rows in memory: made as the service makes them, changed freely, and written to a
 * database. An attack on a database is a change of these rows.
 */
import {
  type Checkpoint,
  canonicalJson,
  checkpointOrigin,
  GENESIS_HASH,
  type JsonObject,
  type Signer,
  sha256,
  signCheckpoint,
  signerOf,
  treeBuilder,
} from '@assize/evidence-format';
import { chainId } from '@assize/service/database/chain-id.ts';
import type { ArtifactRow } from '@assize/service/database/evidence/append-store.ts';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import { migrate } from '@assize/service/database/migrate.ts';
import { type Database, openDatabase } from '@assize/service/database/open.ts';
import { seal } from '@assize/service/evidence/append/seal.ts';
import type { ArtifactType } from '@assize/service/evidence/artifact.ts';
import { systemClock } from '@assize/service/foundation/clock.ts';
import type { SignedCheckpoint } from '@assize/service/proof/log/checkpoints.ts';
import { sql } from 'kysely';

export interface TileRow {
  level: number;
  tile: number;
  hashes: Uint8Array;
}

export interface StoredChain {
  chain: number;
  head: { size: number; hash: Uint8Array };
  artifacts: ArtifactRow[];
  /** Positions whose payload is gone. */
  withheld: Set<number>;
  tiles: TileRow[];
  checkpoint: SignedCheckpoint | null;
}

export interface Draft {
  action: string;
  type?: ArtifactType;
  payload?: JsonObject;
}

export function emptyChain(chain: number): StoredChain {
  const head = { size: 0, hash: GENESIS_HASH };
  return { chain, head, artifacts: [], withheld: new Set(), tiles: [], checkpoint: null };
}

/** Appends as the service does: seals the record, and moves the head. */
export function append(
  to: StoredChain,
  { action, type = 'governance_eval', payload = {} }: Draft,
): ArtifactRow {
  const position = to.head.size;
  const draft = {
    id: `ev_${position.toString(16).padStart(24, '0')}`,
    artifact_type: type,
    action,
    verdict: type === 'governance_eval' ? 'proceed' : null,
    actor: 'agent-7',
    created_at: 1_790_000_000_000 + position,
    payload: canonicalJson({ ...payload, position }),
  };
  const row = seal(to.chain, to.head, draft, sha256(`salt ${to.chain} ${position}`));
  to.artifacts.push(row);
  to.head = { size: position + 1, hash: row.hash };
  return row;
}

export function chainOf(chain: number, size: number, action = 'email.send'): StoredChain {
  const made = emptyChain(chain);
  for (let position = 0; position < size; position += 1) append(made, { action });
  return made;
}

export function keyOf(chain: number, seed: string): Signer {
  return signerOf(checkpointOrigin(chainId(chain)), sha256(seed));
}

/** Returns tiles and checkpoint as they are once the log has caught up. */
export function publish(chain: StoredChain, signer: Signer): StoredChain {
  const builder = treeBuilder();
  const full = builder.append(chain.artifacts.map(({ hash }) => hash));
  const upper = builder.partialTiles().filter(({ level }) => level > 0);
  chain.tiles = [...full, ...upper].map(({ level, index, bytes }) => ({ level, tile: index, hashes: bytes }));
  const tree = { size: builder.size, root: builder.root(), extensions: [] };
  const checkpoint: Checkpoint = { origin: checkpointOrigin(chainId(chain.chain)), ...tree };
  chain.checkpoint = {
    size: tree.size,
    root: tree.root,
    note: signCheckpoint(checkpoint, signer),
    signedAt: 1,
  };
  return chain;
}

export function copyOf(chain: StoredChain): StoredChain {
  return structuredClone(chain);
}

export async function openEmpty(location: DatabaseLocation): Promise<Database> {
  const db = await openDatabase(location, () => undefined);
  await migrate(db, location.kind, systemClock());
  // An attacker with the database drops the constraints that would stop them.
  await sql`DROP INDEX artifacts_by_id`.execute(db);
  if (location.kind === 'sqlite') await sql`DROP TRIGGER artifacts_follow_their_predecessor`.execute(db);
  else await sql`DROP INDEX artifacts_by_previous_hash`.execute(db);
  const tenant = { tenant_id: 'ten_1', name: 'one', tier: 'free', plan: 'free', created_at: 1 };
  await db.insertInto('tenants').values(tenant).execute();
  return db;
}

const TABLES = ['artifact_payloads', 'artifacts', 'tiles', 'checkpoints', 'verifications', 'chains'] as const;
const ENVIRONMENTS = ['production', 'sandbox'];
const ROWS_AT_ONCE = 500;

/** Replaces everything by these chains, at most two. */
export async function store(db: Database, chains: readonly StoredChain[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const table of TABLES) await tx.deleteFrom(table).execute();
    for (const [place, chain] of chains.entries()) await storeOne(tx, chain, ENVIRONMENTS[place] ?? '');
  });
}

async function storeOne(tx: Database, stored: StoredChain, environment: string): Promise<void> {
  const { chain, head, withheld, checkpoint } = stored;
  const row = { chain, tenant_id: 'ten_1', environment, size: head.size, head_hash: head.hash };
  await tx.insertInto('chains').values(row).execute();
  const artifacts = stored.artifacts.map(({ salt: _salt, payload: _payload, ...leaf }) => ({
    ...leaf,
    chain,
  }));
  const payloads = stored.artifacts
    .filter(({ position }) => !withheld.has(position))
    .map(({ position, salt, payload }) => ({ chain, position, salt, payload }));
  for (const part of parts(artifacts)) await tx.insertInto('artifacts').values(part).execute();
  for (const part of parts(payloads)) await tx.insertInto('artifact_payloads').values(part).execute();
  for (const part of parts(stored.tiles))
    await tx
      .insertInto('tiles')
      .values(part.map((tile) => ({ chain, ...tile })))
      .execute();
  if (checkpoint === null) return;
  const { signedAt: signed_at, ...signed } = checkpoint;
  await tx
    .insertInto('checkpoints')
    .values({ chain, ...signed, signed_at })
    .execute();
}

function parts<T>(rows: readonly T[]): T[][] {
  const count = Math.ceil(rows.length / ROWS_AT_ONCE);
  return Array.from({ length: count }, (_, place) =>
    rows.slice(place * ROWS_AT_ONCE, (place + 1) * ROWS_AT_ONCE),
  );
}

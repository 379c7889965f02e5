/** Builds long chains quickly, without a request for each artifact. */

import type { ArtifactRow } from '@assize/service/database/evidence/append-store.ts';
import type { Database } from '@assize/service/database/open.ts';
import { seal } from '@assize/service/evidence/append/seal.ts';
import {
  checkpointCovering,
  latestCheckpoint,
  type OpenSigning,
  type SignedCheckpoint,
} from '@assize/service/proof/log/index.ts';
import type { Environment } from '@assize/service/tenants/index.ts';
import { until } from '../until.ts';

const ROWS_A_STATEMENT = 500;
const FILLED_AT = Date.UTC(2026, 0, 1);

/** The chain of the first tenant. */
export async function chainIn(db: Database, environment: Environment = 'production'): Promise<number> {
  const row = await db
    .selectFrom('chains')
    .innerJoin('tenants', 'tenants.tenant_id', 'chains.tenant_id')
    .select('chain')
    .where('environment', '=', environment)
    .orderBy('tenants.created_at')
    .executeTakeFirstOrThrow();
  return row.chain;
}

/** Appends evaluations until the chain has `size` artifacts. Their ids begin with `ev_` and their position. */
export async function growTo(db: Database, chain: number, size: number, name = 'fill'): Promise<void> {
  const { size: start, head_hash } = await db
    .selectFrom('chains')
    .select(['size', 'head_hash'])
    .where('chain', '=', chain)
    .executeTakeFirstOrThrow();
  let head = { size: start, hash: head_hash };
  while (head.size < size) {
    const rows: ArtifactRow[] = [];
    while (rows.length < ROWS_A_STATEMENT && head.size < size) {
      const row = seal(chain, head, draftAt(head.size, name), Buffer.alloc(32, head.size % 251));
      rows.push(row);
      head = { size: head.size + 1, hash: row.hash };
    }
    await insert(db, chain, rows, head);
  }
}

/** Removes the end, as an attacker with the database would; the checkpoint stays. */
export async function cutTo(db: Database, chain: number, size: number): Promise<void> {
  const last = await db
    .selectFrom('artifacts')
    .select('hash')
    .where('chain', '=', chain)
    .where('position', '=', size - 1)
    .executeTakeFirstOrThrow();
  await db.deleteFrom('artifact_payloads').where('chain', '=', chain).where('position', '>=', size).execute();
  await db.deleteFrom('artifacts').where('chain', '=', chain).where('position', '>=', size).execute();
  await db.updateTable('chains').set({ size, head_hash: last.hash }).where('chain', '=', chain).execute();
}

export function idAt(position: number): string {
  return `ev_${position.toString(16).padStart(12, '0')}${'0'.repeat(12)}`;
}

function draftAt(position: number, name: string) {
  return {
    id: idAt(position),
    artifact_type: 'governance_eval' as const,
    action: `${name}.${position % 7}`,
    verdict: 'proceed',
    actor: 'agent',
    created_at: FILLED_AT + position,
    payload: `{"name":"${name}","position":${position}}`,
  };
}

async function insert(
  db: Database,
  chain: number,
  rows: readonly ArtifactRow[],
  head: { size: number; hash: Uint8Array },
): Promise<void> {
  const artifacts = rows.map(({ salt: _, payload: __, ...artifact }) => artifact);
  const payloads = rows.map(({ position, salt, payload }) => ({ chain, position, salt, payload }));
  const write = async (tx: Database) => {
    await tx.insertInto('artifacts').values(artifacts).execute();
    await tx.insertInto('artifact_payloads').values(payloads).execute();
    await tx
      .updateTable('chains')
      .set({ size: head.size, head_hash: head.hash })
      .where('chain', '=', chain)
      .execute();
  };
  await (db.isTransaction ? write(db) : db.transaction().execute(write));
}

/** Waits for a checkpoint of everything in the chain now, longer than any request would. */
export async function untilSigned(db: Database, chain: number): Promise<SignedCheckpoint> {
  const size = await sizeOf(db, chain);
  await until(async () => ((await latestCheckpoint(db, chain))?.size ?? 0) >= size);
  return checkpointCovering(db, chain, size);
}

/** Waits no longer than a request would. @throws {Failure} `unavailable` if none comes in that time. */
export async function signedInTime(db: Database, chain: number): Promise<SignedCheckpoint> {
  return checkpointCovering(db, chain, await sizeOf(db, chain));
}

async function sizeOf(db: Database, chain: number): Promise<number> {
  const { size } = await db
    .selectFrom('chains')
    .select('size')
    .where('chain', '=', chain)
    .executeTakeFirstOrThrow();
  return size;
}

/** Chores run one at a time, so once one has begun here, no earlier one is running. */
export async function stopSigning(signing: OpenSigning): Promise<void> {
  const { follow } = signing;
  await new Promise<void>((resolve, reject) => {
    signing.follow = () => {
      signing.follow = async () => undefined;
      return follow().then(resolve, reject);
    };
  });
}

/** Returns all hashes of the chain's artifacts, in order. */
export async function leavesOf(db: Database, chain: number): Promise<Uint8Array[]> {
  const rows = await db
    .selectFrom('artifacts')
    .select('hash')
    .where('chain', '=', chain)
    .orderBy('position')
    .execute();
  return rows.map(({ hash }) => hash);
}

/** The records that still have their payloads. */
export function withPayloads(db: Database) {
  return db
    .selectFrom('artifacts')
    .innerJoin('artifact_payloads', (join) =>
      join
        .onRef('artifact_payloads.chain', '=', 'artifacts.chain')
        .onRef('artifact_payloads.position', '=', 'artifacts.position'),
    );
}

/**
 * The thread that makes evidence durable: one batch, one transaction, one answer. A batch that fails because one of
 * its entries is at fault is tried again entry by entry, so that nobody's verdict hangs on somebody else's.
 */
import { randomFillSync } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { openAppendStore } from '../database/append-open.ts';
import {
  type AppendTransaction,
  type ArtifactRow,
  type Head,
  idempotencyKey,
} from '../database/append-store.ts';
import type { EscalationsTable, IdempotencyRecordsTable } from '../database/tables.ts';
import {
  type AppendThreadData,
  type BatchAnswer,
  type EntryAnswer,
  type ThreadMessage,
  unpackBatch,
} from './append-message.ts';
import type { Append, IdempotencyClaim } from './artifact.ts';
import { SALT_BYTES, seal } from './seal.ts';

const port = parentPort;
if (port === null) throw new Error('append-thread.ts runs as a worker thread only');
const store = await openAppendStore((workerData as AppendThreadData).database);

port.on('message', async (message: ThreadMessage) => {
  if (message === 'restart log') restartLog();
  else if (message === 'close') {
    await store.close();
    port.close();
  } else port.postMessage(await answerBatch(unpackBatch(message)));
});

async function answerBatch(batch: Append[]): Promise<BatchAnswer> {
  try {
    return await appendBatch(batch);
  } catch (error) {
    const unavailable = store.isUnavailable(error);
    if (!unavailable && batch.length > 1) {
      const answers: EntryAnswer[] = [];
      for (const entry of batch) answers.push(...(await answerBatch([entry])));
      return answers;
    }
    const message = error instanceof Error ? error.message : String(error);
    return batch.map(() => ({ kind: 'failed', unavailable, message }));
  }
}

function restartLog(): void {
  try {
    store.restartLog();
  } catch (error) {
    if (!store.isUnavailable(error)) throw error;
  }
}

function appendBatch(batch: Append[]): Promise<BatchAnswer> {
  const chains = [...new Set(batch.map((entry) => entry.chain))];
  return store.transact(chains, async (tx) => {
    const earlier = await findEarlier(tx, batch);
    const salts = randomFillSync(Buffer.allocUnsafeSlow(batch.length * SALT_BYTES));
    const heads = new Map<number, Head>();
    const artifacts: ArtifactRow[] = [];
    const escalations: EscalationsTable[] = [];
    const claims: IdempotencyRecordsTable[] = [];
    const answers: EntryAnswer[] = [];
    for (const entry of batch) {
      const repeated =
        entry.idempotency && earlier.get(idempotencyKey(entry.chain, entry.idempotency.keyHash));
      if (repeated) {
        answers.push({ kind: 'repeated', requestHash: repeated.request_hash, outcome: repeated.outcome });
        continue;
      }
      if (entry.statements && !(await tx.runStatements(entry.statements))) {
        answers.push({ kind: 'overtaken' });
        continue;
      }
      const head = heads.get(entry.chain) ?? tx.heads.get(entry.chain);
      if (head === undefined) throw new Error(`chain ${entry.chain} has no head row`);
      const salt = salts.subarray(artifacts.length * SALT_BYTES, (artifacts.length + 1) * SALT_BYTES);
      const row = seal(entry.chain, head, entry.artifact, salt);
      heads.set(entry.chain, { size: row.position + 1, hash: row.hash });
      artifacts.push(row);
      if (entry.escalationId !== undefined) escalations.push(escalationOf(entry, entry.escalationId));
      if (entry.idempotency !== undefined) {
        const claim = recordOf(entry.chain, entry.idempotency);
        claims.push(claim);
        earlier.set(idempotencyKey(entry.chain, claim.key_hash), claim);
      }
      answers.push(null);
    }
    if (artifacts.length > 0) await tx.addArtifacts(artifacts);
    if (escalations.length > 0) await tx.addEscalations(escalations);
    if (claims.length > 0) await tx.addIdempotencyRecords(claims);
    await tx.moveHeads(heads);
    return answers;
  });
}

/** What earlier requests left under the batch's idempotency keys; entries of the batch itself are added as they go. */
async function findEarlier(
  tx: AppendTransaction,
  batch: Append[],
): Promise<Map<string, IdempotencyRecordsTable>> {
  const wanted: { chain: number; key_hash: Uint8Array }[] = [];
  let nowMs = 0;
  for (const { chain, idempotency, artifact } of batch) {
    if (idempotency === undefined) continue;
    wanted.push({ chain, key_hash: idempotency.keyHash });
    nowMs = Math.max(nowMs, artifact.created_at);
  }
  return wanted.length === 0 ? new Map() : tx.findIdempotencyRecords(wanted, nowMs);
}

function recordOf(chain: number, claim: IdempotencyClaim): IdempotencyRecordsTable {
  return {
    chain,
    key_hash: claim.keyHash,
    request_hash: claim.requestHash,
    outcome: claim.outcome,
    expires_at: claim.expiresAt,
  };
}

function escalationOf({ chain, artifact }: Append, escalationId: string): EscalationsTable {
  return { chain, escalation_id: escalationId, evidence_id: artifact.id, created_at: artifact.created_at };
}

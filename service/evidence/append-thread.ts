/**
 * The thread that makes evidence durable: one batch, one transaction, one answer. A batch that fails because one of
 * its entries is at fault is tried again entry by entry, so that nobody's verdict hangs on somebody else's.
 */
import { randomFillSync } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { openAppendStore } from '../database/append-open.ts';
import {
  type AppendTransaction,
  type ChainAddition,
  headAfter,
  idempotencyKey,
} from '../database/append-store.ts';
import type { IdempotencyRecordsTable } from '../database/tables.ts';
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
    const additions = new Map<number, ChainAddition>();
    const claims: IdempotencyRecordsTable[] = [];
    const answers: BatchAnswer = [];
    for (const entry of batch) {
      const repeated =
        entry.idempotency && earlier.get(idempotencyKey(entry.chain, entry.idempotency.keyHash));
      if (repeated) {
        answers.push({ kind: 'repeated', requestHash: repeated.request_hash, outcome: repeated.outcome });
      } else if (entry.statements && !(await tx.runStatements(entry.statements))) {
        answers.push({ kind: 'overtaken' });
      } else {
        addTo(additions, tx.heads, entry);
        if (entry.idempotency !== undefined) {
          const claim = recordOf(entry.chain, entry.idempotency);
          claims.push(claim);
          earlier.set(idempotencyKey(entry.chain, claim.key_hash), claim);
        }
        answers.push(null);
      }
    }
    for (const addition of additions.values()) await tx.addToChain(addition);
    if (claims.length > 0) await tx.addIdempotencyRecords(claims);
    return answers;
  });
}

/** Seals the entry's artifact behind the last one of its chain. */
function addTo(
  additions: Map<number, ChainAddition>,
  heads: AppendTransaction['heads'],
  entry: Append,
): void {
  const { chain, artifact, escalationId } = entry;
  let addition = additions.get(chain);
  if (addition === undefined) {
    const head = heads.get(chain);
    if (head === undefined) throw new Error(`chain ${chain} has no head row`);
    addition = { chain, head, artifacts: [], escalations: [] };
    additions.set(chain, addition);
  }
  addition.artifacts.push(seal(chain, headAfter(addition), artifact, freshSalt()));
  if (escalationId === undefined) return;
  const { id: evidence_id, created_at } = artifact;
  addition.escalations.push({ chain, escalation_id: escalationId, evidence_id, created_at });
}

/** Random bytes are drawn for many salts at once: a draw costs the same for 32 bytes as for 8,192. */
const SALT_POOL_BYTES = 256 * SALT_BYTES;
let salts = new Uint8Array(0);

function freshSalt(): Uint8Array {
  if (salts.length === 0) salts = randomFillSync(new Uint8Array(SALT_POOL_BYTES));
  const salt = salts.subarray(0, SALT_BYTES);
  salts = salts.subarray(SALT_BYTES);
  return salt;
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

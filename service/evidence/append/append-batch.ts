/** Makes one batch durable in one transaction. If that fails because of an entry, entries are tried one by one. */
import { type JsonObject, parseJson } from '@assize/evidence-format';
import {
  type AppendFault,
  type AppendStore,
  type AppendTransaction,
  additionTo,
  type BoundStatement,
  type ChainAddition,
  type Head,
  headAfter,
  idempotencyKey,
} from '../../database/evidence/append-store.ts';
import type { RefusedClaimsTable } from '../../database/tables/governance.ts';
import type { IdempotencyRecordsTable } from '../../database/tables/index.ts';
import type { FillRandom } from '../../foundation/ids.ts';
import type { Append, AppendResult, IdempotencyClaim } from '../artifact.ts';
import { Allowances, meter } from './metered.ts';
import { Refusals } from './refusals.ts';
import { Remainders, reserve } from './reserved.ts';
import { SALT_BYTES, seal } from './seal.ts';

export interface Refused {
  kind: 'failed';
  fault: AppendFault;
  message: string;
}
/** null, by far the most frequent answer, means appended. */
export type EntryAnswer = null | AppendResult | Refused;
export type BatchAnswer = EntryAnswer[];

/** Takes one batch at a time. */
export interface BatchCommitter {
  /** One answer for each entry, and one for an empty batch, which only tests. Rejects if the fate is unknown. */
  commit(batch: Append[]): Promise<BatchAnswer>;
  restartLog(): void;
  close(): Promise<void>;
}

/** Commits to the store on the calling thread. */
export function committerOver(store: AppendStore, fillRandom: FillRandom): BatchCommitter {
  const freshSalt = saltSource(fillRandom);

  async function commit(batch: Append[]): Promise<BatchAnswer> {
    try {
      if (batch.length > 0) return await appendBatch(store, batch, freshSalt);
      await store.probe();
      return [null];
    } catch (error) {
      const fault = store.faultOf(error);
      if (fault !== 'unavailable' && batch.length > 1) {
        const answers: BatchAnswer = [];
        for (const entry of batch) answers.push(...(await commit([entry])));
        return answers;
      }
      const message = error instanceof Error ? error.message : String(error);
      const failed: EntryAnswer = { kind: 'failed', fault, message };
      return batch.length === 0 ? [failed] : batch.map(() => failed);
    }
  }

  return {
    commit,
    restartLog() {
      try {
        store.restartLog();
      } catch (error) {
        if (store.faultOf(error) === 'unknown') throw error;
      }
    },
    close: () => store.close(),
  };
}

function appendBatch(store: AppendStore, batch: Append[], freshSalt: () => Uint8Array): Promise<BatchAnswer> {
  const chains = [...new Set(batch.map((entry) => entry.chain))];
  return store.transact(chains, async (tx) => {
    const [heads, earlier, allowances, remainders, refusals] = await Promise.all([
      tx.heads(),
      findEarlier(tx, batch),
      Allowances.before(tx, batch),
      Remainders.before(tx, batch),
      Refusals.before(tx, batch),
    ]);
    const additions = new Map<number, ChainAddition>();
    const answers: BatchAnswer = [];
    for (const entry of batch) {
      const repeated = repeatedBy(entry, earlier);
      if (repeated !== undefined) {
        // The earlier answers are looked up first, so refusals recorded since then are already known.
        answers.push(refusals.contradict(entry) ? { kind: 'overtaken' } : repeated);
        continue;
      }
      const { allowance } = entry;
      const room = allowance && allowances.roomFor(entry, allowance, additions.get(entry.chain));
      if (room?.room === false) {
        answers.push({ kind: 'over', counter: room.counter, used: room.used });
      } else if (
        refusals.contradict(entry) ||
        (entry.reserve && !(await remainders.suffice(entry, entry.reserve, additions.get(entry.chain)))) ||
        (hasStatements(entry) && !(await tx.runStatements(entry.statements)))
      ) {
        answers.push({ kind: 'overtaken' });
      } else {
        if (hasStatements(entry)) remainders.forget();
        const addition = addTo(additions, heads, entry, freshSalt);
        refusals.add(entry);
        if (entry.idempotency !== undefined) {
          const claim = recordOf(entry.chain, entry.idempotency);
          addition.claims.push(claim);
          earlier.set(idempotencyKey(entry.chain, claim.key_hash), claim);
        }
        answers.push(room === undefined ? null : { kind: 'appended', used: room.used });
      }
    }
    if (additions.size > 0) await tx.add([...additions.values()]);
    return answers;
  });
}

function hasStatements(entry: Append): entry is Append & { statements: BoundStatement[] } {
  return entry.statements !== undefined && entry.statements.length > 0;
}

/** The earlier answer under the entry's key, unless the entry replaces it. */
function repeatedBy(
  { chain, idempotency }: Append,
  earlier: ReadonlyMap<string, IdempotencyRecordsTable>,
): AppendResult | undefined {
  const found = idempotency && earlier.get(idempotencyKey(chain, idempotency.keyHash));
  if (found === undefined) return undefined;
  const { request_hash: requestHash, outcome } = found;
  const { inPlaceOf } = idempotency ?? {};
  if (inPlaceOf !== undefined && (parseJson(outcome) as JsonObject).evidenceId === inPlaceOf)
    return undefined;
  return { kind: 'repeated', requestHash, outcome };
}

/** Seals the entry's artifacts after the last one of its chain. */
function addTo(
  additions: Map<number, ChainAddition>,
  heads: ReadonlyMap<number, Head>,
  entry: Append,
  freshSalt: () => Uint8Array,
): ChainAddition {
  const { chain, artifact, also, approval, events, refused, reserve: wanted } = entry;
  let addition = additions.get(chain);
  if (addition === undefined) {
    const head = heads.get(chain);
    if (head === undefined) throw new RangeError(`chain ${chain} has no head row`);
    addition = additionTo(chain, head);
    additions.set(chain, addition);
  }
  for (const draft of also === undefined ? [artifact] : [artifact, ...also]) {
    const row = seal(chain, headAfter(addition), draft, freshSalt());
    addition.artifacts.push(row);
    meter(addition.metered, row);
  }
  if (approval !== undefined) addition.approvals.push(approval);
  if (events !== undefined) addition.events.push(...events);
  if (refused !== undefined) addRefused(addition.refused, refused);
  if (wanted !== undefined) reserve(addition.reserved, artifact, wanted);
  return addition;
}

/** Repeated refusals of one agent and claim are kept as one, with the latest time. */
function addRefused(claims: ChainAddition['refused'], claim: RefusedClaimsTable): void {
  const { agent_id, action, risk_level, is_irreversible } = claim;
  claims.set(JSON.stringify([agent_id, action, risk_level, is_irreversible]), claim);
}

const SALTS_AT_ONCE = 256;

/** Random bytes are drawn for many salts at once: drawing 8,192 bytes costs the same as drawing 32. */
function saltSource(fillRandom: FillRandom): () => Uint8Array {
  let pool = new Uint8Array(0);
  return () => {
    if (pool.length === 0) {
      pool = new Uint8Array(SALTS_AT_ONCE * SALT_BYTES);
      fillRandom(pool);
    }
    const salt = pool.subarray(0, SALT_BYTES);
    pool = pool.subarray(SALT_BYTES);
    return salt;
  };
}

/** The records under the batch's idempotency keys; entries of the batch itself are added in order. */
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

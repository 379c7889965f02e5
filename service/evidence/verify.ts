/**
 * Verifies a chain from its stored bytes: every leaf hash, link and commitment computed again, and the head row
 * held against what is really there, so that records missing at the end are missed too.
 */
import {
  type ChainVerifier,
  chainVerifier,
  formatHash,
  GENESIS_HASH,
  sameHash,
} from '@assize/evidence-format';
import type { Database } from '../database/open.ts';
import { chainId } from './artifact.ts';

/** Rows checked between two turns of the event loop. */
const PAGE_ROWS = 500;

export interface ChainVerification {
  valid: boolean;
  /** Every artifact ever appended. */
  totalArtifacts: number;
  /** Those whose leaf, link and payload were found sound. */
  verifiedCount: number;
  /** `sha256:` and hex, as the head row has it. */
  chainHeadHash: string;
  firstInvalid: Problem | null;
}

export interface Problem {
  index: number;
  problem: string;
  /** One sentence for a person. */
  message: string;
}

/**
 * Checks what the chain held when this was called; what is appended meanwhile is left to the next time.
 * @param onProgress told now and then how many artifacts were checked, of how many.
 */
export async function verifyChain(
  db: Database,
  chain: number,
  onProgress: (checked: number, total: number) => void = () => {},
): Promise<ChainVerification> {
  const head = await db
    .selectFrom('chains')
    .select(['size', 'head_hash'])
    .where('chain', '=', chain)
    .executeTakeFirstOrThrow();
  let firstInvalid: Problem | null = null;
  const verifier = chainVerifier({ chain: chainId(chain), index: 0, previousHash: GENESIS_HASH });
  for (let after = -1; ; ) {
    const rows = await readPage(db, chain, after, head.size);
    const last = rows.at(-1);
    if (last === undefined) break;
    for (const row of rows) {
      const fault = verifier.next(row);
      firstInvalid ??= fault ?? missingPayload(row);
    }
    after = last.index;
    onProgress(verifier.counts.total, head.size);
  }
  firstInvalid ??= missingEnd(verifier, head);
  return {
    valid: firstInvalid === null,
    totalArtifacts: head.size,
    verifiedCount: verifier.counts.verified,
    chainHeadHash: formatHash(head.head_hash),
    firstInvalid,
  };
}

/** The artifacts behind position `after`, up to the head that was pinned, in the order of their position. */
async function readPage(db: Database, chain: number, after: number, end: number) {
  const rows = await db
    .selectFrom('artifacts')
    .leftJoin('artifact_payloads', (join) =>
      join
        .onRef('artifact_payloads.chain', '=', 'artifacts.chain')
        .onRef('artifact_payloads.position', '=', 'artifacts.position'),
    )
    .selectAll('artifacts')
    .select(['artifact_payloads.salt', 'artifact_payloads.payload'])
    .where('artifacts.chain', '=', chain)
    .where('artifacts.position', '>', after)
    .where('artifacts.position', '<', end)
    .orderBy('artifacts.position')
    .limit(PAGE_ROWS)
    .execute();
  return rows.map((row) => ({
    ...row,
    chain: chainId(chain),
    index: row.position,
    created_at_ms: row.created_at,
  }));
}

/** Nothing in the service removes a payload, so one that is gone was taken. */
function missingPayload({ index, payload }: { index: number; payload: Uint8Array | null }): Problem | null {
  if (payload !== null) return null;
  return { index, problem: 'missing_payload', message: `The payload of record ${index} is gone.` };
}

function missingEnd(verifier: ChainVerifier, head: { size: number; head_hash: Uint8Array }): Problem | null {
  const { index, previousHash } = verifier.position;
  if (index < head.size) {
    const message = `Records ${index} to ${head.size - 1} are missing at the end of the chain.`;
    return { index, problem: 'missing_record', message };
  }
  if (sameHash(previousHash, head.head_hash)) return null;
  return {
    index: index - 1,
    problem: 'wrong_head',
    message: 'The chain does not end in the hash that its head row states.',
  };
}

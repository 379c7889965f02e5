/**
 * The chain itself: leaf hashes, links, commitments, and the head row. As verification does, but every fault is counted,
 * not only the first named; payloads that are gone are left to the registry of removals.
 */
import { chainVerifier, GENESIS_HASH, sameHash } from '@assize/evidence-format';
import type { Database } from '../../database/open.ts';
import { chainId } from '../artifact.ts';
import { leavesWithPayload, rangesOf, sizeOf } from './read.ts';
import { type Registry, registryOnThread, Tally, type ThreadCheck } from './registry.ts';

export const chainRegistry: Registry = {
  ...registryOnThread('chain', import.meta.url),
  alarm: 'inconsistent_chain',
};

const POSITIONS_AT_ONCE = 1024;

export const check: ThreadCheck = async ({ db, chain }) => {
  const tally = new Tally();
  const head = await db
    .selectFrom('chains')
    .select(['size', 'head_hash'])
    .where('chain', '=', chain)
    .executeTakeFirstOrThrow();
  const verifier = chainVerifier({ chain: chainId(chain), index: 0, previousHash: GENESIS_HASH });
  for (const { from, to } of rangesOf(head.size, POSITIONS_AT_ONCE)) {
    for (const row of await readRecords(db, chain, from, to)) {
      tally.checked();
      const fault = verifier.next(row);
      if (fault !== null) tally.gap(fault.message, fault.index, row.id, fault.problem);
    }
  }
  // The head row is an item like any other, so that an empty chain has been held against something too.
  tally.checked();
  const { index, previousHash } = verifier.position;
  if (index < head.size) {
    const what = `Records ${index} to ${head.size - 1} are missing at the end of the chain.`;
    tally.gap(what, index, undefined, 'missing_record');
  } else if (!sameHash(previousHash, head.head_hash)) {
    const what = 'The chain does not end in the hash that its head row states.';
    tally.gap(what, index === 0 ? null : index - 1, undefined, 'wrong_head');
  }
  await checkNothingBehind(tally, db, chain, head.size);
  return tally.report();
};

async function readRecords(db: Database, chain: number, from: number, to: number) {
  const rows = await leavesWithPayload(db, chain)
    .select(['artifacts.payload_commitment', 'artifacts.previous_hash', 'artifact_payloads.salt'])
    .where('artifacts.position', '>=', from)
    .where('artifacts.position', '<', to)
    .orderBy('artifacts.position')
    .execute();
  const id = chainId(chain);
  return rows.map((row) => ({ ...row, chain: id, index: row.position, created_at_ms: row.created_at }));
}

/** An artifact is written together with the head that counts it. */
async function checkNothingBehind(tally: Tally, db: Database, chain: number, size: number): Promise<void> {
  const last = await db
    .selectFrom('artifacts')
    .select(['position', 'id'])
    .where('chain', '=', chain)
    .where('position', '>=', size)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last === undefined || last.position < (await sizeOf(db, chain))) return;
  tally.checked();
  tally.gap(
    'There are artifacts behind the end that the head row states.',
    last.position,
    last.id,
    'wrong_head',
  );
}

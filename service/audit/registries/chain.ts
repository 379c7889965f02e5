/**
 * Checks the chain itself: leaf hashes, links, commitments and the head row. Unlike verification, it counts every fault
 * of a record, not only the first. Missing payloads are left to the registry of removals.
 */

import { type ChainPosition, chainVerifier, GENESIS_HASH, sameHash } from '@assize/evidence-format';
import { chainId } from '../../database/chain-id.ts';
import { openTellingReader } from '../../database/evidence/evidence-reader.ts';
import type { DatabaseLocation } from '../../database/location.ts';
import type { Database } from '../../database/open.ts';
import { leavesWithPayload, rangesOf, sizeOf } from '../../evidence/reading/index.ts';
import { soundRun } from '../../proof/verification/index.ts';
import type { CheckContext, Registry, Tally } from '../registry.ts';

export const chainRegistry: Registry = {
  name: 'chain',
  check,
  alarm: 'inconsistent_chain',
};

const POSITIONS_AT_ONCE = 4096;

async function check(tally: Tally, { db, chain, location }: CheckContext): Promise<void> {
  const head = await db
    .selectFrom('chains')
    .select(['size', 'head_hash'])
    .where('chain', '=', chain)
    .executeTakeFirstOrThrow();
  const end = await checkRecords(tally, db, location, { chain, size: head.size });
  // The head row counts as an item, so that an empty chain is compared with something too.
  tally.checked();
  if (end.index < head.size) {
    const what = `Records ${end.index} to ${head.size - 1} are missing at the end of the chain.`;
    tally.gap(what, end.index, undefined, 'missing_record');
  } else if (!sameHash(end.previousHash, head.head_hash)) {
    const what = 'The chain does not end in the hash that its head row states.';
    tally.gap(what, end.index === 0 ? null : end.index - 1, undefined, 'wrong_head');
  }
  await checkNothingBehind(tally, db, chain, head.size);
}

/** Checks whole runs as verification does, and goes record by record only if a run is not sound. */
async function checkRecords(
  tally: Tally,
  db: Database,
  location: DatabaseLocation,
  { chain, size }: { chain: number; size: number },
): Promise<ChainPosition> {
  const name = chainId(chain);
  let position: ChainPosition = { chain: name, index: 0, previousHash: GENESIS_HASH };
  const reader = await openTellingReader(location);
  try {
    for await (const { from, to } of rangesOf(size, POSITIONS_AT_ONCE)) {
      const before = Buffer.from(position.previousHash).toString('hex');
      const follows = position.index === from;
      const sound = follows
        ? await soundRun(reader, { number: chain, name }, { start: from, end: to }, before)
        : null;
      if (sound === null) {
        position = checkEach(tally, await readRecords(db, chain, from, to), position);
      } else {
        tally.checked(to - from);
        position = { chain: name, index: to, previousHash: Buffer.from(sound.hashes.at(-1) ?? '', 'hex') };
      }
    }
  } finally {
    await reader.close();
  }
  return position;
}

type StoredRecords = Awaited<ReturnType<typeof readRecords>>;

function checkEach(tally: Tally, records: StoredRecords, position: ChainPosition): ChainPosition {
  const verifier = chainVerifier(position);
  for (const record of records) {
    tally.checked();
    const fault = verifier.next(record);
    if (fault !== null) tally.gap(fault.message, fault.index, record.id, fault.problem);
  }
  return verifier.position;
}

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
    'There are artifacts after the end that the head row states.',
    last.position,
    last.id,
    'wrong_head',
  );
}

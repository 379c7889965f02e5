/** Checks the chain itself. Unlike verification, it counts every fault of a record; removals are another registry. */
import { type ChainPosition, chainVerifier, GENESIS_HASH, sameHash } from '@assize/evidence-format';
import { chainId } from '../../../database/chain-id.ts';
import { openTellingReader } from '../../../database/evidence-reader.ts';
import { leavesWithPayload, rangesOf, sizeOf } from '../../../evidence/reading/index.ts';
import { soundRun } from '../../../proof/verification/index.ts';
import { rowsOf } from '../../comparing/rows.ts';
import type { ChainOfRows, CheckContext, Tally } from '../../registry.ts';

const POSITIONS_AT_ONCE = 4096;

export const chain = { alarm: 'inconsistent_chain', check };

async function check(tally: Tally, context: CheckContext): Promise<void> {
  const { size, head_hash } = await rowsOf(context, 'chains').executeTakeFirstOrThrow();
  const { index, previousHash } = await checkRecords(tally, context, size);
  // The head row counts as an item, so that an empty chain is compared with something too.
  tally.checked();
  if (index < size) {
    const what = `Records ${index} to ${size - 1} are missing at the end of the chain.`;
    tally.gap(what, { position: index }, 'missing_record');
  } else if (!sameHash(previousHash, head_hash)) {
    const what = 'The chain does not end in the hash that its head row states.';
    tally.gap(what, { position: index === 0 ? null : index - 1 }, 'wrong_head');
  }
  await checkNothingBehind(tally, context, size);
}

/** Checks whole runs as verification does, and goes record by record only if a run is not sound. */
async function checkRecords(tally: Tally, context: CheckContext, size: number): Promise<ChainPosition> {
  const name = chainId(context.chain);
  let position: ChainPosition = { chain: name, index: 0, previousHash: GENESIS_HASH };
  const reader = await openTellingReader(context.location);
  try {
    for await (const { from, to } of rangesOf(size, POSITIONS_AT_ONCE)) {
      const before = Buffer.from(position.previousHash).toString('hex');
      const run = { start: from, end: to };
      const follows = position.index === from;
      const sound = follows ? await soundRun(reader, { number: context.chain, name }, run, before) : null;
      if (sound === null) {
        position = checkEach(tally, await readRecords(context, from, to), position);
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
    if (fault !== null) tally.gap(fault.message, { position: fault.index, id: record.id }, fault.problem);
  }
  return verifier.position;
}

async function readRecords({ db, chain }: ChainOfRows, from: number, to: number) {
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
async function checkNothingBehind(tally: Tally, context: CheckContext, size: number): Promise<void> {
  const behind = rowsOf(context, 'artifacts').where('position', '>=', size);
  const last = await behind.orderBy('position', 'desc').limit(1).executeTakeFirst();
  if (last === undefined || last.position < (await sizeOf(context.db, context.chain))) return;
  tally.checked();
  tally.gap('There are artifacts after the end that the head row states.', last, 'wrong_head');
}

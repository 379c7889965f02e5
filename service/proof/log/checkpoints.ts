/** The newest signed checkpoint of a chain, as every node can read it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../database/open.ts';
import { Failure } from '../../foundation/failure.ts';
import { whyUnsigned } from './signing/unsigned.ts';

export interface SignedCheckpoint {
  /** The number of artifacts it covers. */
  size: number;
  /** 32 bytes. */
  root: Uint8Array;
  /** The C2SP signed note, verbatim. */
  note: string;
  /** ms since the epoch. */
  signedAt: number;
}

const POLL_EVERY_MS = 100;
/** A checkpoint follows a change within a second; if none has come after six seconds, no node signs. */
const MAX_POLLS = 60;
const RETRY_AFTER_SECONDS = 2;
/** A refusal lasts until a person has resolved it. */
const RETRY_WHILE_REFUSED_SECONDS = 60;

/** null if the chain has none yet. */
export async function latestCheckpoint(db: Database, chain: number): Promise<SignedCheckpoint | null> {
  const row = await db.selectFrom('checkpoints').selectAll().where('chain', '=', chain).executeTakeFirst();
  if (row === undefined) return null;
  return { size: row.size, root: row.root, note: row.note, signedAt: row.signed_at };
}

/** Waits for a checkpoint of at least `size` artifacts. @throws {Failure} `unavailable`; says why if it was refused. */
export async function checkpointCovering(
  db: Database,
  chain: number,
  size: number,
): Promise<SignedCheckpoint> {
  for (let poll = 0; poll < MAX_POLLS; poll += 1) {
    const checkpoint = await latestCheckpoint(db, chain);
    if (checkpoint !== null && checkpoint.size >= size) return checkpoint;
    await sleep(POLL_EVERY_MS);
  }
  const cause = new Error(`no checkpoint covers ${size} artifacts`);
  const why = await whyUnsigned(db, chain);
  if (why === null) throw Failure.unavailable(RETRY_AFTER_SECONDS, cause);
  const details = { retryAfterSeconds: RETRY_WHILE_REFUSED_SECONDS };
  throw new Failure('unavailable', why, { details, cause });
}

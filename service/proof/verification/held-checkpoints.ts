/** The checkpoints that a chain must match: of the signing folder, of the database, and of a caller. */

import {
  type Checkpoint,
  checkpointOrigin,
  openCheckpoint,
  sameHash,
  unsignedCheckpoint,
  type VerifierKey,
} from '@assize/evidence-format';
import { chainId } from '../../database/chain-id.ts';
import type { Database } from '../../database/open.ts';
import { Failure } from '../../foundation/failure.ts';
import { latestCheckpoint, type SignedCheckpoint } from '../log/checkpoints.ts';
import { Refusal } from '../log/refusal.ts';
import type { Signing } from '../log/signing/signing.ts';
import type { Problem } from './problem.ts';

export type SigningView = Pick<Signing, 'verifiers' | 'lastSigned' | 'state' | 'unstated'>;

export interface HeldCheckpoint {
  size: number;
  root: Uint8Array;
  by: 'signer' | 'caller';
}

export interface SignedState {
  /** The checkpoints that the chain must match. */
  held: HeldCheckpoint[];
  /** The newest note among them, verbatim; null if there is none. */
  note: string | null;
  /** Tiles of artifacts before this position must be stored. */
  tiled: number;
  problems: Problem[];
}

/** The signed checkpoints of the chain. Read them before the chain's head, because both grow in the meantime. */
export async function signedState(db: Database, signing: SigningView, chain: number): Promise<SignedState> {
  const problems: Problem[] = [];
  const kept = await keptCheckpoint(signing, chain, problems);
  const unstated = await signing.unstated(chain);
  if (unstated !== null) {
    problems.push({ index: null, problem: 'restore_not_stated', message: unstated.message });
  }
  const published = await latestCheckpoint(db, chain);
  const isGenuine = published !== null && (await isAsSigned(signing, chain, published));
  if (published !== null && !isGenuine) {
    const message = 'The published checkpoint is not one that was signed by a key of the signing folder.';
    problems.push({ index: null, problem: 'altered_checkpoint', message });
  }
  const genuine = [kept, isGenuine ? published : null].filter((checkpoint) => checkpoint !== null);
  genuine.sort((one, other) => other.size - one.size);
  return {
    held: genuine.map(({ size, root }) => ({ size, root, by: 'signer' })),
    note: genuine[0]?.note ?? null,
    tiled: isGenuine ? published.size : 0,
    problems,
  };
}

async function keptCheckpoint(
  signing: SigningView,
  chain: number,
  problems: Problem[],
): Promise<SignedCheckpoint | null> {
  try {
    return await signing.lastSigned(chain);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    problems.push({ index: null, problem: 'altered_signing_folder', message: error.message });
    return null;
  }
}

/** A node that does not sign can't recognise the signer's key, and accepts the row as it is. */
async function isAsSigned(
  signing: SigningView,
  chain: number,
  { size, root, note }: SignedCheckpoint,
): Promise<boolean> {
  const opened = openCheckpoint(note, signing.verifiers(chain));
  const isStranger =
    opened.fault?.problem === 'no_known_signature' || opened.fault?.problem === 'foreign_signature';
  let recorded = opened.fault === null ? opened.checkpoint : opened.fault.message;
  if (isStranger && (await signing.state()) !== 'signs') recorded = unsignedCheckpoint(note);
  if (typeof recorded === 'string' || !isOf(chain, recorded)) return false;
  return recorded.size === size && sameHash(recorded.root, root);
}

function isOf(chain: number, { origin }: Checkpoint): boolean {
  return origin === checkpointOrigin(chainId(chain));
}

/** The caller's checkpoint. @throws {Failure} `invalid` unless it is of this chain, and one of its keys signed it. */
export function trustedCheckpoint(
  verifiers: readonly VerifierKey[],
  chain: number,
  note: string | Uint8Array,
): HeldCheckpoint {
  const opened = openCheckpoint(note, verifiers);
  if (opened.fault !== null) throw notTrusted(opened.fault.message);
  const { size, root } = opened.checkpoint;
  if (!isOf(chain, opened.checkpoint)) throw notTrusted('This is a checkpoint of another chain.');
  return { size, root, by: 'caller' };
}

function notTrusted(message: string): Failure {
  return Failure.invalid([{ field: ['trusted_checkpoint'], message, type: 'value_error' }]);
}

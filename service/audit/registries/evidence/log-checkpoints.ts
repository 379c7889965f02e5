/** Compares signatures with the tree of the artifacts: the published one, and the one outside the database. */

import {
  type Checkpoint,
  checkpointOrigin,
  openCheckpoint,
  rootOf,
  sameHash,
  TILE_HEIGHT,
  TILE_WIDTH,
  treeRoot,
  unsignedCheckpoint,
  type VerifierKey,
} from '@assize/evidence-format';
import { chainId } from '../../../database/chain-id.ts';
import type { SignedCheckpoint } from '../../../proof/log/index.ts';
import type { ChainOfRows, Tally } from '../../registry.ts';
import { type Roots, readHashes } from './log-tiles.ts';

/** The state of signing that this node keeps outside the database. */
export interface Signed {
  /** As published. */
  checkpoint: SignedCheckpoint | null;
  /** The verifier keys of this chain; empty if this node does not sign, and so can't tell which keys are valid. */
  verifiers: VerifierKey[];
  last: SignedCheckpoint | null;
  /** Why the last signature is unknown; null if it is known. */
  refusal: string | null;
}

interface Claims extends ChainOfRows {
  /** The number of artifacts. */
  end: number;
  signed: Signed;
  /** The root of each full run of 256 artifacts. */
  roots: Roots;
}

export async function checkCheckpoints(tally: Tally, claims: Claims): Promise<void> {
  const { checkpoint, verifiers, refusal, last } = claims.signed;
  if (checkpoint !== null) {
    const fault = faultOfNote(chainId(claims.chain), checkpoint, verifiers);
    tally.compared(fault ?? (await faultOfRoot(claims, checkpoint, 'The checkpoint')));
  }
  if (refusal !== null) tally.compared(refusal);
  if (last === null) return;
  const fault = faultBetween(checkpoint, last);
  tally.compared(fault ?? (await faultOfRoot(claims, last, 'The last signature')));
}

/** Row and note must agree, and one of the chain's keys must have signed the note, if the keys are known. */
function faultOfNote(chain: string, row: SignedCheckpoint, verifiers: VerifierKey[]): string | null {
  const recorded = readNote(row.note, verifiers);
  if (typeof recorded === 'string') return `The checkpoint does not hold: ${recorded}`;
  if (recorded.origin !== checkpointOrigin(chain)) return `The checkpoint is one of ${recorded.origin}.`;
  if (recorded.size === row.size && sameHash(recorded.root, row.root)) return null;
  return 'The checkpoint is published with another size or root than was signed.';
}

/** @returns a sentence where it is not sound. */
function readNote(note: string, verifiers: VerifierKey[]): Checkpoint | string {
  if (verifiers.length === 0) {
    const unsigned = unsignedCheckpoint(note);
    return typeof unsigned === 'string' ? `${unsigned}.` : unsigned;
  }
  const opened = openCheckpoint(note, verifiers);
  return opened.fault === null ? opened.checkpoint : opened.fault.message;
}

async function faultOfRoot(
  claims: Claims,
  { size, root }: SignedCheckpoint,
  who: string,
): Promise<string | null> {
  const { end } = claims;
  if (size > end) return `${who} vouches for ${size} artifacts, but the chain has ${end}.`;
  const made = await rootAt(claims, size);
  if (made === null) return `${who} can't be checked: artifacts it vouches for are missing.`;
  return sameHash(made, root) ? null : `${who} states another root than the first ${size} artifacts give.`;
}

/** The published one may be newer, where another node signs too, but never older. */
function faultBetween(published: SignedCheckpoint | null, last: SignedCheckpoint): string | null {
  if (published === null)
    return `There is no checkpoint, though one of ${last.size} artifacts was signed here.`;
  if (published.size < last.size) {
    return `The checkpoint is of ${published.size} artifacts, though one of ${last.size} was signed here.`;
  }
  if (published.size > last.size || sameHash(published.root, last.root)) return null;
  return `The checkpoint states another root for ${last.size} artifacts than was signed here.`;
}

/** The root of the first `size` artifacts; null if one of them is missing. */
async function rootAt(claims: Claims, size: number): Promise<Uint8Array | null> {
  const full = Math.floor(size / TILE_WIDTH);
  const newest = await readHashes(claims, full * TILE_WIDTH, size);
  const runs = claims.roots.slice(0, full);
  if (runs.includes(null) || newest.includes(null)) return null;
  return rootOf(size, (level, index) => {
    if (level >= TILE_HEIGHT) {
      const count = 2 ** (level - TILE_HEIGHT);
      return treeRoot(runs.slice(index * count, (index + 1) * count) as Uint8Array[]);
    }
    const count = 2 ** level;
    const start = index * count - full * TILE_WIDTH;
    return treeRoot(newest.slice(start, start + count) as Uint8Array[]);
  });
}

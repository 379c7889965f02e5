/**
 * The last signed checkpoint of a chain: the one in the signing folder or, if another node with the same keys has
 * continued, the published one. A note counts only with the signature of a key in the folder.
 */

import { checkpointOrigin, openCheckpoint, sameHash, type VerifierKey } from '@assize/evidence-format';
import { chainId } from '../../../database/chain-id.ts';
import type { Database } from '../../../database/open.ts';
import { latestCheckpoint, type SignedCheckpoint } from '../checkpoints.ts';
import { Refusal } from '../refusal.ts';
import type { SigningFolder } from './signing-folder.ts';

/** The last checkpoint in this folder. @param verifiers of its keys now. @throws {Refusal} `altered_signing_folder` */
export async function lastInFolder(
  folder: SigningFolder,
  chain: number,
  verifiers: () => readonly VerifierKey[],
): Promise<SignedCheckpoint | null> {
  const kept = await folder.lastNote(chainId(chain));
  if (kept === null) return null;
  const open = () => openOwn(chain, kept.note, verifiers(), kept.keptAt);
  // Another process may have signed it with a key that is newer than the keys known here.
  const signed = open() ?? ((await folder.refresh()) ? open() : null);
  if (signed !== null) return signed;
  const message = 'The note of what was signed last, in the signing folder, is damaged or of another key.';
  throw new Refusal('altered_signing_folder', message);
}

/** @throws {Refusal} if the folder's note can't be trusted, or contradicts the published one. */
export async function lastSigned(
  db: Database,
  folder: SigningFolder,
  chain: number,
  verifiers: () => readonly VerifierKey[],
) {
  const kept = await lastInFolder(folder, chain, verifiers);
  const stored = await latestCheckpoint(db, chain);
  const published = stored && openOwn(chain, stored.note, verifiers(), stored.signedAt);
  if (kept !== null && published?.size === kept.size && !sameHash(published.root, kept.root)) {
    const message = `Two checkpoints of ${kept.size} artifacts with different roots were signed.`;
    throw new Refusal('history_rewritten', message);
  }
  const isKept = (kept?.size ?? -1) >= (published?.size ?? -1);
  return {
    signed: isKept ? kept : published,
    /** Whether the folder has it too. */
    isKept,
    /** The published note; null if there is none. */
    published: stored?.note ?? null,
    /** Whether a key of the folder signed it. Readers use the columns beside it, so they must agree with it. */
    trusted:
      stored === null ||
      (published !== null && published.size === stored.size && sameHash(published.root, stored.root)),
  };
}

function openOwn(
  chain: number,
  note: string,
  verifiers: readonly VerifierKey[],
  signedAt: number,
): SignedCheckpoint | null {
  const opened = openCheckpoint(note, verifiers);
  if (opened.fault !== null || opened.checkpoint.origin !== checkpointOrigin(chainId(chain))) return null;
  const { size, root } = opened.checkpoint;
  return { size, root, note, signedAt };
}

/** Compares the log with its artifacts: tiles with hashes, and the tree's root with what was published and signed. */

import { sizeOf } from '../../../evidence/reading/index.ts';
import { Failure } from '../../../foundation/failure.ts';
import { checkpointCovering, latestCheckpoint, Refusal } from '../../../proof/log/index.ts';
import type { SigningView } from '../../../proof/verification/index.ts';
import type { CheckContext, Registry, Tally } from '../../registry.ts';
import { checkCheckpoints, type Signed } from './log-checkpoints.ts';
import { checkTiles } from './log-tiles.ts';

export const log: Omit<Registry<Signed>, 'name'> = {
  alarm: 'inconsistent_log',
  async before({ db, chain, signing }) {
    const signed = await signedBy(signing, chain);
    const { last } = signed;
    if (last !== null) await published(() => checkpointCovering(db, chain, last.size));
    // The order matters: a key is known before it signs, so the keys that are read after a checkpoint include its own.
    const checkpoint = await latestCheckpoint(db, chain);
    const verifiers = (await signing.state()) === 'signs' ? signing.verifiers(chain) : [];
    return { ...signed, checkpoint, verifiers };
  },
  check,
};

async function signedBy(signing: SigningView, chain: number): Promise<Pick<Signed, 'last' | 'refusal'>> {
  try {
    return { last: await signing.lastSigned(chain), refusal: null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { last: null, refusal: error.message };
  }
}

/** A checkpoint is published a moment after it is signed. If that never happens, the check finds it. */
async function published(wait: () => Promise<unknown>): Promise<void> {
  try {
    await wait();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
  }
}

async function check(tally: Tally, { db, chain }: CheckContext, signed: Signed): Promise<void> {
  // Artifacts exist before their checkpoint, so the size that is read after it includes them.
  const { checkpoint } = signed;
  const end = await sizeOf(db, chain);
  const roots = await checkTiles(tally, { db, chain, end, vouched: Math.min(end, checkpoint?.size ?? 0) });
  await checkCheckpoints(tally, { db, chain, end, signed, roots });
}

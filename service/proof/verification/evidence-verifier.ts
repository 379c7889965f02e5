/** Verification as the service offers it: one chain at a time, equal requests share a run, findings raise alarms. */

import { setTimeout as sleep } from 'node:timers/promises';
import { statedRestoreFields } from '@assize/evidence-format';
import { chainId } from '../../database/chain-id.ts';
import type { ChainHealth } from '../../evidence/index.ts';
import type { Clock } from '../../foundation/clock.ts';
import { unlessUnavailable } from '../../foundation/failure.ts';
import type { Span, Traced } from '../../telemetry/traced.ts';
import { type AlarmDeps, raiseAlarm, settleAlarms } from '../alarms/alarms.ts';
import { type HeldCheckpoint, trustedCheckpoint } from './held-checkpoints.ts';
import { toFinding } from './problem.ts';
import type { Pace } from './ranges.ts';
import { type ChainVerification, type VerifyDeps, type VerifyQuestion, verifyChain } from './verify-chain.ts';

export interface VerificationRequest {
  full?: boolean;
  /** The note of the caller's own checkpoint. */
  trustedCheckpoint?: string | Uint8Array;
  onProgress?: Pace['onProgress'];
}

export interface TimedVerification extends ChainVerification {
  /** ms since the epoch. */
  verifiedAt: number;
}

export type EvidenceVerifier = ReturnType<typeof evidenceVerifier>;

type OnProgress = Pace['onProgress'];

/** A run that has not begun. */
interface Waiting {
  found: Promise<TimedVerification>;
  /** The progress callbacks of all callers that have joined it. */
  watchers: OnProgress[];
}

export type EvidenceVerifierDeps = VerifyDeps & AlarmDeps & { chainHealth: ChainHealth; traced: Traced };

export function evidenceVerifier(deps: EvidenceVerifierDeps) {
  const { clock, log } = deps;
  /** Runs that have not begun, by their request: equal requests join them. */
  const waiting = new Map<string, Waiting>();
  let lastRun: Promise<unknown> = Promise.resolve();

  async function run(chain: number, question: VerifyQuestion): Promise<TimedVerification> {
    const verifiedAt = clock.now();
    const found = await verifyTraced(deps, chain, question);
    await noteFindings(deps, chain, { ...found, verifiedAt }).catch((error: unknown) => {
      unlessUnavailable(error);
      // The answer stands; the next request or the daily run raises the missing alarm.
      log.error({ err: error, chain: chainId(chain) }, 'could not record the findings of verification');
    });
    return { ...found, verifiedAt };
  }

  /** Queues it after earlier requests. */
  function queue<Found>(work: () => Promise<Found>): Promise<Found> {
    const queued = lastRun.then(work);
    lastRun = queued.catch(() => undefined);
    return queued;
  }

  /** A run under way may have read the head before the caller's last artifact, so only a future run is shared. */
  function shared(chain: number, full: boolean, watch: OnProgress): Promise<TimedVerification> {
    const key = `${chain}${full ? ' full' : ''}`;
    const joined = waiting.get(key);
    joined?.watchers.push(watch);
    if (joined !== undefined) return joined.found;
    const watchers = [watch];
    const found = queue(() => {
      waiting.delete(key);
      return run(chain, { full, pace: { onProgress: telling(watchers) } });
    });
    waiting.set(key, { found, watchers });
    return found;
  }

  return {
    /** @throws {Failure} `invalid` if the caller's checkpoint is not one of this chain; `unavailable`. */
    async verify(chain: number, wanted: VerificationRequest = {}): Promise<TimedVerification> {
      const { full = false, trustedCheckpoint: note, onProgress = () => undefined } = wanted;
      if (note === undefined) return shared(chain, full, onProgress);
      const trusted: HeldCheckpoint = trustedCheckpoint(deps.signing.verifiers(chain), chain, note);
      return queue(() => run(chain, { full, trusted, pace: { onProgress } }));
    },
    /** In full, slowly, and only while no other requests wait. @throws the signal's reason once it is aborted. */
    verifyBehind: (chain: number, stopping: AbortSignal) =>
      run(chain, { full: true, pace: { width: 1, pause: pausing(clock, stopping, () => lastRun) } }),
    /** In full, without the signing folder: only against checkpoints in the database, and findings raise no alarm. */
    verifyAsPublished: (chain: number) =>
      queue(() => verifyChain(withoutFolder(deps), chain, { full: true })),
    close: () => deps.ranges.close(),
  };
}

async function noteFindings(
  deps: EvidenceVerifierDeps,
  chain: number,
  { valid, mode, problems, verifiedAt }: TimedVerification,
): Promise<void> {
  // Records lost in a restore have already caused an alarm and are stated: they are reported without a new alarm.
  const unexplained = problems.filter(({ problem }) => problem !== 'lost_in_restore');
  for (const problem of unexplained) await raiseAlarm(deps, chain, toFinding(problem));
  if (valid && mode === 'full') await settleAlarms(deps, chain, verifiedAt);
  if (!valid) deps.chainHealth.forget(chain);
}

function telling(watchers: readonly OnProgress[]): OnProgress {
  return (...progress) => {
    for (const each of watchers) each(...progress);
  };
}

function withoutFolder(deps: VerifyDeps): VerifyDeps {
  return { ...deps, signing: { ...deps.signing, lastSigned: async () => null, unstated: async () => null } };
}

function verifyTraced(
  deps: EvidenceVerifierDeps,
  chain: number,
  question: VerifyQuestion,
): Promise<ChainVerification> {
  const verifyAsSpan = async (span: Span | undefined) => {
    const found = await verifyChain(deps, chain, question);
    span?.set({
      'assize.chain.id': chainId(chain),
      'assize.verification.valid': found.valid,
      'assize.verification.mode': found.mode,
      'assize.verification.artifacts': found.verifiedCount,
    });
    return found;
  };
  return deps.traced.within('verify evidence', verifyAsSpan, 'alone');
}

/** Yields to all other requests, and rests for as long as it works. */
function pausing(clock: Clock, stopping: AbortSignal, others: () => Promise<unknown>): Pace['pause'] {
  let resumedAt = clock.monotonic();
  return async () => {
    stopping.throwIfAborted();
    await sleep(clock.monotonic() - resumedAt, undefined, { signal: stopping });
    await others();
    resumedAt = clock.monotonic();
  };
}

/** The findings, in the form that the API and the command line show. */
export function verificationFields(found: TimedVerification) {
  return {
    valid: found.valid,
    mode: found.mode,
    total_artifacts: found.totalArtifacts,
    verified_count: found.verifiedCount,
    pruned_count: found.prunedCount,
    redacted_count: found.redactedCount,
    chain_head_hash: found.chainHeadHash,
    tree_size: found.totalArtifacts,
    root_hash: found.rootHash,
    checkpoint: found.checkpoint,
    verified_at: new Date(found.verifiedAt).toISOString(),
    first_invalid: found.firstInvalid,
    restores: found.restores.map(statedRestoreFields),
  };
}

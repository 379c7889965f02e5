/**
 * Acknowledges that an older database was restored: the chain states which signed records are missing, and is signed
 * again from there. Only the holder of the signing folder can do this, and can repeat it after an interruption.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import {
  type JsonObject,
  parseJson,
  RESTORE_ACTION,
  type Restore,
  type RestoreOrigin,
  readStatedRestore,
  restoreFields,
  type StatedRestore,
  statedRestoreFields,
} from '@assize/evidence-format';
import { chainId } from '../../database/chain-id.ts';
import { holdLease, releaseLease } from '../../database/nodes/lease.ts';
import { type ChangeDeps, OPERATOR, recordChange, stampNow } from '../../evidence/changes/index.ts';
import { Failure } from '../../foundation/failure.ts';
import type { TreeDeps } from '../log/chain-tree.ts';
import { latestCheckpoint, type SignedCheckpoint } from '../log/checkpoints.ts';
import { Refusal } from '../log/refusal.ts';
import { publish, requireSigned, signAgain } from '../log/signing/chain-signer.ts';
import { lastSigned } from '../log/signing/last-signed.ts';
import type { OpenSigning } from '../log/signing/signing.ts';
import { SIGNING_STATES } from '../log/signing/signing-state.ts';
import { mayBeRestored, settleRefusals } from '../log/signing/unsigned.ts';
import type { EvidenceVerifier } from '../verification/evidence-verifier.ts';
import { restoresOf } from './stated.ts';

export interface RestoreDeps extends ChangeDeps, TreeDeps {
  signing: OpenSigning;
  evidenceVerifier: Pick<EvidenceVerifier, 'verifyAsPublished'>;
}

/** The person and the reason of the restore. */
export type RestoreWords = Pick<Restore, 'by' | 'reason'>;

/** The origin if other tools restored the database and the folder knows more records. */
const FOUND_BY_ITSELF: RestoreOrigin = { backupAt: null, signing: 'kept', signingAt: null };

const LEASE = 'acknowledge a restore';
const LEASE_MS = 10_000;
/** Longer than the lease of a killed process lasts. */
const WAIT_MS = 15_000;
const LOOK_EVERY_MS = 200;

/** @returns null if no signed record is missing. @throws {Failure} `conflict` if the database was not restored, or a restore is under way. */
export async function acknowledgeRestore(
  deps: RestoreDeps,
  chain: number,
  words: RestoreWords,
): Promise<StatedRestore | null> {
  const { db, signing } = deps;
  const state = await signing.state();
  if (state !== 'signs')
    throw new Failure('conflict', SIGNING_STATES[state], { conflict: 'signing_unavailable' });
  const { folder } = signing;
  const keptNote = (await folder.lastNote(chainId(chain)))?.note;
  if (!(await isRestored(deps, chain))) return null;
  const noted = await folder.unstated(chainId(chain));
  const lost = await lastKnown(deps, chain);
  const found = await soundAsPublished(deps, chain);
  const last = { lastSignedSize: lost?.size ?? 0, lastSigned: lost?.note ?? '' };
  const restore = { ...words, ...found, ...last, ...(noted ?? FOUND_BY_ITSELF) };
  const holder = deps.ids.random('cli');
  await takeTurn(deps, holder);
  try {
    if ((await folder.lastNote(chainId(chain)))?.note !== keptNote) throw isUnderWay();
    const stated = await statedAlready(deps, chain, restore, noted !== null);
    return await continueFrom(deps, chain, stated ?? (await stateRestore(deps, chain, restore)));
  } finally {
    await releaseLease(db, LEASE, holder);
  }
}

/** Checks that the chain matches its last signature, and changes nothing. @throws {Refusal} if it does not. */
export async function requireAsSigned(
  deps: TreeDeps & { signing: Pick<OpenSigning, 'folder' | 'verifiers'> },
  chain: number,
): Promise<void> {
  const { folder, verifiers } = deps.signing;
  await requireSigned({ ...deps, folder, verifiers }, chain);
}

/** Whether the chain no longer matches what was signed, or has an unstated restore. @throws {Failure} `conflict` */
async function isRestored(deps: RestoreDeps, chain: number): Promise<boolean> {
  try {
    await requireAsSigned(deps, chain);
    return false;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { problem, message } = error.finding;
    if (!mayBeRestored(problem)) throw noRestore(message);
    await deps.signing.alarm(chain, error.finding);
    return true;
  }
}

/** A folder restored from a copy may know less than the checkpoint in the database. */
async function lastKnown({ db, signing }: RestoreDeps, chain: number): Promise<SignedCheckpoint | null> {
  const kept = await signing.lastSigned(chain);
  const published = await latestCheckpoint(db, chain);
  if (published === null || published.size <= (kept?.size ?? 0)) return kept;
  return (await lastSigned(db, signing.folder, chain, () => signing.verifiers(chain))).signed;
}

/** A restored database is consistent in itself and with its own checkpoint. */
async function soundAsPublished(
  { db, evidenceVerifier }: RestoreDeps,
  chain: number,
): Promise<Pick<Restore, 'foundSize' | 'provenSize'>> {
  const published = await latestCheckpoint(db, chain);
  const { valid, totalArtifacts, firstInvalid } = await evidenceVerifier.verifyAsPublished(chain);
  if (!valid) throw noRestore(firstInvalid?.message ?? '');
  return { foundSize: totalArtifacts, provenSize: published?.size ?? 0 };
}

function noRestore(message: string): Failure {
  const why =
    `This does not look like an older database, so it can't be acknowledged as one. ${message} ` +
    'Restore a complete backup, and run assize evidence verify --full.';
  return new Failure('conflict', why, { conflict: 'not_a_restore' });
}

function isUnderWay(): Failure {
  return new Failure('conflict', 'Another process is acknowledging it. Try again in a minute.', {
    conflict: 'restore_acknowledged_elsewhere',
  });
}

/** @throws {Failure} `conflict` if another process works on it for longer than a killed one would appear to. */
async function takeTurn({ db, clock }: RestoreDeps, holder: string): Promise<void> {
  for (let waitedMs = 0; waitedMs < WAIT_MS; waitedMs += LOOK_EVERY_MS) {
    if (await holdLease(db, { name: LEASE, holder, nowMs: clock.now(), forMs: LEASE_MS })) return;
    await sleep(LOOK_EVERY_MS);
  }
  throw isUnderWay();
}

/** The statement of an earlier, interrupted run. @param isNoted whether the folder still names a restore. */
async function statedAlready(
  { db }: RestoreDeps,
  chain: number,
  restore: Restore,
  isNoted: boolean,
): Promise<StatedRestore | null> {
  const stated = (await restoresOf(db, chain)).findLast(({ isRepeated }) => !isRepeated);
  const isSame =
    stated?.lastSigned === restore.lastSigned &&
    stated.provenSize === restore.provenSize &&
    (!isNoted || stated.backupAt === restore.backupAt);
  return isSame ? stated : null;
}

async function stateRestore(deps: RestoreDeps, chain: number, restore: Restore): Promise<StatedRestore> {
  const stamp = stampNow(deps);
  const earlier = await takenAway(deps, chain);
  const change: JsonObject = { ...restoreFields(restore), earlier: earlier.map(statedRestoreFields) };
  await recordChange(deps, { chain, stamp, action: RESTORE_ACTION, actor: OPERATOR, change, statements: [] });
  const stated = (await restoresOf(deps.db, chain)).find(({ id }) => id === stamp.id);
  if (stated === undefined) throw new Error('a stated restore is missing');
  return stated;
}

/** Acknowledged restores of this folder whose records were lost in this restore. */
async function takenAway({ db, signing }: RestoreDeps, chain: number): Promise<StatedRestore[]> {
  const there = new Set((await restoresOf(db, chain)).map(({ id }) => id));
  const kept = await signing.folder.restores(chainId(chain));
  const restores = kept
    .map((text) => readStatedRestore(parseJson(text)))
    .filter((restore) => restore !== null);
  return restores.filter(({ id }) => !there.has(id));
}

/** The statement is kept before the last signed note is replaced, and only then is anything published. */
async function continueFrom(deps: RestoreDeps, chain: number, stated: StatedRestore): Promise<StatedRestore> {
  const { db, clock, signing } = deps;
  const { folder } = signing;
  const statement = `${JSON.stringify(statedRestoreFields(stated), null, 2)}\n`;
  await folder.keepRestore(chainId(chain), stated.id, statement);
  // Done after recording it and before the chain can be signed, so it is stated only once, however often this is
  // tried.
  await folder.markStated(chainId(chain));
  const publication = await signAgain({ ...deps, folder, signers: signing.signers }, chain, stated.index + 1);
  await folder.keepNote(chainId(chain), publication.note);
  await publish(db, [publication], clock.now());
  await settleRefusals(deps, chain);
  return stated;
}

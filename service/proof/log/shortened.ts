/**
 * Raises an alarm for each chain that has lost signed records while no process ran. SQLite treats a damaged log as one
 * that ends there, so a start may find fewer records than were answered for.
 */
import type { VerifierKey } from '@assize/evidence-format';
import { chainId, chainNumber } from '../../database/chain-id.ts';
import type { Database } from '../../database/open.ts';
import { sizeOf } from '../../evidence/reading/index.ts';
import type { Finding } from '../alarms/alarms.ts';
import { headsOf } from './chain-heads.ts';
import { Refusal } from './refusal.ts';
import { requireLength } from './signing/chain-signer.ts';
import { lastInFolder } from './signing/last-signed.ts';
import type { SigningFolder } from './signing/signing-folder.ts';
import { unstatedRefusal } from './unstated.ts';

export interface ShortenedDeps {
  db: Database;
  folder: SigningFolder;
  verifiers(chain: number): VerifierKey[];
  raise(chain: number, finding: Finding): Promise<void>;
}

const CHAINS_AT_ONCE = 128;

/** @throws for an empty database beside a folder that has signed: a new installation would hide the loss. */
export async function requireNotEmptied({ db, folder }: Pick<ShortenedDeps, 'db' | 'folder'>): Promise<void> {
  const { length } = await folder.signedChains();
  if (length === 0) return;
  const known = await db.selectFrom('chains').select('chain').limit(1).executeTakeFirst();
  if (known !== undefined) return;
  throw new Error(
    `The database is empty, and ${folder.path} has the signatures of ${length} chains: their evidence is lost, or it is in ` +
      'another database. Configure that database, or restore a backup: docs/backup.md. To start over, give the new database a ' +
      'separate signing folder: ASSIZE_SIGNING_DIR.',
  );
}

/** Call this before the first verdict. A chain that the database does not have is skipped. */
export async function reportShortened(deps: ShortenedDeps): Promise<void> {
  const signed = (await deps.folder.signedChains()).map(chainNumber).filter((chain) => chain !== null);
  for (let from = 0; from < signed.length; from += CHAINS_AT_ONCE) {
    for (const { chain, size } of await headsOf(deps.db, signed.slice(from, from + CHAINS_AT_ONCE))) {
      const finding = await findingOf(deps, chain, size);
      if (finding !== null) await deps.raise(chain, finding);
    }
  }
}

async function findingOf(
  { db, folder, verifiers }: ShortenedDeps,
  chain: number,
  size: number,
): Promise<Finding | null> {
  try {
    const last = await lastInFolder(folder, chain, () => verifiers(chain));
    // Another node may have signed since the size was read. Read again, the size is at least what was signed.
    if (last !== null && last.size > size) requireLength(await sizeOf(db, chain), last);
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.finding;
    throw error;
  }
}

/** Raises an alarm for each restore that is not stated yet, even if this node does not sign, or the chain has not grown. */
export async function reportUnstated(deps: Omit<ShortenedDeps, 'verifiers'>): Promise<void> {
  const named = (await deps.folder.unstatedChains()).map(chainNumber).filter((chain) => chain !== null);
  for (const { chain } of await headsOf(deps.db, named)) {
    const finding = await unstatedFinding(deps.folder, chain);
    if (finding !== null) await deps.raise(chain, finding);
  }
}

/** null if the chain has no unstated restore. */
export async function unstatedFinding(folder: SigningFolder, chain: number): Promise<Finding | null> {
  const restored = await folder.unstated(chainId(chain));
  return restored === null ? null : unstatedRefusal(restored).finding;
}

/**
 * Puts a backup back, in an order that does no harm where it is cut off: everything is checked first, then the signing
 * folder learns that a restore is to be stated, and the database takes its name last. Run again, it begins anew.
 */
import path from 'node:path';
import type { RestoreOrigin } from '@assize/evidence-format';
import { ensureFolder } from '../database/files/private-files.ts';
import type { DatabaseLocation } from '../database/location.ts';
import { migrations } from '../database/migrations/index.ts';
import type { Database } from '../database/open.ts';
import { openSigningFolder } from '../proof/log/index.ts';
import { type Contents, contentsIn, requireSame } from './chains.ts';
import { BackupFault, type Manifest } from './manifest.ts';
import { loadDump, requireNoTables } from './postgres-dump.ts';
import type { Environment } from './postgres-tools.ts';
import {
  hasSigningKeys,
  putSigningCopyBack,
  readSigningCopy,
  requireNoOther,
  type SigningCopy,
  type SigningPlaces,
} from './signing-copy.ts';
import { placeSqlite, requirePlaceFor } from './sqlite-place.ts';
import { verifyBackup } from './verify.ts';

export interface RestoreDeps extends SigningPlaces {
  location: DatabaseLocation;
  /** On the database of a server. */
  openServer(): Promise<Database>;
  environment: Environment;
  writer: string;
  /** Is added to the names of files that are replaced. */
  now: string;
}

export interface RestoreQuestion {
  /** The folder of a backup; null where the database was put back by other means, and is there. */
  from: string | null;
  /** The file of a copy; null where the signing folder is to be used as it is. */
  signingCopy: string | null;
  /** Whether there is neither a signing folder nor a copy, and a new key is to be made. */
  newSigningKey: boolean;
  /** Whether an embedded database that is there is moved aside. */
  replace: boolean;
}

export interface Restored {
  manifest: Manifest | null;
  origin: RestoreOrigin;
  /** Names of the chains whose restore is to be stated. */
  chains: string[];
  /** Where the database went that was there; null if there was none. */
  replaced: string | null;
}

/** @throws {BackupFault} where the backup can't be used, and an Error where it has no place; nothing is changed then. */
export async function restoreBackup(deps: RestoreDeps, question: RestoreQuestion): Promise<Restored> {
  const { from } = question;
  const manifest = from === null ? null : await verifyBackup(from, deps.environment);
  const copy = question.signingCopy === null ? null : await readSigningCopy(question.signingCopy);
  const origin = await originOf(deps, question, copy, manifest);
  if (from === null || manifest === null) {
    const chains = await chainsThere(deps);
    await prepareSigning(deps, copy, { chains, origin });
    return { manifest, origin, chains, replaced: null };
  }
  requireKnown(deps, manifest);
  const chains = manifest.chains.map(({ chain }) => chain);
  const file = path.join(from, manifest.files[0]?.name ?? '');
  const prepare = () => prepareSigning(deps, copy, { chains, origin });
  const replaced = await unlessItFails(deps, origin, (taken) => {
    const placing = { file, manifest, prepare, taken, replace: question.replace };
    return deps.location.kind === 'sqlite'
      ? intoFolder(deps, deps.location.path, placing)
      : intoServer(deps, deps.location.url, placing);
  });
  return { manifest, origin, chains, replaced };
}

/**
 * Where the signing folder was there before, it may go on over the database that was there before. Once the older one
 * has its place, its restore is to be stated, even if a later step fails.
 * @param place is handed what it calls when the database is about to be there.
 */
async function unlessItFails<T>(
  { signingDir, writer }: RestoreDeps,
  { signing }: RestoreOrigin,
  place: (taken: () => void) => Promise<T>,
): Promise<T> {
  const folder = await openSigningFolder(signingDir, writer);
  const before = new Map<string, RestoreOrigin | null>();
  for (const chain of await folder.unstatedChains()) before.set(chain, await folder.unstated(chain));
  let isTaken = false;
  try {
    return await place(() => {
      isTaken = true;
    });
  } catch (error) {
    if (signing !== 'kept' || isTaken) throw error;
    for (const chain of await folder.unstatedChains()) {
      const earlier = before.get(chain) ?? null;
      if (earlier === null) await folder.markStated(chain);
      else await folder.markUnstated(chain, earlier);
    }
    throw error;
  }
}

interface Placing {
  file: string;
  manifest: Manifest;
  /** To be called before the database is there. */
  prepare(): Promise<void>;
  /** To be called when it may be there. */
  taken(): void;
  replace: boolean;
}

async function intoFolder(
  { writer, now }: RestoreDeps,
  to: string,
  { file, manifest, prepare, taken, replace }: Placing,
): Promise<string | null> {
  await requirePlaceFor(to, replace);
  const wanted = manifest.files[0]?.sha256 ?? '';
  return placeSqlite({ from: file, to, wanted, writer, now, replace }, { prepare, taken });
}

async function intoServer(
  deps: RestoreDeps,
  url: string,
  { file, manifest, prepare, taken, replace }: Placing,
): Promise<null> {
  if (replace)
    throw new Error('--replace is for the embedded database. Make an empty database on the server.');
  const db = await deps.openServer();
  try {
    await requireNoTables(db);
    await prepare();
    await loadDump(db, { url, environment: deps.environment }, file).catch(async (error: unknown) => {
      // It was loaded in one transaction; where no one can tell whether that was committed, it may have been.
      const isEmpty = await requireNoTables(db).then(
        () => true,
        () => false,
      );
      if (!isEmpty) taken();
      throw error;
    });
    taken();
    requireWhatWasLoaded(manifest, await contentsIn(db));
    return null;
  } finally {
    await db.destroy();
  }
}

function requireWhatWasLoaded(manifest: Manifest, found: Contents): void {
  try {
    requireSame(manifest, found);
  } catch (error) {
    if (!(error instanceof BackupFault)) throw error;
    throw new BackupFault(
      `${error.message} The database holds what was loaded: drop it, and make an empty one.`,
    );
  }
}

function requireKnown({ location }: RestoreDeps, { database, migration, programVersion }: Manifest): void {
  if (database !== location.kind) {
    const wayOut =
      database === 'postgres'
        ? 'Name an empty database with ASSIZE_DATABASE_URL.'
        : 'Leave ASSIZE_DATABASE_URL out.';
    throw new BackupFault(`This is a backup of ${database}. ${wayOut}`);
  }
  if (migration > (migrations.at(-1)?.version ?? 0)) {
    throw new BackupFault(
      `This backup is of Assize ${programVersion}, whose tables are newer than this program knows. ` +
        'Put it back with that version, or a later one.',
    );
  }
}

/** Says where the knowledge of what was signed comes from. @throws where the question leaves that open. */
async function originOf(
  { signingDir }: RestoreDeps,
  { newSigningKey }: RestoreQuestion,
  copy: SigningCopy | null,
  manifest: Manifest | null,
): Promise<RestoreOrigin> {
  const backupAt = manifest?.createdAt ?? null;
  if (copy !== null) {
    await requireNoOther(signingDir, copy.files);
    return { backupAt, signing: 'copy', signingAt: copy.createdAt };
  }
  const hasKeys = await hasSigningKeys(signingDir);
  if (newSigningKey) {
    if (hasKeys) throw new Error(`The signing folder ${signingDir} has keys. Leave out --new-signing-key.`);
    return { backupAt, signing: 'lost', signingAt: null };
  }
  if (hasKeys) return { backupAt, signing: 'kept', signingAt: null };
  throw new Error(
    `There are no signing keys in ${signingDir}. Name the signing folder with ASSIZE_SIGNING_DIR where it is there ` +
      'still; put the newest copy back with --signing FILE; or, where all are lost, pass --new-signing-key.',
  );
}

async function chainsThere({ location, openServer }: RestoreDeps): Promise<string[]> {
  if (location.kind === 'sqlite') {
    throw new Error('Name the backup. Only a PostgreSQL database can have been put back by other means.');
  }
  const db = await openServer();
  try {
    return (await contentsIn(db)).chains.map(({ chain }) => chain);
  } finally {
    await db.destroy();
  }
}

/** The restore is to be stated before the keys are there, and the keys are there before the database is. */
async function prepareSigning(
  deps: RestoreDeps,
  copy: SigningCopy | null,
  { chains, origin }: Pick<Restored, 'chains' | 'origin'>,
): Promise<void> {
  await ensureFolder(deps.signingDir);
  const folder = await openSigningFolder(deps.signingDir, deps.writer);
  for (const chain of chains) {
    // Where the database came back by other means, an earlier try may know more.
    const backupAt = origin.backupAt ?? (await folder.unstated(chain))?.backupAt ?? null;
    await folder.markUnstated(chain, { ...origin, backupAt });
  }
  if (copy !== null) await putSigningCopyBack(deps, copy, deps.writer);
}

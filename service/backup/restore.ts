/** Puts a backup back: checks all, notes that a restore must be stated, and gives the database its name last. */
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
  /** Connects to a server's database. */
  openServer(): Promise<Database>;
  environment: Environment;
  writer: string;
  /** Added to the names of files that are replaced. */
  now: string;
}

export interface RestoreQuestion {
  /** The folder of a backup; null where the database has already been put back by other means. */
  from: string | null;
  /** The file of a copy; null to use the signing folder unchanged. */
  signingCopy: string | null;
  /** Whether to create a new key, where there is neither a signing folder nor a copy. */
  newSigningKey: boolean;
  /** Whether to move an existing embedded database aside. */
  replace: boolean;
}

export interface Restored {
  manifest: Manifest | null;
  origin: RestoreOrigin;
  /** Names of the chains whose restore must be stated. */
  chains: string[];
  /** The new place of the earlier database; null if there was none. */
  replaced: string | null;
}

/** @throws {BackupFault} where the backup can't be used, or an Error where it can't be put there; nothing has changed. */
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
  const replaced = await unlessItFails(deps, origin, async (taken) => {
    const { location, writer, now } = deps;
    const { replace } = question;
    const placing = { file, manifest, prepare, taken, replace };
    if (location.kind === 'postgres') return intoServer(deps, location.url, placing);
    await requirePlaceFor(location.path, replace);
    const wanted = manifest.files[0]?.sha256 ?? '';
    return placeSqlite({ from: file, to: location.path, wanted, writer, now, replace }, { prepare, taken });
  });
  return { manifest, origin, chains, replaced };
}

/**
 * Until the older database is in its place, an existing signing folder may still serve the earlier one; after that, the
 * restore must be stated. @param place calls what it is given once the database is about to be there.
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
  /** Call it before the database is in its place. */
  prepare(): Promise<void>;
  /** Call it once the database may be in its place. */
  taken(): void;
  replace: boolean;
}

async function intoServer(
  deps: RestoreDeps,
  url: string,
  { file, manifest, prepare, taken, replace }: Placing,
): Promise<null> {
  if (replace)
    throw new Error(
      '--replace works only with the embedded database. Create an empty database on the server.',
    );
  const db = await deps.openServer();
  try {
    await requireNoTables(db);
    await prepare();
    await loadDump(db, { url, environment: deps.environment }, file).catch(async (error: unknown) => {
      // The load was one transaction, and it may have been committed even if no answer came.
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
      `${error.message} The database holds what was loaded: drop it, and create an empty one.`,
    );
  }
}

function requireKnown({ location }: RestoreDeps, { database, migration, program_version }: Manifest): void {
  if (database !== location.kind) {
    const wayOut =
      database === 'postgres'
        ? 'Name an empty database with ASSIZE_DATABASE_URL.'
        : 'Unset ASSIZE_DATABASE_URL.';
    throw new BackupFault(`This is a backup of ${database}. ${wayOut}`);
  }
  if (migration > (migrations.at(-1)?.version ?? 0)) {
    throw new BackupFault(
      `This backup is of Assize ${program_version}, whose tables are newer than this program knows. ` +
        'Restore it with that version, or a later one.',
    );
  }
}

/** Says where the knowledge of earlier signatures comes from. @throws where the options leave that open. */
async function originOf(
  { signingDir }: RestoreDeps,
  { newSigningKey }: RestoreQuestion,
  copy: SigningCopy | null,
  manifest: Manifest | null,
): Promise<RestoreOrigin> {
  const backupAt = manifest?.created_at ?? null;
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
    `There are no signing keys in ${signingDir}. If the signing folder still exists, name it with ASSIZE_SIGNING_DIR. ` +
      'Otherwise put the newest copy back with --signing FILE or, if all are lost, pass --new-signing-key.',
  );
}

async function chainsThere({ location, openServer }: RestoreDeps): Promise<string[]> {
  if (location.kind === 'sqlite') {
    throw new Error('Name the backup: only a PostgreSQL database can be put back by other means.');
  }
  const db = await openServer();
  try {
    return (await contentsIn(db)).chains.map(({ chain }) => chain);
  } finally {
    await db.destroy();
  }
}

/** Notes the restore before the keys are in place, and puts the keys in place before the database. */
async function prepareSigning(
  deps: RestoreDeps,
  copy: SigningCopy | null,
  { chains, origin }: Pick<Restored, 'chains' | 'origin'>,
): Promise<void> {
  await ensureFolder(deps.signingDir);
  const folder = await openSigningFolder(deps.signingDir, deps.writer);
  for (const chain of chains) {
    // Where the database was put back by other means, an earlier attempt may know more.
    const backupAt = origin.backupAt ?? (await folder.unstated(chain))?.backupAt ?? null;
    await folder.markUnstated(chain, { ...origin, backupAt });
  }
  if (copy !== null) await putSigningCopyBack(deps, copy, deps.writer);
}

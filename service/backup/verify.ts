/** Checks a backup without a service and without changing it: its files are whole, and match its manifest. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { requireSame } from './chains.ts';
import { fileFacts } from './file-facts.ts';
import { BackupFault, MANIFEST, type Manifest, readManifest } from './manifest.ts';
import { requireReadableDump } from './postgres-dump.ts';
import type { Environment } from './postgres-tools.ts';
import { readSqliteCopy } from './sqlite-copy.ts';

/** @param environment of this process. @throws {BackupFault} where the backup can't be used. */
export async function verifyBackup(folder: string, environment: Environment): Promise<Manifest> {
  const manifest = readManifest(await manifestText(folder));
  const [file] = manifest.files;
  if (file === undefined || manifest.files.length !== 1) throw new BackupFault('Its manifest names no file.');
  await requireFiles(folder, manifest);
  const database = path.join(folder, file.name);
  if (manifest.database === 'sqlite') requireSame(manifest, readSqliteCopy(database));
  else await requireReadableDump(database, manifest, environment);
  return manifest;
}

async function manifestText(folder: string): Promise<string> {
  try {
    return await readFile(path.join(folder, MANIFEST), 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
    throw new BackupFault(`${folder} is not a backup: it has no ${MANIFEST}.`);
  }
}

/** Requires each file that the manifest names, with its size and hash. */
async function requireFiles(folder: string, { files }: Manifest): Promise<void> {
  const there = new Set(await readdir(folder));
  for (const expected of files) {
    // A name with a slash would lead elsewhere, and never matches.
    if (!there.has(expected.name)) throw new BackupFault(`Its file ${expected.name} is missing.`);
    const found = await fileFacts(path.join(folder, expected.name));
    if (found.bytes !== expected.bytes) {
      throw new BackupFault(
        `Its file ${expected.name} has ${found.bytes} bytes instead of ${expected.bytes}.`,
      );
    }
    if (found.sha256 !== expected.sha256) {
      throw new BackupFault(`Its file ${expected.name} has changed: its SHA-256 differs.`);
    }
  }
}

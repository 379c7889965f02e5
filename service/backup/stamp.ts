/** The newest backup that was made here, kept beside the database, so that `assize doctor` need not guess. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseJson } from '@assize/evidence-format';
import { writeDurably } from '../database/files/durable-file.ts';
import { ensureFolder } from '../database/files/private-files.ts';

export interface BackupStamp {
  /** ISO 8601. */
  at: string;
  folder: string;
}

/** Its name begins as those of the database's own files, so that the data folder holds ours alone. */
const fileIn = (dataDir: string) => path.join(dataDir, 'assize.db.last-backup');

/** Beside a server's database there may be no data folder yet: it is made for this. */
export async function stampBackup(dataDir: string, stamp: BackupStamp, writer: string): Promise<void> {
  await ensureFolder(dataDir);
  await writeDurably(fileIn(dataDir), `${JSON.stringify(stamp)}\n`, writer);
}

/** null where none was made here. */
export async function lastBackup(dataDir: string): Promise<BackupStamp | null> {
  const text = await readFile(fileIn(dataDir), 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    const { at, folder } = parseJson(text) as Record<string, unknown>;
    if (typeof at !== 'string' || Number.isNaN(Date.parse(at)) || typeof folder !== 'string') return null;
    return { at, folder };
  } catch {
    return null;
  }
}

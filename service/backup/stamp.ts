/** Notes the newest backup that was made here beside the database, for `assize doctor`. */
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

/** The name begins like those of the database's own files. */
const fileIn = (dataDir: string) => path.join(dataDir, 'assize.db.last-backup');

/** With a server's database there may be no data folder yet, so it is created. */
export async function stampBackup(dataDir: string, stamp: BackupStamp, writer: string): Promise<void> {
  await ensureFolder(dataDir);
  await writeDurably(fileIn(dataDir), `${JSON.stringify(stamp)}\n`, writer);
}

/** @returns null where none was made here. */
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

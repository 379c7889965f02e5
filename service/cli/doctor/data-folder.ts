/** The findings of `assize doctor` on the data folder of the embedded database, and on backups. */
import { access, constants, statfs } from 'node:fs/promises';
import path from 'node:path';
import { lastBackup } from '../../backup/index.ts';
import type { Config } from '../../config/config.ts';
import { readableByOthers } from '../../database/files/private-files.ts';
import { DAY_MS, systemClock } from '../../foundation/clock.ts';
import { describe } from '../terminal.ts';
import { type Finding, findingsOn } from './finding.ts';

const MIN_FREE_BYTES = 1_000_000_000;
/** With less free space, evidence soon can't be written. */
const FULL_BYTES = 1_000_000;
/** After a week without a backup, regular backups have stopped. */
const LONG_AGO_DAYS = 7;

export async function dataFolderFindings(dataDir: string): Promise<Finding[]> {
  const { ok, warning, problem } = findingsOn('data folder');
  try {
    await access(dataDir, constants.W_OK);
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (isMissing) return [warning(`${dataDir} does not exist; the first start creates it`)];
    return [problem(`${dataDir} can't be written: ${describe(error)}`)];
  }
  const { bavail, bsize } = await statfs(dataDir);
  const free = bavail * bsize;
  const room =
    free < FULL_BYTES
      ? problem(`${dataDir}: the disk is full, so no evidence can be written. Make room`)
      : (free < MIN_FREE_BYTES ? warning : ok)(`${dataDir}, ${(free / 1e9).toFixed(1)} GB free`);
  const open = await readableByOthers(path.join(dataDir, 'assize.db'));
  if (open.length === 0) return [room];
  const found = `other users of this machine can read ${open.join(', ')}; the next start corrects the permissions where it may`;
  return [room, warning(found)];
}

/** The age of the last backup that `assize backup` made here. */
export async function backupFinding({ database, dataDir, clockOffsetMs }: Config): Promise<Finding> {
  const { ok, warning } = findingsOn('backup');
  const last = await lastBackup(dataDir);
  if (last === null) {
    // A server is often backed up with its own tools, which leave no trace here.
    const finding = database.kind === 'sqlite' ? warning : ok;
    return finding('none was made here by assize backup. docs/backup.md says how');
  }
  const days = Math.floor((systemClock(clockOffsetMs).now() - Date.parse(last.at)) / DAY_MS);
  const ago = days < 1 ? 'today' : `${days} ${days === 1 ? 'day' : 'days'} ago`;
  const finding = days >= LONG_AGO_DAYS ? warning : ok;
  return finding(`the last was made ${ago} (${last.at}), in ${last.folder}`);
}

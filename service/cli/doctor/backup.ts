/** The finding of `assize doctor` on backups: the age of the last one that `assize backup` made here. */
import { lastBackup } from '../../backup/index.ts';
import type { Config } from '../../config/config.ts';
import { DAY_MS, systemClock } from '../../foundation/clock.ts';
import type { Finding } from './node.ts';

/** After a week without a backup, regular backups have stopped. */
const LONG_AGO_DAYS = 7;

export async function backupFinding({ database, dataDir, clockOffsetMs }: Config): Promise<Finding> {
  const finding = (state: Finding['state'], found: string): Finding => ({ what: 'backup', state, found });
  const last = await lastBackup(dataDir);
  if (last === null) {
    // A server is often backed up with its own tools, which leave no trace here.
    const state = database.kind === 'sqlite' ? 'warning' : 'ok';
    return finding(state, 'none was made here by assize backup. docs/backup.md says how');
  }
  const days = Math.floor((systemClock(clockOffsetMs).now() - Date.parse(last.at)) / DAY_MS);
  const ago = days < 1 ? 'today' : `${days} ${days === 1 ? 'day' : 'days'} ago`;
  const state = days >= LONG_AGO_DAYS ? 'warning' : 'ok';
  return finding(state, `the last was made ${ago} (${last.at}), in ${last.folder}`);
}

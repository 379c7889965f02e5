/** The finding of `assize doctor` on backups: only where `assize backup` has made one here, so that it need not guess. */
import { lastBackup } from '../../backup/index.ts';
import type { Config } from '../../config/config.ts';
import { DAY_MS, systemClock } from '../../foundation/clock.ts';
import type { Finding } from './node.ts';

/** A week without a backup is no habit any more. */
const LONG_AGO_DAYS = 7;

export async function backupFinding({ dataDir, clockOffsetMs }: Config): Promise<Finding[]> {
  const last = await lastBackup(dataDir);
  if (last === null) return [];
  const days = Math.floor((systemClock(clockOffsetMs).now() - Date.parse(last.at)) / DAY_MS);
  const state = days >= LONG_AGO_DAYS ? 'warning' : 'ok';
  const ago = days < 1 ? 'today' : `${days} ${days === 1 ? 'day' : 'days'} ago`;
  return [{ what: 'backup', state, found: `the last was made ${ago} (${last.at}), in ${last.folder}` }];
}

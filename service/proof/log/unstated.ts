/**
 * Restores that no record states yet. `assize restore` leaves a file for each chain in the signing folder before the
 * database is there; until a person has acknowledged the restore, nothing of that chain is signed.
 */
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import {
  parseJson,
  type RestoreOrigin,
  readRestoreOrigin,
  restoreOriginFields,
} from '@assize/evidence-format';
import { missingAs, syncFolder, writeDurably } from '../../database/files/durable-file.ts';
import { Refusal } from './refusal.ts';

export const UNSTATED_FOLDER = 'unstated';
const OWNER_ONLY = 0o700;
const ENDING = '.json';

/** @param writer as for the signing folder. */
export function unstatedIn(signingFolder: string, writer: string) {
  const folder = path.join(signingFolder, UNSTATED_FOLDER);
  const fileOf = (chain: string) => path.join(folder, chain + ENDING);

  /** The origin of the chain's unstated restore; null if it has none. */
  async function unstated(chain: string): Promise<RestoreOrigin | null> {
    const text = await missingAs(null, readFile(fileOf(chain), 'utf8'));
    if (text === null) return null;
    const fields = parsed(text);
    return fields === null ? UNKNOWN : readRestoreOrigin(fields);
  }

  return {
    unstated,
    async unstatedChains(): Promise<string[]> {
      const names = await missingAs([], readdir(folder));
      return names.filter((name) => name.endsWith(ENDING)).map((name) => name.slice(0, -ENDING.length));
    },
    /** The folder must exist. Keeps what an earlier restore knew about the signing state. */
    async markUnstated(chain: string, origin: RestoreOrigin): Promise<void> {
      await mkdir(folder, { recursive: true, mode: OWNER_ONLY });
      await syncFolder(signingFolder);
      const earlier = await unstated(chain);
      const isLessSure = earlier !== null && earlier.signing !== 'kept' && origin.signing === 'kept';
      const { signing, signingAt } = isLessSure ? earlier : origin;
      const fields = restoreOriginFields({ ...origin, signing, signingAt });
      await writeDurably(fileOf(chain), `${JSON.stringify(fields, null, 2)}\n`, writer);
    },
    async markStated(chain: string): Promise<void> {
      await rm(fileOf(chain), { force: true });
      await missingAs(undefined, syncFolder(folder));
    },
  };
}

/** A damaged file still says that there was a restore, but nothing about what had been signed. */
const UNKNOWN: RestoreOrigin = { backupAt: null, signing: 'lost', signingAt: null };

function parsed(text: string): ReturnType<typeof parseJson> {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}

export function unstatedRefusal({ backupAt }: RestoreOrigin): Refusal {
  const from = backupAt === null ? 'a backup' : `the backup of ${backupAt}`;
  return new Refusal(
    'restore_not_stated',
    `The database was put back from ${from}, and no record of the chain states it yet.`,
  );
}

/** What `assize doctor` says of signing: whether this node signs, with what, and how far. */

import { lstat } from 'node:fs/promises';
import type { Database } from '../../database/open.ts';
import type { Clock } from '../../foundation/clock.ts';
import { openSigningFolder, SIGNING_STATES, signingStateOf } from '../../proof/index.ts';
import { describe } from '../terminal.ts';

export interface SigningFinding {
  what: 'signing';
  state: 'ok' | 'warning' | 'problem';
  found: string;
}

/** Changes nothing, and makes nothing. */
export async function signingFinding(
  db: Database,
  clock: Clock,
  folderPath: string,
): Promise<SigningFinding> {
  const finding = (state: SigningFinding['state'], found: string): SigningFinding => ({
    what: 'signing',
    state,
    found,
  });
  try {
    const isThere = await lstat(folderPath).then(
      () => true,
      () => false,
    );
    const published = await db
      .selectFrom('verifier_keys')
      .select('public_key')
      .execute()
      .catch(() => []);
    if (!isThere && published.length === 0)
      return finding('ok', `the first start makes a key in ${folderPath}`);
    const folder = await openSigningFolder(folderPath, 'doctor');
    const state = await signingStateOf({ db, clock, folder });
    const keys = folder.keys().length;
    if (state !== 'signs') return finding('warning', SIGNING_STATES[state]);
    return finding('ok', `${SIGNING_STATES[state]} ${keys} ${keys === 1 ? 'key' : 'keys'} in ${folderPath}`);
  } catch (error) {
    return finding('problem', describe(error));
  }
}

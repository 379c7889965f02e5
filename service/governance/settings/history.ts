/** Reads from the evidence of each change which settings held from then on. */

import type { Database } from '../../database/open.ts';
import { changesOf, type HistoryEntry, historyOf } from '../../evidence/changes/index.ts';
import { ACTIVATION } from './change.ts';
import { DEFAULT_SETTINGS, versionOf } from './terms/settings.ts';
import { STANDARD_VERSION } from './versions.ts';

export interface HeldSettings {
  version: number;
  /** The name that evaluations give the version. */
  lawVersion: string;
}

/** Before the first change. */
export const STANDARD_HELD: HeldSettings = {
  version: STANDARD_VERSION,
  lawVersion: versionOf(DEFAULT_SETTINGS).version,
};

/** In the order of the chain. */
export async function* settingsHistory(
  db: Database,
  chain: number,
): AsyncGenerator<HistoryEntry<HeldSettings>, void> {
  const inForce = await db
    .selectFrom('settings_in_force')
    .select(['version', 'evidence_id'])
    .where('chain', '=', chain)
    .executeTakeFirst();
  const rows = await db
    .selectFrom('settings_versions')
    .select(['version', 'law_version'])
    .where('chain', '=', chain)
    .execute();
  const lawVersions = new Map(rows.map((row) => [row.version, row.law_version]));
  lawVersions.set(STANDARD_HELD.version, STANDARD_HELD.lawVersion);
  const held = (version: unknown, recorded?: unknown): HeldSettings | undefined => {
    if (typeof version !== 'number') return undefined;
    const lawVersion = recorded ?? lawVersions.get(version);
    return typeof lawVersion === 'string' ? { version, lawVersion } : undefined;
  };
  yield* historyOf<HeldSettings>(changesOf(db, chain, [ACTIVATION]), {
    after: ({ to, law_version }) => held(to, law_version),
    before: ({ from }) => held(from),
    now: (id) => (inForce?.evidence_id === id ? held(inForce.version) : undefined),
  });
}

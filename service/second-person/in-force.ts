/**
 * The parts of governance that need a second person now. If the document in force was deleted without the service, none
 * do: that takes access to the database, and other settings must still be possible to put in force.
 */
import type { Database } from '../database/open.ts';
import { Failure } from '../foundation/failure.ts';
import type { GovernanceCache } from '../governance/index.ts';
import type { Area } from '../governance/second-person/index.ts';
import { keptVersion } from '../governance/settings/index.ts';
import { DEFAULT_APPROVAL_SETTINGS } from '../governance/settings/terms/index.ts';

export interface Needed {
  /** The version of the settings that says so. */
  version: number;
  areas: readonly Area[];
}

/** @throws {Failure} `unavailable`. */
export async function neededIn(
  { db, governance }: { db: Database; governance: GovernanceCache },
  chain: number,
): Promise<Needed> {
  try {
    const { version, secondPerson: areas } = (await governance.of(chain)).settings;
    return { version, areas };
  } catch (error) {
    if (!(error instanceof Failure && error.code === 'unavailable')) throw error;
    const row = await db
      .selectFrom('settings_in_force')
      .select('version')
      .where('chain', '=', chain)
      .executeTakeFirst();
    const reading = { db, approvalSettings: DEFAULT_APPROVAL_SETTINGS };
    if (row === undefined || (await keptVersion(reading, chain, row.version)) !== null) throw error;
    return { version: row.version, areas: [] };
  }
}

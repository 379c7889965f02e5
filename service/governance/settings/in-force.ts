/**
 * The settings in force for a chain: the tenant's own version, or, where it has set none, the standard ones. Those of
 * the past are read from the evidence of each change.
 */
import type { Database } from '../../database/open.ts';
import { changesOf, type HistoryEntry, historyOf } from '../../evidence/changes/index.ts';
import { Failure } from '../../foundation/failure.ts';
import type { Area } from '../second-person/areas.ts';
import { ACTIVATION } from './change.ts';
import { DEFAULT_DETAIL, type Detail } from './routes/routes.ts';
import {
  type ApprovalSettings,
  approvalsOf,
  DEFAULT_SETTINGS,
  detailOf,
  lawsOf,
  type SettingsVersion,
  secondPersonOf,
  versionOf,
} from './terms/settings.ts';
import { STANDARD_VERSION, storedVersion } from './versions.ts';

export interface SettingsInForce {
  /** The thresholds of the laws. */
  laws: SettingsVersion;
  /** null where the tenant has set none; then the installation's settings hold. */
  approvals: ApprovalSettings | null;
  /** How much of a request leaves the service by a channel. */
  detail: Detail;
  /** The parts of governance whose changes need a second person. */
  secondPerson: readonly Area[];
  /** 0 while the tenant has set nothing. */
  version: number;
}

const STANDARD: SettingsInForce = {
  laws: versionOf(DEFAULT_SETTINGS),
  approvals: null,
  detail: DEFAULT_DETAIL,
  secondPerson: [],
  version: 0,
};
const RETRY_AFTER_SECONDS = 5;

/** Governance is loaded again for every change of any part of it, but a version never changes, so it is read once. */
const MAX_KEPT = 1000;
const kept = new WeakMap<Database, Map<string, SettingsInForce>>();

/** @throws {Failure} `unavailable` where the version in force is gone: others must not hold in its place. */
export async function settingsInForce(db: Database, chain: number): Promise<SettingsInForce> {
  const row = await db
    .selectFrom('settings_in_force')
    .select('version')
    .where('chain', '=', chain)
    .executeTakeFirst();
  if (row === undefined || row.version === STANDARD.version) return STANDARD;
  const { version } = row;
  let known = kept.get(db);
  if (known === undefined) {
    known = new Map();
    kept.set(db, known);
  }
  const name = `${chain}/${version}`;
  const before = known.get(name);
  if (before !== undefined) return before;
  const stored = await storedVersion(db, chain, version);
  if (stored === null) {
    throw Failure.unavailable(RETRY_AFTER_SECONDS, new Error(`version ${version} of the settings is gone`));
  }
  const { document } = stored;
  const read = {
    laws: versionOf(lawsOf(document)),
    approvals: approvalsOf(document),
    detail: detailOf(document),
    secondPerson: secondPersonOf(document),
    version,
  };
  if (known.size >= MAX_KEPT) known.clear();
  known.set(name, read);
  return read;
}

interface HeldSettings {
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

/** Reads the parts of governance that needed a second person under each version, once; none under one that is gone. */
export function keptAreas(db: Database, chain: number): (version: unknown) => Promise<readonly Area[]> {
  const known = new Map<unknown, readonly Area[]>();
  return async (version) => {
    const before = known.get(version);
    if (before !== undefined) return before;
    const stored = typeof version === 'number' ? await storedVersion(db, chain, version) : null;
    const areas = stored === null ? [] : secondPersonOf(stored.document);
    known.set(version, areas);
    return areas;
  };
}

/** The versions of a chain's settings as they are stored: numbered from 1, and never changed. */

import { parseJson } from '@assize/evidence-format';
import type { Selectable } from 'kysely';
import type { Database } from '../../database/open.ts';
import type { SettingsVersionsTable } from '../../database/tables/governance.ts';
import { Failure } from '../../foundation/failure.ts';
import {
  type ApprovalSettings,
  DEFAULT_SETTINGS,
  type LawSettings,
  lawsOf,
  type SettingsDocument,
  standardDocument,
  versionOf,
} from './terms/settings.ts';

/** The version that holds where the tenant has set nothing, and that it can always go back to. */
export const STANDARD_VERSION = 0;

export interface CurrentSettings extends Version {
  /** ms since the epoch; null where nothing was ever set. */
  activatedAt: number | null;
  activatedBy: string | null;
}

export interface VersionsDeps {
  db: Database;
  /** The approval settings of tenants that have set none. */
  approvalSettings: ApprovalSettings;
}

export interface VersionEntry {
  version: number;
  /** The version of the law settings, as evaluations name it: `sha256:` and hex. */
  lawVersion: string;
  /** ms since the epoch; null for the standard settings. */
  createdAt: number | null;
  /** The id of a key, or `operator`; null for the standard settings. */
  createdBy: string | null;
}

export interface Version extends VersionEntry {
  document: SettingsDocument;
}

/** @throws {Failure} `not_found` */
export async function findVersion(deps: VersionsDeps, chain: number, version: number): Promise<Version> {
  const found = await keptVersion(deps, chain, version);
  if (found === null) throw new Failure('not_found', 'There is no such version of the settings.');
  return found;
}

/** Returns null where there is no such version, or its row was deleted or changed without the service. */
export async function keptVersion(
  deps: VersionsDeps,
  chain: number,
  version: number,
): Promise<Version | null> {
  if (version === STANDARD_VERSION) {
    const document = standardDocument(deps.approvalSettings);
    const { version: lawVersion } = versionOf(lawsOf(document));
    return { version, lawVersion, createdAt: null, createdBy: null, document };
  }
  return storedVersion(deps.db, chain, version);
}

/** The same for a version that the tenant has set. */
export async function storedVersion(db: Database, chain: number, version: number): Promise<Version | null> {
  const row = await db
    .selectFrom('settings_versions')
    .selectAll()
    .where('chain', '=', chain)
    .where('version', '=', version)
    .executeTakeFirst();
  const document = row === undefined ? null : documentRead(row.document);
  return row === undefined || document === null ? null : { ...entryOf(row), document };
}

/** Newest first. @param before only those with a lower number. */
export async function listVersions(
  db: Database,
  chain: number,
  { before, limit }: { before?: number; limit: number },
): Promise<VersionEntry[]> {
  const rows = await db
    .selectFrom('settings_versions')
    .select(['version', 'law_version', 'created_at', 'created_by'])
    .where('chain', '=', chain)
    .where('version', '<', before ?? Number.MAX_SAFE_INTEGER)
    .orderBy('version', 'desc')
    .limit(limit)
    .execute();
  return rows.map(entryOf);
}

/** Returns the number of versions, which is also the number of the newest. */
export async function newestVersion(db: Database, chain: number): Promise<number> {
  const row = await db
    .selectFrom('settings_versions')
    .select('version')
    .where('chain', '=', chain)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.version ?? STANDARD_VERSION;
}

/**
 * Returns all law settings that evaluations of the chain can have been judged by, by the version that they name. The
 * version is computed from each document, so a document that was changed does not match any evaluation.
 */
export async function settingsVersionsOf(
  db: Database,
  chain: number,
): Promise<ReadonlyMap<string, LawSettings>> {
  const versions = new Map<string, LawSettings>();
  const add = (laws: LawSettings) => {
    const { version, settings } = versionOf(laws);
    versions.set(version, settings);
  };
  add(DEFAULT_SETTINGS);
  const rows = await db
    .selectFrom('settings_versions')
    .select('document')
    .where('chain', '=', chain)
    .execute();
  for (const { document } of rows) {
    const read = documentRead(document);
    if (read !== null) add(lawsOf(read));
  }
  return versions;
}

/** Returns null where the text is not a document, which counts as gone; the registry of settings reports it. */
export function documentRead(text: string): SettingsDocument | null {
  try {
    const value: unknown = parseJson(text);
    return typeof value === 'object' ? (value as SettingsDocument | null) : null;
  } catch {
    return null;
  }
}

function entryOf({
  version,
  law_version,
  created_at,
  created_by,
}: Omit<Selectable<SettingsVersionsTable>, 'chain' | 'document'>): VersionEntry {
  return { version, lawVersion: law_version, createdAt: created_at, createdBy: created_by };
}

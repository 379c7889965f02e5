/**
 * Changing which settings hold. A new document becomes a version and holds at once; any version there was, the standard
 * settings included, can be gone back to. Whoever changes them says which version he saw: nobody undoes unseen what
 * another has set meanwhile.
 */
import { type BoundStatement, bound } from '../database/append-store.ts';
import type { Database } from '../database/open.ts';
import { changeGovernance, type GovernDeps, type Stamp, stampNow } from '../evidence/index.ts';
import { Failure } from '../foundation/failure.ts';
import { differencesOf } from './difference.ts';
import { documentHash, documentText, faultsOfOrder, lawsOf, type SettingsDocument } from './document.ts';
import { versionOf } from './law-settings.ts';
import { findVersion, newestVersion, STANDARD_VERSION, type Version, type VersionsDeps } from './versions.ts';

/** As evidence names the change. */
export const ACTIVATION = 'settings.activate';

export interface CurrentSettings extends Version {
  /** ms since the epoch; null where nothing was ever set. */
  activatedAt: number | null;
  activatedBy: string | null;
}

export interface SettingsDeps extends GovernDeps, VersionsDeps {}

export interface Change {
  chain: number;
  /** The id of a key, or `operator`. */
  actor: string;
  /** The version that holds as far as the caller knows. */
  expected: number;
}

/** An attempt fails only where somebody else's succeeded, and then mostly what was expected is no more. */
const MOST_ATTEMPTS = 5;
const RETRY_AFTER_SECONDS = 1;

export async function currentSettings(deps: VersionsDeps, chain: number): Promise<CurrentSettings> {
  const row = await inForceRow(deps.db, chain);
  const version = await findVersion(deps, chain, row?.version ?? STANDARD_VERSION);
  return { ...version, activatedAt: row?.activated_at ?? null, activatedBy: row?.activated_by ?? null };
}

/**
 * Makes the document a version and puts it in force. The one in force already is left as it is.
 * @param document has passed its schema.
 * @throws {Failure} `invalid`; `conflict` where another version is in force than expected; `unavailable`.
 */
export function setSettings(
  deps: SettingsDeps,
  change: Change,
  document: SettingsDocument,
): Promise<CurrentSettings> {
  const faults = faultsOfOrder(document, ['body', 'settings']);
  if (faults.length > 0) throw Failure.invalid(faults);
  const text = documentText(document);
  return putInForce(deps, change, async (current, { at }) => {
    if (current.version !== STANDARD_VERSION && documentText(current.document) === text) return null;
    const version = (await newestVersion(deps.db, change.chain)) + 1;
    const { version: lawVersion } = versionOf(lawsOf(document));
    const made: Version = { version, lawVersion, createdAt: at, createdBy: change.actor, document };
    return { to: made, statements: [insertion(deps.db, change.chain, made, text)] };
  });
}

/** @throws {Failure} as {@link setSettings}, and `not_found`. */
export function activateVersion(
  deps: SettingsDeps,
  change: Change,
  version: number,
): Promise<CurrentSettings> {
  return putInForce(deps, change, async (current) => {
    const to = await findVersion(deps, change.chain, version);
    return to.version === current.version ? null : { to, statements: [] };
  });
}

interface Next {
  to: Version;
  statements: BoundStatement[];
}

/** @param next what is to hold in place of the current; null where that is to stay. */
async function putInForce(
  deps: SettingsDeps,
  { chain, actor, expected }: Change,
  next: (current: CurrentSettings, stamp: Stamp) => Promise<Next | null>,
): Promise<CurrentSettings> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    const row = await inForceRow(deps.db, chain);
    const current = await currentSettings(deps, chain);
    if (current.version !== expected) {
      throw new Failure('conflict', `The settings in force are version ${current.version}.`);
    }
    const stamp = stampNow(deps);
    const wanted = await next(current, stamp);
    if (wanted === null) return current;
    const { to, statements } = wanted;
    const statement = activation(deps.db, {
      chain,
      actor,
      version: to.version,
      stamp,
      replaced: row?.evidence_id,
    });
    const result = await changeGovernance(deps, {
      chain,
      action: ACTIVATION,
      actor,
      stamp,
      change: {
        from: current.version,
        to: to.version,
        document_hash: documentHash(documentText(to.document)),
        law_version: to.lawVersion,
        differences: differencesOf(current.document, to.document),
      },
      statements: [...statements, statement],
    });
    if (result.kind === 'appended') return { ...to, activatedAt: stamp.at, activatedBy: actor };
  }
  throw Failure.unavailable(RETRY_AFTER_SECONDS, new Error('the settings changed all the time'));
}

function inForceRow(db: Database, chain: number) {
  return db.selectFrom('settings_in_force').selectAll().where('chain', '=', chain).executeTakeFirst();
}

/** Another document under this number, made meanwhile, is not overwritten. */
function insertion(db: Database, chain: number, made: Version, document: string): BoundStatement {
  const query = db
    .insertInto('settings_versions')
    .values({
      chain,
      version: made.version,
      document,
      law_version: made.lawVersion,
      created_at: made.createdAt ?? 0,
      created_by: made.createdBy ?? '',
    })
    .onConflict((conflict) => conflict.doNothing());
  return bound(query, 1);
}

interface Activation {
  chain: number;
  actor: string;
  version: number;
  stamp: Stamp;
  /** The artifact that put the one before in force; undefined where there was none. */
  replaced: string | undefined;
}

function activation(db: Database, { chain, actor, version, stamp, replaced }: Activation): BoundStatement {
  const row = { version, evidence_id: stamp.id, activated_at: stamp.at, activated_by: actor };
  if (replaced === undefined) {
    const query = db
      .insertInto('settings_in_force')
      .values({ chain, ...row })
      .onConflict((conflict) => conflict.doNothing());
    return bound(query, 1);
  }
  const query = db
    .updateTable('settings_in_force')
    .set(row)
    .where('chain', '=', chain)
    .where('evidence_id', '=', replaced);
  return bound(query, 1);
}

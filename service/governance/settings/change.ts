/**
 * Changes the settings in force. A new document becomes a version and holds at once, and you can go back to any
 * version, the standard settings included. A change names the version that its author saw, so that it can't undo
 * another change unseen.
 */
import type { Selectable } from 'kysely';
import { type BoundStatement, bound } from '../../database/evidence/append-store.ts';
import type { Database } from '../../database/open.ts';
import type { SettingsInForceTable } from '../../database/tables/governance.ts';
import {
  type Actor,
  changeGovernance,
  type GovernDeps,
  partyOf,
  type Stamp,
  stampNow,
} from '../../evidence/changes/index.ts';
import { Failure } from '../../foundation/failure.ts';
import { retryOvertaken } from '../../foundation/retry.ts';
import { ownerOf } from '../../tenants/index.ts';
import { requireSecondPerson, stillEligible } from '../second-person/index.ts';
import { differencesOf } from './published.ts';
import { requireSoundRoutes } from './routes/check.ts';
import { faultsOfOrder } from './terms/order.ts';
import {
  documentHash,
  documentText,
  lawsOf,
  type SettingsDocument,
  secondPersonOf,
  versionOf,
} from './terms/settings.ts';
import {
  type CurrentSettings,
  findVersion,
  keptVersion,
  newestVersion,
  STANDARD_VERSION,
  type Version,
  type VersionsDeps,
} from './versions.ts';

/** The name of the change in evidence. */
export const ACTIVATION = 'settings.activate';

export interface SettingsDeps extends GovernDeps, VersionsDeps {}

export interface Change {
  chain: number;
  /** The id of a key, or `operator`. */
  actor: Actor;
  /** The version that is in force as far as the caller knows. */
  expected: number;
}

/** An attempt fails only where another change succeeded, and then the expected version is usually no longer active. */
const MAX_ATTEMPTS = 5;
const RETRY_AFTER_SECONDS = 1;

/** @throws {Failure} `unavailable` where the document in force was deleted without the service. */
export async function currentSettings(deps: VersionsDeps, chain: number): Promise<CurrentSettings> {
  const { number, version, row } = await held(deps, chain);
  if (version === null) {
    throw Failure.unavailable(RETRY_AFTER_SECONDS, new Error(`version ${number} of the settings is gone`));
  }
  return { ...version, activatedAt: row?.activated_at ?? null, activatedBy: row?.activated_by ?? null };
}

/**
 * Makes the document a version and puts it in force. Does nothing if the same document is in force already.
 * @param document has passed its schema.
 * @throws {Failure} `invalid`; `conflict` where another version is in force than expected; `unavailable`.
 */
export function setSettings(
  deps: SettingsDeps,
  change: Change,
  document: SettingsDocument,
): Promise<CurrentSettings> {
  const faults = faultsOfOrder(document, ['settings']);
  if (faults.length > 0) throw Failure.invalid(faults);
  const text = documentText(document);
  return putInForce(deps, change, async ({ number, version: current }, { at }) => {
    const isStandard = number === STANDARD_VERSION;
    if (current !== null && !isStandard && documentText(current.document) === text) return null;
    const version = Math.max(number, await newestVersion(deps.db, change.chain)) + 1;
    const { version: lawVersion } = versionOf(lawsOf(document));
    const made: Version = { version, lawVersion, createdAt: at, createdBy: partyOf(change.actor), document };
    return { to: made, statements: [insertion(deps.db, change.chain, made, text)] };
  });
}

/** @throws {Failure} as {@link setSettings}, and `not_found`. */
export function activateVersion(
  deps: SettingsDeps,
  change: Change,
  version: number,
): Promise<CurrentSettings> {
  return putInForce(deps, change, async ({ number }) => {
    const to = await findVersion(deps, change.chain, version);
    return to.version === number ? null : { to, statements: [] };
  });
}

/** The settings in force; `version` is null where its document is gone, which must not prevent a change to another. */
interface Held {
  number: number;
  version: Version | null;
  row: Selectable<SettingsInForceTable> | undefined;
}

async function held(deps: VersionsDeps, chain: number): Promise<Held> {
  const row = await deps.db
    .selectFrom('settings_in_force')
    .selectAll()
    .where('chain', '=', chain)
    .executeTakeFirst();
  const number = row?.version ?? STANDARD_VERSION;
  return { number, version: await keptVersion(deps, chain, number), row };
}

interface Next {
  to: Version;
  statements: BoundStatement[];
}

/** @param next gives the settings to put in force; null to keep the current ones. */
function putInForce(
  deps: SettingsDeps,
  { chain, actor, expected }: Change,
  next: (current: Held, stamp: Stamp) => Promise<Next | null>,
): Promise<CurrentSettings> {
  return retryOvertaken('the settings', MAX_ATTEMPTS, async () => {
    const current = await held(deps, chain);
    const { number: from, version, row } = current;
    if (from !== expected) {
      throw Failure.conflict('settings_changed', `The settings in force are version ${from}.`);
    }
    const stamp = stampNow(deps);
    const wanted = await next(current, stamp);
    if (wanted === null) return currentSettings(deps, chain);
    const { to, statements } = wanted;
    const { routes = [], lifetime_hours } = to.document.approvals;
    await requireSoundRoutes(deps.db, chain, routes, lifetime_hours * 60);
    const place = await ownerOf(deps.db, chain);
    const areas = secondPersonOf(to.document);
    await requireSecondPerson(deps.db, place, areas);
    const activated = {
      version: to.version,
      evidence_id: stamp.id,
      activated_at: stamp.at,
      activated_by: partyOf(actor),
    };
    const result = await changeGovernance(deps, {
      chain,
      action: ACTIVATION,
      actor,
      stamp,
      change: {
        from,
        to: to.version,
        document_hash: documentHash(documentText(to.document)),
        law_version: to.lawVersion,
        differences: version === null ? null : differencesOf(version.document, to.document),
      },
      statements: [
        ...statements,
        activation(deps.db, chain, activated, row?.evidence_id),
        ...stillEligible(deps.db, place, areas),
      ],
    });
    return result.kind === 'appended'
      ? { ...to, activatedAt: stamp.at, activatedBy: partyOf(actor) }
      : undefined;
  });
}

/** Does not overwrite another document that was stored under this number in the meantime. */
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

/** @param replaced the artifact that put the former settings in force; undefined where there was none. */
function activation(
  db: Database,
  chain: number,
  row: Omit<Selectable<SettingsInForceTable>, 'chain'>,
  replaced: string | undefined,
): BoundStatement {
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

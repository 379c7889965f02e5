/** The tenant's directory: the names that it has for the groups of the roles, and its SAML provider. */
import { canonicalJson, parseJson } from '@assize/evidence-format';
import { bound } from '../../database/evidence/append-store.ts';
import type { Database } from '../../database/open.ts';
import { partyOf, recordChange, stampNow } from '../../evidence/changes/index.ts';
import { Failure } from '../../foundation/failure.ts';
import { retryOvertaken } from '../../foundation/retry.ts';
import { type Principal, ROLES, type Role } from '../../keys/index.ts';
import { chainOf } from '../../tenants/index.ts';
import { requireMayManage } from '../joining/invite.ts';
import type { MemberDeps } from '../member.ts';
import { requireSoundProvider, type SamlProvider } from '../sign-in/index.ts';

export const DIRECTORY_SET = 'directory.set';
/** An attempt fails only because of another change. */
const MAX_ATTEMPTS = 20;

export interface WantedDirectory {
  /** The directory's name for the group of a role; by default the name of the role. */
  groupNames: Partial<Record<Role, string>>;
  /** null: no one signs in by SAML. */
  saml: SamlProvider | null;
}

export interface Directory extends WantedDirectory {
  /** 0 before the first change. */
  revision: number;
  /** null before the first change. */
  setAt: number | null;
}

export async function directoryOf(db: Database, tenantId: string): Promise<Directory> {
  const row = await db
    .selectFrom('directories')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  if (row === undefined) return { groupNames: {}, saml: null, revision: 0, setAt: null };
  return {
    groupNames: parseJson(row.group_names) as Directory['groupNames'],
    saml: row.saml === null ? null : (parseJson(row.saml) as unknown as SamlProvider),
    revision: row.revision,
    setAt: row.set_at,
  };
}

/**
 * @param wanted with the revision that the caller expects; any by default.
 * @throws {Failure} `forbidden`; `invalid`; `conflict` where it was changed meanwhile.
 */
export function setDirectory(
  deps: MemberDeps,
  maker: Principal,
  wanted: WantedDirectory & { expectedRevision?: number },
): Promise<Directory> {
  requireMayManage(maker, ['owner']);
  requireOwnNames(wanted.groupNames);
  if (wanted.saml !== null) requireSoundProvider(wanted.saml);
  const { tenantId } = maker;
  const stated = {
    group_names: canonicalJson({ ...wanted.groupNames }),
    saml: wanted.saml === null ? null : canonicalJson({ ...wanted.saml, domains: [...wanted.saml.domains] }),
  };
  return retryOvertaken(tenantId, MAX_ATTEMPTS, async () => {
    const before = await directoryOf(deps.db, tenantId);
    if (wanted.expectedRevision !== undefined && wanted.expectedRevision !== before.revision) {
      throw Failure.conflict('directory_changed', `The directory is at revision ${before.revision}.`);
    }
    const stamp = stampNow(deps);
    const row = {
      ...stated,
      revision: before.revision + 1,
      set_at: stamp.at,
      set_by: partyOf(maker),
      evidence_id: stamp.id,
    };
    const insertion = deps.db
      .insertInto('directories')
      .values({ tenant_id: tenantId, ...row })
      .onConflict((conflict) => conflict.doNothing());
    const update = deps.db
      .updateTable('directories')
      .set(row)
      .where('tenant_id', '=', tenantId)
      .where('revision', '=', before.revision);
    const { kind } = await recordChange(deps, {
      chain: await chainOf(deps.db, tenantId, 'production'),
      stamp,
      action: DIRECTORY_SET,
      actor: maker,
      change: directoryStated(row),
      statements: [before.revision === 0 ? bound(insertion, 1) : bound(update, 1)],
    });
    return kind === 'appended' ? directoryOf(deps.db, tenantId) : undefined;
  });
}

/** Two roles with one name would be one group. @throws {Failure} `invalid` */
function requireOwnNames(groupNames: WantedDirectory['groupNames']): void {
  const names = ROLES.map((role) => (groupNames[role] ?? role).trim().toLowerCase());
  ROLES.forEach((role, place) => {
    if (names[place] !== '' && names.indexOf(names[place] ?? '') === place) return;
    const message = 'Value should be a name of its own, since each role has its own group';
    throw Failure.invalid([{ field: ['group_names', role], message, type: 'value_error' }]);
  });
}

/** As the evidence of each change states it. */
function directoryStated({
  group_names,
  saml,
  revision,
}: {
  group_names: string;
  saml: string | null;
  revision: number;
}) {
  return { group_names: parseJson(group_names), saml: saml === null ? null : parseJson(saml), revision };
}

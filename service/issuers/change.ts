/**
 * Adds issuers that a tenant trusts, changes and removes them, and revokes their tokens, with evidence in the tenant's
 * production chain. Each holds on every node within a second.
 */
import type { JsonObject } from '@assize/evidence-format';
import { bound } from '../database/evidence/append-store.ts';
import type { Database } from '../database/open.ts';
import { type Actor, type ChangeDeps, partyOf, recordChange, stampNow } from '../evidence/changes/index.ts';
import { Failure } from '../foundation/failure.ts';
import { retryOvertaken } from '../foundation/retry.ts';
import { chainOf } from '../tenants/index.ts';
import {
  findIssuer,
  ISSUER_PREFIX,
  type IssuerStatus,
  recordedIssuer,
  rowOf,
  type TrustedIssuer,
  type WantedIssuer,
} from './issuer.ts';
import { faultsOfIssuer } from './serves-everyone.ts';

export const ISSUER_ADDED = 'issuer.add';
const ISSUER_CHANGED = 'issuer.change';
const ISSUER_REMOVED = 'issuer.remove';
export const TOKENS_REVOKED = 'issuer.revoke';
export const ISSUER_CHANGES = [ISSUER_ADDED, ISSUER_CHANGED, ISSUER_REMOVED, TOKENS_REVOKED];

export interface IssuerDeps extends ChangeDeps {
  db: Database;
  config: { webhooks: { allowNetworks: readonly string[] } };
}

export interface IssuerChange extends Partial<Omit<WantedIssuer, 'issuer' | 'audience'>> {
  status?: Exclude<IssuerStatus, 'removed'>;
  /** The version that the caller expects; any by default. */
  version?: number;
}

/** All issuers of a tenant are listed at once. */
export const MAX_ISSUERS = 100;
const MAX_ATTEMPTS = 20;

/**
 * @throws {Failure} `invalid`; `conflict` where the issuer is trusted for this audience already, by any tenant, or there
 *    are too many; `unavailable`.
 */
export async function addIssuer(
  deps: IssuerDeps,
  tenantId: string,
  actor: Actor,
  wanted: WantedIssuer,
): Promise<TrustedIssuer> {
  const { db, ids } = deps;
  await requireSound(deps, wanted);
  const stamp = stampNow(deps);
  const issuer: TrustedIssuer = {
    ...wanted,
    issuerId: ids.ordered(ISSUER_PREFIX, stamp.at),
    tenantId,
    status: 'active',
    // Tokens that were revoked before it was removed must not come back with it.
    revokedBefore: (await wasRemoved(db, tenantId, wanted)) ? stamp.at : null,
    version: 1,
    createdAt: stamp.at,
    createdBy: partyOf(actor),
    evidenceId: stamp.id,
  };
  const active = db.selectFrom('issuers').select('issuer_id').where('status', '<>', 'removed');
  const last = active
    .where('tenant_id', '=', tenantId)
    .limit(1)
    .offset(MAX_ISSUERS - 1);
  const same = active.where('issuer', '=', wanted.issuer).where('audience', '=', wanted.audience);
  const insertion = db
    .insertInto('issuers')
    .values(rowOf(issuer))
    .onConflict((conflict) => conflict.doNothing());
  const result = await recordChange(deps, {
    chain: await chainOf(db, tenantId, 'production'),
    stamp,
    action: ISSUER_ADDED,
    actor,
    change: recordedIssuer(issuer),
    statements: [bound(last, 0), bound(same, 0), bound(insertion, 1)],
  });
  if (result.kind === 'appended') return issuer;
  if ((await same.executeTakeFirst()) !== undefined) {
    const message = 'This issuer is trusted for this audience already. Choose an audience that only you use.';
    throw Failure.conflict('issuer_taken', message);
  }
  throw Failure.conflict('too_many_issuers', `There are ${MAX_ISSUERS} issuers already, which is the limit.`);
}

async function wasRemoved(
  db: Database,
  tenantId: string,
  { issuer, audience }: WantedIssuer,
): Promise<boolean> {
  const removed = await db
    .selectFrom('issuers')
    .select('issuer_id')
    .where('tenant_id', '=', tenantId)
    .where('issuer', '=', issuer)
    .where('audience', '=', audience)
    .where('status', '=', 'removed')
    .executeTakeFirst();
  return removed !== undefined;
}

/** Its URL and audience never change, since its tokens' parties rest on them. @throws {Failure} as for adding one. */
export function changeIssuer(
  deps: IssuerDeps,
  tenantId: string,
  actor: Actor,
  issuerId: string,
  { version, ...change }: IssuerChange,
): Promise<TrustedIssuer> {
  return changeRow(deps, tenantId, issuerId, async (issuer) => {
    if (version !== undefined && version !== issuer.version) {
      throw Failure.conflict('issuer_changed', `The issuer is at version ${issuer.version}.`);
    }
    const given = Object.entries(change).filter(([, value]) => value !== undefined);
    const changed = { ...issuer, ...Object.fromEntries(given) } as TrustedIssuer;
    await requireSound(deps, changed);
    return write(deps, actor, ISSUER_CHANGED, issuer, changed);
  });
}

/** From then on none of its tokens is accepted. @throws {Failure} `not_found`; `unavailable`. */
export async function removeIssuer(
  deps: IssuerDeps,
  tenantId: string,
  actor: Actor,
  issuerId: string,
): Promise<void> {
  await retryOvertaken(issuerId, MAX_ATTEMPTS, async () => {
    const issuer = await findIssuer(deps.db, tenantId, issuerId);
    return (await write(deps, actor, ISSUER_REMOVED, issuer, { ...issuer, status: 'removed' })) || undefined;
  });
}

export type WantedRevocation = { jti: string } | { subject: string } | { all: true };

/** Revoking again changes nothing. @throws {Failure} `not_found`; `unavailable`. */
export function revokeTokens(
  deps: IssuerDeps,
  tenantId: string,
  actor: Actor,
  issuerId: string,
  wanted: WantedRevocation,
): Promise<TrustedIssuer> {
  return changeRow(deps, tenantId, issuerId, async (issuer) => {
    if ('all' in wanted) {
      const changed = { ...issuer, revokedBefore: deps.clock.now() };
      return write(deps, actor, TOKENS_REVOKED, issuer, changed, { all: true });
    }
    const [kind, value] =
      'jti' in wanted ? (['jti', wanted.jti] as const) : (['subject', wanted.subject] as const);
    const stamp = stampNow(deps);
    const row = {
      ...{ tenant_id: tenantId, issuer_id: issuerId, kind, value },
      ...{ revoked_at: stamp.at, revoked_by: partyOf(actor), evidence_id: stamp.id },
    };
    const insertion = deps.db
      .insertInto('token_revocations')
      .values(row)
      .onConflict((conflict) => conflict.doNothing());
    await recordChange(deps, {
      chain: await chainOf(deps.db, tenantId, 'production'),
      stamp,
      action: TOKENS_REVOKED,
      actor,
      change: { issuer_id: issuerId, [kind]: value },
      statements: [bound(insertion, 1)],
    });
    return true;
  });
}

function changeRow(
  { db }: IssuerDeps,
  tenantId: string,
  issuerId: string,
  change: (issuer: TrustedIssuer) => Promise<boolean>,
): Promise<TrustedIssuer> {
  return retryOvertaken(issuerId, MAX_ATTEMPTS, async () => {
    const isDone = await change(await findIssuer(db, tenantId, issuerId));
    return isDone ? findIssuer(db, tenantId, issuerId) : undefined;
  });
}

/** @returns false where another change came first. */
async function write(
  deps: IssuerDeps,
  actor: Actor,
  action: string,
  before: TrustedIssuer,
  wanted: TrustedIssuer,
  more: JsonObject = {},
): Promise<boolean> {
  const stamp = stampNow(deps);
  const changed = { ...wanted, version: before.version + 1, evidenceId: stamp.id };
  const update = deps.db
    .updateTable('issuers')
    .set(rowOf(changed))
    .where('tenant_id', '=', before.tenantId)
    .where('issuer_id', '=', before.issuerId)
    .where('version', '=', before.version);
  const result = await recordChange(deps, {
    chain: await chainOf(deps.db, before.tenantId, 'production'),
    stamp,
    action,
    actor,
    change: { ...recordedIssuer(changed), ...more },
    statements: [bound(update, 1)],
  });
  return result.kind === 'appended';
}

async function requireSound(deps: IssuerDeps, wanted: WantedIssuer): Promise<void> {
  const faults = await faultsOfIssuer(deps, wanted);
  if (faults.length > 0) throw Failure.invalid(faults);
  const { compileMapping } = await import('./mapping.ts');
  compileMapping(wanted.mapping);
}

/**
 * Stores policies version by version, each with the evidence of its author. A new version is a draft: it has no effect
 * before it is activated. A version never changes.
 */
import { type BoundStatement, bound } from '../../database/evidence/append-store.ts';
import {
  type Actor,
  type GovernDeps,
  partyOf,
  recordChange,
  stampNow,
} from '../../evidence/changes/index.ts';
import { Failure } from '../../foundation/failure.ts';
import { keptDocument, requireGoodRules, type WrittenPolicy } from './documents/document.ts';
import { findPolicy, findVersion, type PolicyVersion } from './store.ts';

/** The limit for one environment of a tenant, in force or not. */
export const MAX_POLICIES = 200;

export interface PolicyOwner {
  chain: number;
  /** The actor: a key's id, or the operator. */
  actor: Actor;
}

/** @throws {Failure} `invalid`; `conflict` where the name is taken, or there are too many. */
export async function createPolicy(
  deps: GovernDeps,
  owner: PolicyOwner,
  name: string,
  written: WrittenPolicy,
): Promise<PolicyVersion> {
  const { db } = deps;
  const { chain } = owner;
  const policies = db.selectFrom('policies').select('name').where('chain', '=', chain);
  const made = await writeVersion(deps, owner, { name, version: 1, written }, (at) => [
    bound(policies.where('name', '=', name), 0),
    bound(policies.limit(1).offset(MAX_POLICIES - 1), 0),
    bound(
      db
        .insertInto('policies')
        .values({ chain, name, created_at: at, changed_at: at, changed_by: partyOf(owner.actor) }),
      1,
    ),
  ]);
  if (made) return findVersion(db, chain, name, 1);
  const taken = await policies.where('name', '=', name).executeTakeFirst();
  if (taken === undefined) {
    throw Failure.conflict(
      'too_many_policies',
      `There are ${MAX_POLICIES} policies already, which is the limit.`,
    );
  }
  const { latestVersion } = await findPolicy(db, chain, name);
  throw Failure.conflict(
    'policy_exists',
    `There already is a policy with this name; its latest version is ${latestVersion}.`,
  );
}

/** @param expected the latest version. @throws {Failure} `not_found`, `invalid`, `conflict`. */
export async function addVersion(
  deps: GovernDeps,
  owner: PolicyOwner,
  name: string,
  expected: number,
  written: WrittenPolicy,
): Promise<PolicyVersion> {
  const { db } = deps;
  const { chain } = owner;
  await requireLatest(deps, chain, name, expected);
  const version = expected + 1;
  const versions = db
    .selectFrom('policy_versions')
    .select('version')
    .where('chain', '=', chain)
    .where('name', '=', name);
  const made = await writeVersion(deps, owner, { name, version, written }, () => [
    bound(versions.where('version', '>=', expected).limit(2), 1),
  ]);
  if (!made) await requireLatest(deps, chain, name, expected);
  return findVersion(db, chain, name, version);
}

async function requireLatest(
  { db }: GovernDeps,
  chain: number,
  name: string,
  expected: number,
): Promise<void> {
  const { latestVersion } = await findPolicy(db, chain, name);
  if (latestVersion === expected) return;
  throw Failure.conflict(
    'policy_version_changed',
    `The latest version of this policy is ${latestVersion}, not ${expected}.`,
  );
}

interface NewVersion {
  name: string;
  version: number;
  written: WrittenPolicy;
}

/** @returns false where a guard failed; then nothing was written. */
async function writeVersion(
  deps: GovernDeps,
  { chain, actor }: PolicyOwner,
  { name, version, written }: NewVersion,
  guards: (at: number) => BoundStatement[],
): Promise<boolean> {
  await requireGoodRules(written, chain);
  const { text, hash } = keptDocument(written);
  const reason = written.reason || null;
  const stamp = stampNow(deps);
  const row = {
    chain,
    name,
    version,
    hash,
    document: text,
    created_at: stamp.at,
    created_by: partyOf(actor),
    reason,
  };
  const result = await recordChange(deps, {
    chain,
    stamp,
    action: version === 1 ? 'policy.create' : 'policy.version',
    actor,
    change: { name, version, hash, ...(reason !== null && { reason }) },
    statements: [...guards(stamp.at), bound(deps.db.insertInto('policy_versions').values(row), 1)],
  });
  return result.kind === 'appended';
}

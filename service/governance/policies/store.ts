/** Policies and their versions as they are stored, and as the API and the command line show them. */
import { parseJson } from '@assize/evidence-format';
import type { Selectable } from 'kysely';
import type { Database } from '../../database/open.ts';
import type { PolicyVersionsTable } from '../../database/tables/governance.ts';
import { Failure } from '../../foundation/failure.ts';
import { NAME_PATTERN } from './documents/document.ts';
import type { PolicyDocument } from './policy.ts';

const NAME = new RegExp(NAME_PATTERN);

export interface Policy {
  name: string;
  /** null where none of its versions is in force. */
  activeVersion: number | null;
  /** The hash of the version in force. */
  hash: string | null;
  /** The version that a roll-back restores. */
  formerVersion: number | null;
  latestVersion: number;
  /** ms since the epoch. */
  createdAt: number;
  createdBy: string;
  /** When the version in force last changed or, where it never did, when the policy was created. */
  changedAt: number;
  changedBy: string;
  /** The artifact of that change; null where there was none. */
  evidenceId: string | null;
}

export interface PolicyVersion {
  name: string;
  version: number;
  hash: string;
  document: PolicyDocument;
  createdAt: number;
  createdBy: string;
  /** null where its author gave none. */
  reason: string | null;
}

/** By name. */
export async function listPolicies(db: Database, chain: number): Promise<Policy[]> {
  const rows = await policiesOf(db, chain).orderBy('policies.name').execute();
  return rows.map(toPolicy);
}

/** @throws {Failure} `not_found` */
export async function findPolicy(db: Database, chain: number, name: string): Promise<Policy> {
  const row = NAME.test(name)
    ? await policiesOf(db, chain).where('policies.name', '=', name).executeTakeFirst()
    : undefined;
  if (row === undefined) throw new Failure('not_found', 'There is no such policy.');
  return toPolicy(row);
}

/** @throws {Failure} `not_found` */
export async function findVersion(
  db: Database,
  chain: number,
  name: string,
  version: number,
): Promise<PolicyVersion> {
  const row = NAME.test(name)
    ? await versionsOf(db, chain, name).where('version', '=', version).executeTakeFirst()
    : undefined;
  if (row === undefined) throw new Failure('not_found', 'There is no such version of this policy.');
  return toVersion(row);
}

/** Newest first. @param before only those older than this one. */
export async function listVersions(
  db: Database,
  chain: number,
  name: string,
  { before, limit }: { before?: number; limit: number },
): Promise<PolicyVersion[]> {
  const rows = await versionsOf(db, chain, name)
    .where('version', '<', before ?? Number.MAX_SAFE_INTEGER)
    .orderBy('version', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toVersion);
}

export function policyFields(policy: Policy) {
  return {
    name: policy.name,
    active_version: policy.activeVersion,
    hash: policy.hash,
    former_version: policy.formerVersion,
    latest_version: policy.latestVersion,
    created_at: new Date(policy.createdAt).toISOString(),
    created_by: policy.createdBy,
    changed_at: new Date(policy.changedAt).toISOString(),
    changed_by: policy.changedBy,
    evidence_id: policy.evidenceId,
  };
}

export function versionFields(stored: PolicyVersion) {
  const { name, version, hash, document, createdAt, createdBy, reason } = stored;
  const { description, rules } = document;
  const created_at = new Date(createdAt).toISOString();
  return {
    name,
    version,
    hash,
    description,
    rule_count: rules.length,
    created_at,
    created_by: createdBy,
    reason,
  };
}

function policiesOf(db: Database, chain: number) {
  return db
    .selectFrom('policies')
    .innerJoin('policy_versions as first', (join) =>
      join
        .onRef('first.chain', '=', 'policies.chain')
        .onRef('first.name', '=', 'policies.name')
        .on('first.version', '=', 1),
    )
    .leftJoin('policy_versions as active', (join) =>
      join
        .onRef('active.chain', '=', 'policies.chain')
        .onRef('active.name', '=', 'policies.name')
        .onRef('active.version', '=', 'policies.active_version'),
    )
    .selectAll('policies')
    .select(['first.created_by', 'active.hash'])
    .select((policy) =>
      policy
        .selectFrom('policy_versions as each')
        .whereRef('each.chain', '=', 'policies.chain')
        .whereRef('each.name', '=', 'policies.name')
        .select(({ fn }) => fn.max('each.version').as('latest'))
        .as('latest_version'),
    )
    .where('policies.chain', '=', chain);
}

type PolicyRow = Awaited<ReturnType<ReturnType<typeof policiesOf>['executeTakeFirstOrThrow']>>;

function toPolicy(row: PolicyRow): Policy {
  return {
    name: row.name,
    activeVersion: row.active_version,
    hash: row.hash,
    formerVersion: row.former_version,
    latestVersion: Number(row.latest_version),
    createdAt: row.created_at,
    createdBy: row.created_by,
    changedAt: row.changed_at,
    changedBy: row.changed_by,
    evidenceId: row.evidence_id,
  };
}

function versionsOf(db: Database, chain: number, name: string) {
  return db.selectFrom('policy_versions').selectAll().where('chain', '=', chain).where('name', '=', name);
}

function toVersion(row: Selectable<PolicyVersionsTable>): PolicyVersion {
  const { name, version, hash, created_at, created_by, reason } = row;
  const document = parseJson(row.document) as unknown as PolicyDocument;
  return { name, version, hash, document, createdAt: created_at, createdBy: created_by, reason };
}

/**
 * Compares policies with the evidence of their changes: each version is the recorded document, the active version is
 * the last recorded one, and every set that evaluations can name was recorded as in force. A record without its payload
 * still counts by its time or id.
 */

import { sha256Text } from '@assize/evidence-format';
import type { Selectable } from 'kysely';
import type {
  PoliciesTable,
  PolicySetsTable,
  PolicyVersionsTable,
} from '../../database/tables/governance.ts';
import { membersText, recordedSet, setVersionOf } from '../../governance/policies/compiled/index.ts';
import type { CheckContext, Registry, Tally } from '../registry.ts';
import { nameOf, type PolicyRecords, type RecordedSwitch, readPolicyRecords } from './policy-records.ts';
import { takeOut } from './rows.ts';

export const policiesRegistry: Registry = { name: 'policies', check };

/** Documents can be a quarter of a megabyte. */
const VERSIONS_AT_ONCE = 50;

type Version = Omit<Selectable<PolicyVersionsTable>, 'document'>;
type Policy = Selectable<PoliciesTable>;

/** Rows are read first: each was written together with its record, which a later read then finds. */
async function check(tally: Tally, context: CheckContext): Promise<void> {
  const { db, chain, size } = context;
  const policies = await db.selectFrom('policies').selectAll().where('chain', '=', chain).execute();
  const sets = await db.selectFrom('policy_sets').selectAll().where('chain', '=', chain).execute();
  const versions = await readVersions(tally, context);
  const records = await readPolicyRecords(tally, context);
  checkVersions(tally, size, versions, records);
  const last = checkPolicies(tally, size, policies, versions, records);
  checkSets(tally, size, sets, records);
  if (last !== null) checkSetInForce(tally, policies, last);
}

/** Each document is compared with its hash as it is read. */
async function readVersions(tally: Tally, { db, chain }: CheckContext): Promise<Version[]> {
  const all: Version[] = [];
  for (;;) {
    const { name = '', version = 0 } = all.at(-1) ?? {};
    const page = await db
      .selectFrom('policy_versions')
      .selectAll()
      .where('chain', '=', chain)
      .where(({ or, and, eb }) =>
        or([eb('name', '>', name), and([eb('name', '=', name), eb('version', '>', version)])]),
      )
      .orderBy('name')
      .orderBy('version')
      .limit(VERSIONS_AT_ONCE)
      .execute();
    for (const { document, ...row } of page) {
      tally.checked();
      if (sha256Text(document) !== row.hash)
        tally.gap(`${nameOf(row)} is not the document that its hash names.`);
      all.push(row);
    }
    if (page.length < VERSIONS_AT_ONCE) return all;
  }
}

function checkVersions(
  tally: Tally,
  size: number,
  versions: readonly Version[],
  { written, writtenUnnamed }: PolicyRecords,
): void {
  const unnamed = [...writtenUnnamed];
  const there = new Set<string>();
  for (const version of versions) {
    const name = nameOf(version);
    there.add(name);
    tally.checked();
    const record = written.get(name);
    if (record === undefined) {
      const isNamed = takeOut(unnamed, ({ created_at }) => created_at === version.created_at);
      if (!isNamed) tally.gap(`There is no record of who wrote ${name}.`);
      continue;
    }
    const other: string[] = [];
    if (record.change.hash !== version.hash) other.push('hash');
    if (record.created_at !== version.created_at) other.push('created_at');
    if (record.actor !== version.created_by) other.push('created_by');
    if (other.length > 0) {
      tally.gap(`${name} is not as it was written: ${other.join(', ')}.`, record.position, record.id);
    }
  }
  const gone = [...written].flatMap(([name, record]) => (there.has(name) ? [] : [record]));
  tally.unmatched([...gone, ...unnamed], size, 'This version of a policy was written, but is not there.');
}

/** @returns the record of the last change that any of the rows names. */
function checkPolicies(
  tally: Tally,
  size: number,
  policies: readonly Policy[],
  versions: readonly Version[],
  { switched }: PolicyRecords,
): RecordedSwitch | null {
  const byId = new Map(switched.map((record) => [record.id, record]));
  const byName = Map.groupBy(switched, ({ change }) => change?.name);
  const begun = new Map(
    versions.flatMap(({ name, version, created_at }) => (version === 1 ? [[name, created_at]] : [])),
  );
  let last: RecordedSwitch | null = null;
  for (const policy of policies) {
    tally.checked();
    if (begun.get(policy.name) !== policy.created_at) {
      tally.gap(`Policy ${policy.name} was not made with its first version.`);
    }
    const record = policy.evidence_id === null ? undefined : byId.get(policy.evidence_id);
    const later = byName
      .get(policy.name)
      ?.findLast(({ position }) => position < size && position > (record?.position ?? -1));
    if (later !== undefined) {
      const what = `Policy ${policy.name} was changed here, but is as it was before.`;
      tally.gap(what, later.position, later.id);
    } else if (record === undefined) {
      if (isSwitched(policy)) tally.gap(`There is no record of who put policy ${policy.name} in force.`);
    } else compareWithRecord(tally, policy, record);
    if (record !== undefined && record.position > (last?.position ?? -1)) last = record;
  }
  const there = new Set<unknown>(policies.map(({ name }) => name));
  const gone = switched.filter(({ change }) => change !== null && !there.has(change.name));
  tally.unmatched(gone, size, 'This policy was put in force or out of it, but is not there.');
  return last;
}

function isSwitched({ evidence_id, active_version, former_version }: Policy): boolean {
  return [evidence_id, active_version, former_version].some((value) => value !== null);
}

function compareWithRecord(
  tally: Tally,
  policy: Policy,
  { change, position, id, ...leaf }: RecordedSwitch,
): void {
  const other: string[] = [];
  if (change !== null) {
    if (change.name !== policy.name) other.push('name');
    if (change.to !== policy.active_version) other.push('active_version');
    if (change.from !== policy.former_version) other.push('former_version');
  }
  if (leaf.created_at !== policy.changed_at) other.push('changed_at');
  if (leaf.actor !== policy.changed_by) other.push('changed_by');
  if (other.length === 0) return;
  tally.gap(`Policy ${policy.name} is not as it was last changed: ${other.join(', ')}.`, position, id);
}

function checkSets(
  tally: Tally,
  size: number,
  sets: readonly Selectable<PolicySetsTable>[],
  { switched }: PolicyRecords,
): void {
  const rows = new Map(sets.map((row) => [row.set_version, row.members]));
  const recorded = new Set<string>();
  for (const { change, position, id } of switched) {
    const set = change === null ? null : recordedSet(change);
    if (set === null) continue;
    recorded.add(set.version);
    tally.checked();
    if (setVersionOf(set.members) !== set.version) {
      tally.gap('The set of policies of this record is not the one that its version names.', position, id);
    } else if (position < size && rows.get(set.version) !== membersText(set.members)) {
      tally.gap('The set of policies that was in force from here on is not there as it was.', position, id);
    }
  }
  let unnamed = switched.filter(({ change }) => change === null).length;
  for (const { set_version, members } of sets) {
    tally.checked();
    if (sha256Text(members) !== set_version)
      tally.gap(`The set ${set_version} has other members than it names.`);
    if (recorded.has(set_version)) continue;
    // Each record without its payload accounts for one set at most.
    if (unnamed > 0) unnamed -= 1;
    else tally.gap(`There is no record that the set ${set_version} was ever in force.`);
  }
}

/** The active versions of all policies must be the set of the last change. */
function checkSetInForce(
  tally: Tally,
  policies: readonly Policy[],
  { change, position, id }: RecordedSwitch,
): void {
  if (change === null) return;
  const members = policies.flatMap(({ name, active_version: version }) =>
    version === null ? [] : [{ name, version }],
  );
  tally.checked();
  const inForce = members.length === 0 ? null : setVersionOf(members);
  if ((recordedSet(change)?.version ?? null) === inForce) return;
  tally.gap('What is active is another set of policies than this last change says.', position, id);
}

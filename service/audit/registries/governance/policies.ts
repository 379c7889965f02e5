/**
 * Compares policies with the evidence of their changes: each version, what is active, and every set that evaluations
 * can name. A record without its payload still counts by its time or id.
 */
import { type JsonObject, sha256Text } from '@assize/evidence-format';
import {
  membersText,
  recordedSet,
  SWITCHED,
  setVersionOf,
} from '../../../governance/policies/compiled/index.ts';
import { type Act, actsOfType } from '../../comparing/acts.ts';
import { differing, inTurn } from '../../comparing/naming.ts';
import { pagesBy, type RowOf, rowsOf } from '../../comparing/rows.ts';
import { stating } from '../../comparing/stating.ts';
import type { Check, CheckContext, Tally } from '../../registry.ts';

/** Documents can be a quarter of a megabyte. */
const VERSIONS_AT_ONCE = 50;
const OF_NOTHING = 'This record of a policy names none.';

type Version = Omit<RowOf<'policy_versions'>, 'document'> & { isWhole: boolean };
type Policy = RowOf<'policies'>;

/** A change of the versions in force; `change` is null if its payload is gone. */
type Switch = Pick<Act, 'position' | 'id' | 'at' | 'actor'> & { change: JsonObject | null };

/** The name of a version in a gap. */
function nameOf({ name, version }: { name?: unknown; version?: unknown }): string {
  return `Version ${version} of policy ${name}`;
}

/** Each document is compared with its hash as it is read. */
async function* versionsOf(context: CheckContext): AsyncGenerator<Version[], void> {
  const rows = rowsOf(context, 'policy_versions');
  for await (const page of pagesBy(rows, ['name', 'version'], VERSIONS_AT_ONCE))
    yield page.map(({ document, ...row }) => ({ ...row, isWhole: sha256Text(document) === row.hash }));
}

const versions = stating({
  rows: versionsOf,
  nameOf: (row) => nameOf(row),
  nameIn: nameOf,
  records: { written: ['policy.create', 'policy.version'] },
  ofNothing: OF_NOTHING,
  compare: (row, { written }) => {
    const it = nameOf(row);
    const record = written.of(it).at(-1);
    const whole = row.isWhole ? null : `${it} is not the document that its hash names.`;
    if (record === undefined) {
      const isSaid = written.accountsFor(({ at }) => at === row.created_at);
      return [whole, isSaid ? null : `There is no record of who wrote ${it}.`];
    }
    const other = differing({
      hash: [record.change.hash, row.hash],
      created_at: [record.at, row.created_at],
      created_by: [record.actor, row.created_by],
      reason: [record.change.reason ?? null, row.reason],
    });
    if (other.length === 0) return [whole, null];
    return [whole, { what: `${it} is not as it was written: ${other.join(', ')}.`, at: record }];
  },
  left: { written: 'This version of a policy was written, but is not there.' },
});

/** Rows are read first: each was written together with its record, which a later read then finds. */
const switches: Check = async (tally, context) => {
  const policies = await rowsOf(context, 'policies').execute();
  const sets = await rowsOf(context, 'policy_sets').execute();
  const begun = rowsOf(context, 'policy_versions').clearSelect().select(['name', 'created_at']);
  const beginnings = await begun.where('version', '=', 1).execute();
  const switched: Switch[] = [];
  for await (const page of actsOfType(context, 'governance_change', { actions: SWITCHED })) {
    for (const act of page) {
      const { change, position, id, at, actor } = act;
      if (change === null && !act.isGone) tally.compared(OF_NOTHING, act);
      else switched.push({ change, position, id, at, actor });
    }
  }
  const madeAt = new Map(beginnings.map(({ name, created_at }) => [name, created_at]));
  for (const policy of policies) checkPolicy(tally, context.size, policy, switched, madeAt.get(policy.name));
  const there = new Set<unknown>(policies.map(({ name }) => name));
  const gone = switched.filter(({ change }) => change !== null && !there.has(change.name));
  tally.unmatched(gone, context.size, 'This policy was put in force or out of it, but is not there.');
  checkSets(tally, context.size, sets, switched);
  checkSetInForce(tally, policies, switched);
};

function checkPolicy(
  tally: Tally,
  size: number,
  policy: Policy,
  switched: readonly Switch[],
  madeAt: number | undefined,
): void {
  tally.checked();
  const it = `Policy ${policy.name}`;
  if (madeAt !== policy.created_at) tally.gap(`${it} was not made with its first version.`);
  const record = switched.find(({ id }) => id === policy.evidence_id);
  const isLater = ({ position }: Switch) => position < size && position > (record?.position ?? -1);
  const later = switched.findLast((each) => each.change?.name === policy.name && isLater(each));
  if (later !== undefined) tally.gap(`${it} was changed here, but is as it was before.`, later);
  else if (record !== undefined) {
    const { change } = record;
    const stated = change && {
      name: [change.name, policy.name] as const,
      active_version: [change.to, policy.active_version] as const,
      former_version: [change.from, policy.former_version] as const,
    };
    const made = {
      changed_at: [record.at, policy.changed_at],
      changed_by: [record.actor, policy.changed_by],
    } as const;
    const other = differing({ ...stated, ...made });
    if (other.length > 0) tally.gap(`${it} is not as it was last changed: ${other.join(', ')}.`, record);
  } else {
    const { evidence_id, active_version, former_version } = policy;
    const isSwitched = [evidence_id, active_version, former_version].some((value) => value !== null);
    if (isSwitched) tally.gap(`There is no record of who put policy ${policy.name} in force.`);
  }
}

function checkSets(
  tally: Tally,
  size: number,
  sets: readonly { set_version: string; members: string }[],
  switched: readonly Switch[],
): void {
  const rows = new Map(sets.map((row) => [row.set_version, row.members]));
  const recorded = new Set<string>();
  for (const record of switched) {
    const set = record.change === null ? null : recordedSet(record.change);
    if (set === null) continue;
    recorded.add(set.version);
    tally.checked();
    if (setVersionOf(set.members) !== set.version)
      tally.gap('The set of policies of this record is not the one that its version names.', record);
    else if (record.position < size && rows.get(set.version) !== membersText(set.members))
      tally.gap('The set of policies that was in force from here on is not there as it was.', record);
  }
  // Each record without its payload accounts for one set at most.
  let unnamed = switched.filter(({ change }) => change === null).length;
  for (const { set_version, members } of sets) {
    tally.checked();
    if (sha256Text(members) !== set_version)
      tally.gap(`The set ${set_version} has other members than it names.`);
    if (recorded.has(set_version)) continue;
    if (unnamed > 0) unnamed -= 1;
    else tally.gap(`There is no record that the set ${set_version} was ever in force.`);
  }
}

/** The active versions of all policies must be the set of the last change that any of them names. */
function checkSetInForce(tally: Tally, policies: readonly Policy[], switched: readonly Switch[]): void {
  const named = new Set(policies.map(({ evidence_id }) => evidence_id));
  const last = switched.findLast(({ id }) => named.has(id));
  if (last === undefined || last.change === null) return;
  const members = policies.flatMap(({ name, active_version: version }) =>
    version === null ? [] : [{ name, version }],
  );
  const inForce = members.length === 0 ? null : setVersionOf(members);
  const isThat = (recordedSet(last.change)?.version ?? null) === inForce;
  tally.compared(
    isThat ? null : 'What is active is another set of policies than this last change says.',
    last,
  );
}

export const policies = inTurn(versions, switches);

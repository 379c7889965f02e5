/**
 * Changes which policies are in force: activates, deactivates and rolls back, each with evidence that names the
 * resulting set. A change states which version its author believes to be in force, and is refused if another one is.
 */
import { parseJson } from '@assize/evidence-format';
import { type BoundStatement, bound } from '../../database/evidence/append-store.ts';
import type { Database } from '../../database/open.ts';
import {
  changeGovernance,
  type GovernDeps,
  partyOf,
  type Stamp,
  stampNow,
} from '../../evidence/changes/index.ts';
import { Failure } from '../../foundation/failure.ts';
import { retryOvertaken } from '../../foundation/retry.ts';
import { MAX_IN_FORCE, type Member, membersText, setVersionOf } from './compiled/set.ts';
import { faultsOfPolicy, nameOfFaulty } from './documents/document.ts';
import { findPolicy, findVersion, type Policy } from './store.ts';
import type { PolicyOwner } from './write.ts';

/** An attempt fails only where another policy, and so the set, was changed in the meantime. */
const MAX_ATTEMPTS = 64;

type Action = 'policy.activate' | 'policy.deactivate' | 'policy.roll_back';

interface Aim {
  action: Action;
  name: string;
  /** The version believed in force; null for none. */
  expected: number | null;
  /** Returns the version to put in force, given the former one. @throws {Failure} `conflict` where there is none. */
  to: (former: number | null) => number | null;
}

/** @throws {Failure} `not_found`, `conflict`. */
export function activate(
  deps: GovernDeps,
  owner: PolicyOwner,
  name: string,
  version: number,
  expected: number | null,
): Promise<Policy> {
  return changeInForce(deps, owner, { action: 'policy.activate', name, expected, to: () => version });
}

/** @throws {Failure} `not_found`, `conflict`. */
export function deactivate(
  deps: GovernDeps,
  owner: PolicyOwner,
  name: string,
  expected: number | null,
): Promise<Policy> {
  return changeInForce(deps, owner, { action: 'policy.deactivate', name, expected, to: () => null });
}

/** Goes back to the version that was in force before. @throws {Failure} `not_found`, `conflict`. */
export function rollBack(
  deps: GovernDeps,
  owner: PolicyOwner,
  name: string,
  expected: number | null,
): Promise<Policy> {
  const to = (former: number | null) => {
    if (former !== null) return former;
    throw Failure.conflict(
      'policy_has_no_former_version',
      'No version of this policy was in force before this one: deactivate it instead.',
    );
  };
  return changeInForce(deps, owner, { action: 'policy.roll_back', name, expected, to });
}

async function changeInForce(deps: GovernDeps, owner: PolicyOwner, aim: Aim): Promise<Policy> {
  const { db } = deps;
  const { chain } = owner;
  const { name, expected } = aim;
  // A missing policy is refused first, before its versions are checked.
  await findPolicy(db, chain, name);
  const usable = new Map<number, string>();
  return retryOvertaken('the active policies', MAX_ATTEMPTS, async () => {
    const { active, former, members: before } = await policyStateOf(db, chain, name);
    if (active !== expected) throw notAsExpected(active, expected);
    const to = aim.to(former);
    if (to === active) return findPolicy(db, chain, name);
    if (to !== null && !usable.has(to)) usable.set(to, await hashOfUsable(db, chain, name, to));
    const others = before.filter((member) => member.name !== name);
    const after = to === null ? others : [...others, { name, version: to }];
    if (after.length > MAX_IN_FORCE) {
      throw Failure.conflict(
        'too_many_policies_in_force',
        `${MAX_IN_FORCE} policies are in force already, which is the limit.`,
      );
    }
    const hash = to === null ? null : (usable.get(to) ?? null);
    const wanted = { action: aim.action, name, from: expected, to, hash, before, after };
    return (await change(deps, owner, wanted)) ? findPolicy(db, chain, name) : undefined;
  });
}

interface PolicyState {
  active: number | null;
  former: number | null;
  /** The members of the set in force. */
  members: Member[];
}

/** Reads everything at one moment. */
async function policyStateOf(db: Database, chain: number, name: string): Promise<PolicyState> {
  const rows = await db
    .selectFrom('policies')
    .select(['name', 'active_version', 'former_version'])
    .where('chain', '=', chain)
    .where((row) => row.or([row('active_version', 'is not', null), row('name', '=', name)]))
    .execute();
  const own = rows.find((row) => row.name === name);
  const members = rows.flatMap(({ name, active_version: version }) =>
    version === null ? [] : [{ name, version }],
  );
  return { active: own?.active_version ?? null, former: own?.former_version ?? null, members };
}

interface Change {
  action: Action;
  name: string;
  from: number | null;
  to: number | null;
  /** The hash of the version to put in force. */
  hash: string | null;
  before: Member[];
  after: Member[];
}

/** @returns false where something else changed in the meantime; then nothing was written. */
async function change(
  deps: GovernDeps,
  owner: PolicyOwner,
  { action, name, from, to, hash, before, after }: Change,
): Promise<boolean> {
  const { db } = deps;
  const { chain } = owner;
  const stamp = stampNow(deps);
  const members = membersText(after);
  const set = after.length === 0 ? null : { version: setVersionOf(after), members: parseJson(members) };
  const result = await changeGovernance(deps, {
    chain,
    stamp,
    action,
    actor: owner.actor,
    change: { name, from, to, hash, policies: set },
    statements: [
      ...unchanged(db, chain, before),
      switched(db, owner, { name, from, to }, stamp),
      ...(set === null ? [] : [keptSet(db, chain, set.version, members)]),
    ],
  });
  return result.kind === 'appended';
}

function notAsExpected(active: number | null, expected: number | null): Failure {
  const now =
    active === null
      ? 'No version of this policy is in force'
      : `Version ${active} of this policy is in force`;
  return Failure.conflict(
    'policy_in_force_changed',
    `${now}, not ${expected === null ? 'none' : `version ${expected}`}.`,
  );
}

/** A version was sound when it was written, but a newer release may find more faults. */
async function hashOfUsable(db: Database, chain: number, name: string, version: number): Promise<string> {
  const { hash, document } = await findVersion(db, chain, name, version);
  const [fault] = await faultsOfPolicy(document, chain);
  if (fault === undefined) return hash;
  const { line, column, message } = fault;
  const where = `line ${line}, column ${column}`;
  throw Failure.conflict(
    'policy_version_unusable',
    `The ${nameOfFaulty(fault)} of this version can't be evaluated: ${where}: ${message}.`,
  );
}

function inForce(db: Database, chain: number) {
  return db
    .selectFrom('policies')
    .select('name')
    .where('chain', '=', chain)
    .where('active_version', 'is not', null);
}

/** Appends to a chain run one after another, so the resulting set is still made from what is in force. */
function unchanged(db: Database, chain: number, members: readonly Member[]): BoundStatement[] {
  const all = bound(inForce(db, chain), members.length);
  if (members.length === 0) return [all];
  const these = inForce(db, chain).where((row) =>
    row.or(
      members.map(({ name, version }) =>
        row.and([row('name', '=', name), row('active_version', '=', version)]),
      ),
    ),
  );
  return [all, bound(these, members.length)];
}

function switched(
  db: Database,
  { chain, actor }: PolicyOwner,
  { name, from, to }: Pick<Change, 'name' | 'from' | 'to'>,
  { id, at }: Stamp,
): BoundStatement {
  const query = db
    .updateTable('policies')
    .set({
      active_version: to,
      former_version: from,
      evidence_id: id,
      changed_at: at,
      changed_by: partyOf(actor),
    })
    .where('chain', '=', chain)
    .where('name', '=', name)
    .where('active_version', from === null ? 'is' : '=', from);
  return bound(query, 1);
}

/** Stores the set. A set that was in force before is stored already, with the same members. */
function keptSet(db: Database, chain: number, version: string, members: string): BoundStatement {
  const query = db
    .insertInto('policy_sets')
    .values({ chain, set_version: version, members })
    .onConflict((conflict) => conflict.columns(['chain', 'set_version']).doUpdateSet({ members }));
  return bound(query, 1);
}

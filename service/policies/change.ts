/**
 * What is in force: activated, deactivated, rolled back, each as evidence that names the resulting set. A change says
 * which version it believes in force, and is refused where another is.
 */
import { type BoundStatement, bound } from '../database/append-store.ts';
import type { Database } from '../database/open.ts';
import { changeGovernance, type GovernDeps, type Stamp, stampNow } from '../evidence/index.ts';
import { Failure } from '../foundation/failure.ts';
import { faultsOfRules } from './compile.ts';
import { type Member, MOST_IN_FORCE, membersText, setVersionOf } from './set.ts';
import { findPolicy, findVersion, type Policy } from './store.ts';
import type { PolicyOwner } from './write.ts';

/** Somebody else may change another policy meanwhile, and so the set: more often than this at once, hardly anybody does. */
const MOST_ATTEMPTS = 64;
const RETRY_AFTER_SECONDS = 1;

type Action = 'policy.activate' | 'policy.deactivate' | 'policy.roll_back';

interface Aim {
  action: Action;
  name: string;
  /** The version believed in force; null for none. */
  expected: number | null;
  /** The version to be in force. @throws {Failure} `conflict` where there is none to go to. */
  to: (policy: Policy) => number | null;
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

/** To the version that was in force before. @throws {Failure} `not_found`, `conflict`. */
export function rollBack(
  deps: GovernDeps,
  owner: PolicyOwner,
  name: string,
  expected: number | null,
): Promise<Policy> {
  const to = ({ formerVersion }: Policy) => {
    if (formerVersion !== null) return formerVersion;
    throw new Failure(
      'conflict',
      'No version of this policy was in force before this one: deactivate it instead.',
    );
  };
  return changeInForce(deps, owner, { action: 'policy.roll_back', name, expected, to });
}

async function changeInForce(deps: GovernDeps, owner: PolicyOwner, aim: Aim): Promise<Policy> {
  const { db } = deps;
  const { chain } = owner;
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    const policy = await findPolicy(db, chain, aim.name);
    if (policy.activeVersion !== aim.expected) throw notAsExpected(policy, aim.expected);
    const to = aim.to(policy);
    if (to === policy.activeVersion) return policy;
    const hash = to === null ? null : await hashOfUsable(db, chain, aim.name, to);
    const before = await membersInForce(db, chain);
    const others = before.filter(({ name }) => name !== aim.name);
    const after = to === null ? others : [...others, { name: aim.name, version: to }];
    if (after.length > MOST_IN_FORCE) {
      throw new Failure('conflict', `${MOST_IN_FORCE} policies are in force already, which is the most.`);
    }
    const stamp = stampNow(deps);
    const { action, name, expected } = aim;
    const members = membersText(after);
    const set = after.length === 0 ? null : { version: setVersionOf(after), members: JSON.parse(members) };
    const result = await changeGovernance(deps, {
      chain,
      stamp,
      action,
      actor: owner.actor,
      change: { name, from: expected, to, hash, policies: set },
      statements: [
        ...unchanged(db, chain, before),
        switched(db, owner, { name, from: expected, to }, stamp),
        ...(set === null ? [] : [keptSet(db, chain, set.version, members)]),
      ],
    });
    if (result.kind === 'appended') return findPolicy(db, chain, name);
  }
  throw Failure.unavailable(RETRY_AFTER_SECONDS, new Error('the policies in force changed all the time'));
}

function notAsExpected({ activeVersion }: Policy, expected: number | null): Failure {
  const now =
    activeVersion === null
      ? 'No version of this policy is in force'
      : `Version ${activeVersion} of this policy is in force`;
  return new Failure('conflict', `${now}, not ${expected === null ? 'none' : `version ${expected}`}.`);
}

/** A version was sound when it was written; a newer release may see more. */
async function hashOfUsable(db: Database, chain: number, name: string, version: number): Promise<string> {
  const { hash, document } = await findVersion(db, chain, name, version);
  const [fault] = faultsOfRules(document.rules);
  if (fault === undefined) return hash;
  const { rule, line, column, message } = fault;
  const where = `line ${line}, column ${column}`;
  throw new Failure(
    'conflict',
    `The rule ${rule} of this version can not be evaluated: ${where}: ${message}.`,
  );
}

/** By name. */
export function membersInForce(db: Database, chain: number): Promise<Member[]> {
  return inForce(db, chain).orderBy('name').execute() as Promise<Member[]>;
}

function inForce(db: Database, chain: number) {
  return db
    .selectFrom('policies')
    .select(['name', 'active_version as version'])
    .where('chain', '=', chain)
    .where('active_version', 'is not', null);
}

/** Appends to a chain go one after another: what is in force is still what the resulting set was made from. */
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

interface Switch {
  name: string;
  from: number | null;
  to: number | null;
}

function switched(
  db: Database,
  { chain, actor }: PolicyOwner,
  { name, from, to }: Switch,
  { id, at }: Stamp,
): BoundStatement {
  const query = db
    .updateTable('policies')
    .set({ active_version: to, former_version: from, evidence_id: id, changed_at: at, changed_by: actor })
    .where('chain', '=', chain)
    .where('name', '=', name)
    .where('active_version', from === null ? 'is' : '=', from);
  return bound(query, 1);
}

/** A set that was in force before is the same set. */
function keptSet(db: Database, chain: number, version: string, members: string): BoundStatement {
  const query = db
    .insertInto('policy_sets')
    .values({ chain, set_version: version, members })
    .onConflict((conflict) => conflict.columns(['chain', 'set_version']).doUpdateSet({ members }));
  return bound(query, 1);
}

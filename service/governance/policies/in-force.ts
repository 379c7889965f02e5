/**
 * The policies that apply to a chain, now or at a time of the past: each version is compiled once and then kept. The
 * evidence of each change says which were in force together from then on.
 */

import { type JsonObject, parseJson } from '@assize/evidence-format';
import type { Database } from '../../database/open.ts';
import { changesOf, type HistoryEntry, historyOf } from '../../evidence/changes/index.ts';
import type { CompiledPolicy } from './compiled/compile.ts';
import { loadCompiler } from './compiled/compiler.ts';
import { type Member, recordedSet, SWITCHED, setVersionOf } from './compiled/set.ts';
import { documentOf, requireGoodRules, type WrittenPolicy } from './documents/document.ts';
import type { PolicyDocument, PolicyMatch, PolicySet } from './policy.ts';

/** The limit for all chains together. */
const MAX_KEPT = 500;
/** The limit for values in lists; 10,000 of them take some 750 KB. */
const MAX_LIST_VALUES_KEPT = 500_000;

/** Compiled policies by name, version and hash. */
const kept = new Map<string, CompiledPolicy>();

/** @returns null where none is active. */
export async function policiesInForce(db: Database, chain: number): Promise<PolicySet | null> {
  const compiled = await compiledInForce(db, chain);
  if (compiled.length === 0) return null;
  const { policySet } = await loadCompiler();
  return policySet(compiled);
}

/** Reads the compiled policies in force, by name. */
export async function compiledInForce(db: Database, chain: number): Promise<CompiledPolicy[]> {
  const versions = await db
    .selectFrom('policies')
    .innerJoin('policy_versions', (join) =>
      join
        .onRef('policy_versions.chain', '=', 'policies.chain')
        .onRef('policy_versions.name', '=', 'policies.name')
        .onRef('policy_versions.version', '=', 'policies.active_version'),
    )
    .select(['policies.name', 'policy_versions.version', 'policy_versions.hash'])
    .where('policies.chain', '=', chain)
    .orderBy('policies.name')
    .execute();
  return compiledOf(db, chain, versions);
}

export interface PastSets {
  /** All sets that were ever in force, by set version. */
  members: ReadonlyMap<string, readonly Member[]>;
  /** @returns null where there was no such set, or part of it no longer exists. */
  compiled(setVersion: string): Promise<PolicySet | null>;
}

export async function policySetsOf(db: Database, chain: number): Promise<PastSets> {
  const rows = await db
    .selectFrom('policy_sets')
    .select(['set_version', 'members'])
    .where('chain', '=', chain)
    .execute();
  const members = new Map(rows.map((row) => [row.set_version, readMembers(row.members)]));
  const known = new Map<string, PolicySet | null>();
  return {
    members,
    async compiled(setVersion) {
      const earlier = known.get(setVersion);
      if (earlier !== undefined) return earlier;
      const set = await compiledSet(db, chain, members.get(setVersion) ?? []);
      known.set(setVersion, set);
      return set;
    },
  };
}

async function compiledSet(
  db: Database,
  chain: number,
  members: readonly Member[],
): Promise<PolicySet | null> {
  if (members.length === 0) return null;
  const names = members.map(({ name }) => name);
  const rows = await db
    .selectFrom('policy_versions')
    .select(['name', 'version', 'hash'])
    .where('chain', '=', chain)
    .where('name', 'in', names)
    .execute();
  const versions = members.flatMap(({ name, version }) =>
    rows.filter((row) => row.name === name && row.version === version),
  );
  if (versions.length < members.length) return null;
  const { policySet } = await loadCompiler();
  return policySet(await compiledOf(db, chain, versions));
}

interface Named extends Member {
  hash: string;
}

async function compiledOf(
  db: Database,
  chain: number,
  versions: readonly Named[],
): Promise<CompiledPolicy[]> {
  const compiled: CompiledPolicy[] = [];
  for (const { name, version, hash } of versions) {
    const key = `${name} ${version} ${hash}`;
    let policy = kept.get(key);
    if (policy === undefined) {
      policy = await compiledOrErring(
        name,
        version,
        await storedDocument(db, chain, { name, version }),
        chain,
      );
    } else kept.delete(key);
    // The most recently used policy goes last.
    kept.set(key, policy);
    compiled.push(policy);
  }
  let values = [...kept.values()].reduce((sum, { listValues }) => sum + listValues, 0);
  for (const [oldest, { listValues }] of kept) {
    if (kept.size <= MAX_KEPT && values <= MAX_LIST_VALUES_KEPT) break;
    kept.delete(oldest);
    values -= listValues;
  }
  return compiled;
}

async function storedDocument(
  db: Database,
  chain: number,
  { name, version }: Member,
): Promise<PolicyDocument> {
  const { document } = await db
    .selectFrom('policy_versions')
    .select('document')
    .where('chain', '=', chain)
    .where('name', '=', name)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return parseJson(document) as unknown as PolicyDocument;
}

async function compiledOrErring(
  name: string,
  version: number,
  document: PolicyDocument,
  chain: number,
): Promise<CompiledPolicy> {
  const { compilePolicy, erringPolicy } = await loadCompiler();
  try {
    return await compilePolicy(name, version, document, chain);
  } catch {
    return erringPolicy(name, version, document);
  }
}

function readMembers(text: string): Member[] {
  try {
    const members: unknown = parseJson(text);
    return Array.isArray(members) ? (members as Member[]) : [];
  } catch {
    return [];
  }
}

export interface Draft extends WrittenPolicy {
  /** The policy that the draft replaces; with a new name it is tried beside all others. */
  name?: string;
}

/** A match of the draft has this version and, where the draft has no name, this policy. */
const DRAFT = 'draft';

/** @throws {Failure} `invalid`, at `body.policy`. */
export async function policiesWithDraft(db: Database, chain: number, draft: Draft): Promise<PolicySet> {
  await requireGoodRules(draft, chain, ['policy']);
  const { name = DRAFT } = draft;
  const { compilePolicy, policySet } = await loadCompiler();
  const inForce = await compiledInForce(db, chain);
  const others = inForce.filter((policy) => policy.name !== name);
  const compiled = await compilePolicy(name, 0, documentOf(draft), chain);
  const tried = policySet([...others, compiled]);
  const asDraft = (match: PolicyMatch) => (match.policy === name ? { ...match, version: DRAFT } : match);
  return { ...tried, match: (input, names) => tried.match(input, names).map(asDraft) };
}

export interface HeldPolicies {
  /** The name that evaluations give the set; null where none is in force. */
  version: string | null;
  members: readonly Member[];
}

/** Before the first change. */
export const NO_POLICIES: HeldPolicies = { version: null, members: [] };

/** In the order of the chain. */
export async function* policyHistory(
  db: Database,
  chain: number,
): AsyncGenerator<HistoryEntry<HeldPolicies>, void> {
  const rows = await db
    .selectFrom('policies')
    .select(['name', 'active_version', 'evidence_id'])
    .where('chain', '=', chain)
    .execute();
  const now = rows.flatMap(({ name, active_version: version }) =>
    version === null ? [] : [{ name, version }],
  );
  const last = new Set(rows.map(({ evidence_id }) => evidence_id));
  yield* historyOf<HeldPolicies>(changesOf(db, chain, SWITCHED), {
    after: (change) => (change.policies === null ? NO_POLICIES : (recordedSet(change) ?? undefined)),
    before: beforeOf,
    now: (id) => (last.has(id) ? heldOf(now) : undefined),
  });
}

/** A change affects one policy, so the others were in force before it too. */
function beforeOf(change: JsonObject): HeldPolicies | undefined {
  const after = change.policies === null ? [] : recordedSet(change)?.members;
  const { name, from } = change;
  if (after === undefined || typeof name !== 'string') return undefined;
  const others = after.filter((member) => member.name !== name);
  return heldOf(typeof from === 'number' ? [...others, { name, version: from }] : others);
}

function heldOf(members: readonly Member[]): HeldPolicies {
  return members.length === 0 ? NO_POLICIES : { version: setVersionOf(members), members };
}

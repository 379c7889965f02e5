/** What would be in force if a draft were: tried before anybody is bound by it. */
import type { Database } from '../../database/open.ts';
import { loadCompiler } from './compiler.ts';
import { documentOf, requireGoodRules, type WrittenPolicy } from './document.ts';
import { compiledInForce } from './in-force.ts';
import type { PolicyMatch, PolicySet } from './policy.ts';

export interface Draft extends WrittenPolicy {
  /** Of the policy in whose place it is tried; beside all others where there is none of this name. */
  name?: string;
}

/** What a match of it names as its version and, where it has none, its policy. */
const DRAFT = 'draft';

/** @throws {Failure} `invalid`, at `body.policy`. */
export async function policiesWithDraft(db: Database, chain: number, draft: Draft): Promise<PolicySet> {
  await requireGoodRules(draft, chain, ['policy']);
  const { name = DRAFT } = draft;
  const { compileInTurns, policySet } = await loadCompiler();
  const inForce = await compiledInForce(db, chain);
  const others = inForce.filter((policy) => policy.name !== name);
  const compiled = await compileInTurns(name, 0, documentOf(draft), chain);
  const tried = policySet([...others, compiled]);
  const asDraft = (match: PolicyMatch) => (match.policy === name ? { ...match, version: DRAFT } : match);
  return { ...tried, match: (input) => tried.match(input).map(asDraft) };
}

/**
 * Actions in the evidence that the catalogue of tools does not have, each with a proposed entry. Nothing is accepted by
 * itself: an agent can call a tool as often as it likes, and only a human's review makes it listed.
 */

import { argumentsOf } from '@assize/act-reading/act';
import { keptEntry, storedName, type ToolEntry } from '@assize/act-reading/tools';
import type { JsonObject } from '@assize/evidence-format';
import type { GovernDeps } from '../evidence/changes/index.ts';
import type { Period } from '../evidence/search/index.ts';
import { isTurnUsedUp, nextTurn } from '../foundation/turns.ts';
import type { GovernanceCache } from '../governance/index.ts';
import { MANDATE_WIDENED } from '../mandates/index.ts';
import { IMPORTED, proposeTools, type ToolOwner, type ToolResult } from '../tools/change/index.ts';
import { readSource, type ToolCatalogues, toolsOf } from '../tools/index.ts';
import { type ReadPart, readEvaluations, requestOf } from './evaluations.ts';
import { readFields } from './held-report.ts';
import { ArgumentsSeen } from './schema-seen.ts';
import { type Seen, seenFields, Tally } from './tally.ts';

export interface ToolSuggestion extends Seen {
  action: string;
  /** As a tool would be defined: the name, and the arguments that were seen. */
  definition: JsonObject;
  /** null where none can be made; `why` says why. */
  entry: ToolEntry | null;
  why: string | null;
  /** Whether a proposal, a rejection or a change of this name already waits in the catalogue. */
  isStored: boolean;
}

export interface ToolSuggestions {
  read: ReadPart;
  /** Whether there are more than are told of. */
  hasMore: boolean;
  tools: ToolSuggestion[];
}

export interface SuggestDeps {
  db: GovernDeps['db'];
  governance: GovernanceCache;
  catalogues: ToolCatalogues;
}

export const MAX_SUGGESTIONS = 200;

export async function suggestTools(
  { db, governance, catalogues }: SuggestDeps,
  chain: number,
  period: Period,
): Promise<ToolSuggestions> {
  const { toolsRevision } = await governance.of(chain);
  const catalogue = await catalogues.at(chain, toolsRevision);
  const tally = new Tally<{ action: string; given: ArgumentsSeen }>();
  const read = await readEvaluations(db, chain, period, (act) => {
    const { action, record } = act;
    if (record === null || action === MANDATE_WIDENED || !('unlisted' in catalogue.match(action))) return;
    const { agent_id: agent, context } = requestOf(record);
    const seen = tally.add(action, act, agent, () => ({ action, given: new ArgumentsSeen() }));
    seen?.given.add(argumentsOf(context as Record<string, unknown>));
  });
  const all = tally.all();
  const stored = await storedNames(db, chain);
  const tools: ToolSuggestion[] = [];
  for (const { given, ...seen } of all.slice(0, MAX_SUGGESTIONS)) {
    const definition = { name: seen.action, inputSchema: given.schema() };
    const proposed = await proposedFor(chain, definition);
    const name = storedName({ tool: seen.action });
    tools.push({ ...seen, definition, ...proposed, isStored: name !== null && stored.has(name) });
    if (isTurnUsedUp()) await nextTurn(chain);
  }
  return { read, hasMore: tally.isFull || all.length > MAX_SUGGESTIONS, tools };
}

async function proposedFor(
  chain: number,
  definition: JsonObject,
): Promise<Pick<ToolSuggestion, 'entry' | 'why'>> {
  const [one] = await readSource(chain, { tools: [definition] }, { inferred: true });
  if (one === undefined) return { entry: null, why: 'there is nothing to propose' };
  if ('fault' in one) return { entry: null, why: one.fault.message };
  return { entry: keptEntry(one.entry).entry, why: null };
}

async function storedNames(db: SuggestDeps['db'], chain: number): Promise<Set<string>> {
  const rows = await toolsOf(db, chain)
    .where('until_revision', 'is', null)
    .where('state', 'in', ['proposed', 'rejected', 'changed'])
    .execute();
  return new Set(rows.map(({ name }) => name));
}

/** Stores them as proposals, which a human reviews; those that the catalogue has in some state already stay as they are. */
export async function proposeSuggested(
  deps: GovernDeps,
  owner: ToolOwner,
  { tools }: ToolSuggestions,
): Promise<ToolResult[]> {
  const entries = tools.flatMap(({ entry, isStored }) => (entry === null || isStored ? [] : [entry]));
  return entries.length === 0 ? [] : proposeTools(deps, owner, entries, { source: IMPORTED, accept: false });
}

export function toolSuggestionFields({ read, hasMore, tools }: ToolSuggestions) {
  return {
    ...readFields(read),
    has_more: hasMore,
    tools: tools.map(({ action, definition, entry, why, isStored, ...seen }) => {
      const body = { source: { tools: [definition] }, inferred: true };
      return { action, ...seenFields(seen), in_review: isStored, import: body, entry, reason: why };
    }),
  };
}

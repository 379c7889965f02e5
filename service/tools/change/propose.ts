/**
 * Takes a list of entries into the catalogue, as proposals, or as accepted where a human vouches for all of them. A
 * faulty entry is refused on its own, with the reason; the others are taken.
 */

import { nameOf } from '@assize/act-reading/act';
import { isPattern } from '@assize/act-reading/names';
import {
  type Catalogue,
  catalogueOf,
  faultsOfEntry,
  type KeptEntry,
  keptEntry,
  storedName,
  type ToolEntry,
  type WrittenEntry,
} from '@assize/act-reading/tools';
import { eventOf } from '../../events/index.ts';
import type { GovernDeps } from '../../evidence/changes/index.ts';
import { countWork, isTurnUsedUp, nextTurn } from '../../foundation/turns.ts';
import { addMissing, type Schemas } from '../arguments/index.ts';
import { acceptedPatterns, entryOfRecord, TOOL_PREFIX, type ToolRecord } from '../store.ts';
import { type Intent, type Outcome, type Plan, planOf } from './plan.ts';
import {
  changeCatalogue,
  MAX_AT_ONCE,
  MAX_TOOLS,
  type NextState,
  presentByName,
  requireRoom,
  type ToolOwner,
  tooManyTools,
  writeStates,
} from './write.ts';

export interface ToolResult {
  /** null where it was refused and is not in the catalogue. */
  toolId: string | null;
  name: string;
  outcome: Outcome;
  /** A sentence without its full stop. */
  reason: string;
  /** The proposed entry; null where it was refused. */
  entry: ToolEntry | null;
}

interface Wanted {
  place: number;
  key: string;
  kept: KeptEntry;
  /** Whether another entry of the list has the same name. */
  isDoubled: boolean;
}

/**
 * @param schemas the schemas of the tools' arguments, by the hashes that entries name.
 * @returns the results in the order of the list. @throws {Failure} `invalid`, `conflict` where there would be too
 *    many; `unavailable`.
 */
export async function proposeTools(
  deps: GovernDeps,
  owner: ToolOwner,
  entries: readonly WrittenEntry[],
  intent: Intent,
  schemas: Schemas = new Map(),
): Promise<ToolResult[]> {
  if (entries.length > MAX_TOOLS) throw tooManyTools();
  const results: ToolResult[] = [];
  const wanted = await wantedOf(owner.chain, entries, results);
  for (let start = 0; start < wanted.length; start += MAX_AT_ONCE) {
    const some = wanted.slice(start, start + MAX_AT_ONCE);
    await changeCatalogue(deps, owner, (revision) =>
      take(deps, owner, { revision, some, intent, schemas }, results),
    );
  }
  return results;
}

/** Returns the entries without a fault; the others get their result here. */
async function wantedOf(
  chain: number,
  entries: readonly WrittenEntry[],
  results: ToolResult[],
): Promise<Wanted[]> {
  const byKey = new Map<string, Wanted>();
  for (const [place, written] of entries.entries()) {
    countWork(WORK_OF_AN_ENTRY);
    if (isTurnUsedUp()) await nextTurn(chain);
    const [fault] = faultsOfEntry(written);
    const key = fault === undefined ? storedName(written) : null;
    if (fault !== undefined || key === null) {
      const where = fault?.field.join('.') ?? '';
      results[place] = refused(
        written,
        `${where === '' ? 'it' : where}: ${fault?.message ?? 'it has no name'}`,
      );
      continue;
    }
    const other = byKey.get(key);
    const kept = keptEntry(written);
    if (other === undefined) byKey.set(key, { place, key, kept, isDoubled: false });
    else {
      const isSame = other.kept.hash === kept.hash;
      other.isDoubled ||= !isSame;
      results[place] = refused(written, isSame ? REPEATED : DOUBLED);
    }
  }
  return [...byKey.values()];
}

/** About 40 µs: its check, its canonical text and its hash. */
const WORK_OF_AN_ENTRY = 4000;
/** One microsecond. */
const WORK_OF_A_PATTERN = 100;
const REPEATED = 'it is in the list twice';
const DOUBLED = 'another tool in the list has the same name except for case and separators';

function refused(written: WrittenEntry, reason: string): ToolResult {
  const { tool, server } = (written ?? {}) as Partial<WrittenEntry>;
  const name =
    typeof tool === 'string' ? nameOf({ tool, ...(typeof server === 'string' && { server }) }) : '';
  return { toolId: null, name, outcome: 'refused', reason, entry: null };
}

interface Taken {
  revision: number;
  some: readonly Wanted[];
  intent: Intent;
  schemas: Schemas;
}

/** @returns undefined where it was overtaken. */
async function take(
  deps: GovernDeps,
  owner: ToolOwner,
  { revision, some, intent, schemas }: Taken,
  results: ToolResult[],
): Promise<true | undefined> {
  const { chain } = owner;
  const names = some.map(({ key }) => key);
  const present = await presentByName(deps, chain, names);
  const patterns = await patternsOver(deps, chain, present);
  const planned: Planned[] = [];
  for (const each of some) {
    planned.push(plannedOf(deps, present.get(each.key), each, intent, patterns));
    if (isTurnUsedUp()) await nextTurn(chain);
  }
  const next = planned.flatMap(({ next }) => (next === null ? [] : [next]));
  await requireRoom(deps, chain, planned.filter(({ next, wasThere }) => next !== null && !wasThere).length);
  if (next.length > 0) {
    const action = intent.accept ? 'tools.accept' : 'tools.propose';
    const written = await writeStates(deps, owner, {
      action,
      revision,
      next,
      schemas,
      events: (stamp) =>
        next
          .filter(({ state }) => state === 'changed')
          .map(({ toolId, kept }) => {
            const data = { tool_id: toolId, tool: nameOf(kept.entry), evidence_id: stamp.id };
            return eventOf(deps.ids, { chain, type: 'tool.changed', data, at: stamp.at });
          }),
    });
    if (written === undefined) return undefined;
  }
  await addMissing(deps.db, chain, [...present.values()], schemas);
  for (const { place, result } of planned) results[place] = result;
  return true;
}

interface Planned {
  place: number;
  result: ToolResult;
  next: NextState | null;
  wasThere: boolean;
}

function plannedOf(
  { ids, clock }: GovernDeps,
  current: ToolRecord | undefined,
  { place, kept, isDoubled }: Wanted,
  intent: Intent,
  patterns: Catalogue,
): Planned {
  const plan = isDoubled
    ? planOfDoubled(current, intent)
    : planOf(current, kept, intent, () => isListed(patterns, kept.entry));
  const toolId = current?.tool_id ?? ids.ordered(TOOL_PREFIX, clock.now());
  const { outcome, reason } = plan;
  const name = nameOf(kept.entry);
  const isThere = current !== undefined || plan.next !== null;
  return {
    place,
    result: { toolId: isThere ? toolId : null, name, outcome, reason, entry: isDoubled ? null : kept.entry },
    next: plan.next && { toolId, ...plan.next, replaces: current !== undefined },
    wasThere: current !== undefined && current.state !== 'removed',
  };
}

/** Returns the accepted patterns, if one of the tools was seen and has not been accepted by its own name. */
async function patternsOver(
  { db }: GovernDeps,
  chain: number,
  present: ReadonlyMap<string, ToolRecord>,
): Promise<Catalogue> {
  const isOpen = [...present.values()].some(({ state }) => state === 'proposed' || state === 'rejected');
  const rows = isOpen ? await acceptedPatterns(db, chain).execute() : [];
  const tools = rows.map((row) => ({ id: row.tool_id, hasChanged: false, entry: entryOfRecord(row) }));
  return catalogueOf(tools, { revision: 0, reviewed: true });
}

/** Whether a pattern lists the tool, by its name with or without the server. */
function isListed(patterns: Catalogue, entry: ToolEntry): boolean {
  return [nameOf(entry), entry.tool].some((name) => {
    countWork(WORK_OF_A_PATTERN * patterns.size);
    return 'tool' in patterns.match(name);
  });
}

/** It is unclear which of the two the name means, so an accepted one is no longer listed. */
function planOfDoubled(current: ToolRecord | undefined, { source }: Intent): Plan {
  if (current?.state !== 'accepted' || isPattern(current.name)) {
    return { outcome: 'refused', reason: DOUBLED, next: null };
  }
  const kept = keptEntry(entryOfRecord(current));
  return {
    outcome: 'changed',
    reason: `${DOUBLED}; it is unlisted until it is reviewed`,
    next: { state: 'changed', kept, source },
  };
}

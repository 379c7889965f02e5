/** A human's decisions on entries: accepted, as proposed or corrected; rejected; written by hand; removed. */

import { isPattern } from '@assize/act-reading/names';
import {
  faultsOfEntry,
  type KeptEntry,
  keptEntry,
  storedName,
  type WrittenEntry,
} from '@assize/act-reading/tools';
import type { GovernDeps } from '../../evidence/changes/index.ts';
import { Failure, type Fault } from '../../foundation/failure.ts';
import { isId } from '../../foundation/ids.ts';
import {
  acceptedPatterns,
  entryOfRecord,
  findTool,
  noSuchTool,
  presentTools,
  TOOL_PREFIX,
  type ToolRecord,
} from '../store.ts';
import { REVIEWED, WRITTEN } from './plan.ts';
import {
  changeCatalogue,
  MAX_AT_ONCE,
  MAX_PATTERNS,
  type NextState,
  presentByName,
  requireRoom,
  type ToolOwner,
  type Wanted,
  writeStates,
} from './write.ts';

export interface Acceptance {
  toolId: string;
  /** The entry to accept in place of the proposed one, with the same name. */
  entry?: WrittenEntry;
  /** The hash of the proposed document that the human looked at. */
  hash?: string;
}

export interface Review {
  accept: readonly Acceptance[];
  reject: readonly string[];
}

/** @returns the present entries, the accepted ones first. @throws {Failure} `invalid`, `not_found`, `conflict`. */
export async function reviewTools(deps: GovernDeps, owner: ToolOwner, review: Review): Promise<ToolRecord[]> {
  const { accept, reject } = review;
  const toolIds = [...accept.map(({ toolId }) => toolId), ...reject];
  requireGoodReview(review, toolIds);
  if (toolIds.length === 0) return [];
  await changeCatalogue(deps, owner, async (revision) => {
    const records = await recordsOf(deps, owner, toolIds);
    const accepted = accept.flatMap((each, place) => accepting(recordIn(records, each.toolId), each, place));
    const rejected = reject.flatMap((toolId) => rejecting(recordIn(records, toolId)));
    await requireRoomForPatterns(deps, owner, accepted);
    const rejectedAt = accepted.length > 0 ? revision + 1 : revision;
    const wanted: Wanted[] = [
      { action: 'tools.accept', revision, next: accepted },
      { action: 'tools.reject', revision: rejectedAt, next: rejected },
    ];
    const [first, ...others] = wanted.filter(({ next }) => next.length > 0);
    if (first === undefined) return true;
    return (await writeStates(deps, owner, first, ...others)) && true;
  });
  const records = await recordsOf(deps, owner, toolIds);
  return toolIds.map((toolId) => recordIn(records, toolId));
}

function requireGoodReview({ accept }: Review, toolIds: readonly string[]): void {
  const faults: Fault[] = accept.flatMap(({ entry }, place) =>
    entry === undefined ? [] : faultsOfEntry(entry, ['accept', String(place), 'entry']),
  );
  if (toolIds.length > MAX_AT_ONCE) {
    faults.push({
      field: [],
      message: `At most ${MAX_AT_ONCE} tools can be reviewed at once`,
      type: 'value_error',
    });
  }
  if (new Set(toolIds).size < toolIds.length) {
    faults.push({ field: [], message: 'Each tool can be named only once', type: 'value_error' });
  }
  if (faults.length > 0) throw Failure.invalid(faults);
}

async function recordsOf(
  { db }: GovernDeps,
  { chain }: ToolOwner,
  toolIds: readonly string[],
): Promise<Map<string, ToolRecord>> {
  if (!toolIds.every((toolId) => isId(TOOL_PREFIX, toolId))) throw noSuchTool();
  const rows = await presentTools(db, chain).where('tool_id', 'in', toolIds).execute();
  return new Map(rows.map((row) => [row.tool_id, row]));
}

function recordIn(records: ReadonlyMap<string, ToolRecord>, toolId: string): ToolRecord {
  const record = records.get(toolId);
  if (record === undefined || record.state === 'removed') throw noSuchTool();
  return record;
}

function accepting(current: ToolRecord, { entry, hash }: Acceptance, place: number): NextState[] {
  if (hash !== undefined && hash !== current.hash && !isAlready(current, entry)) {
    throw Failure.conflict('tool_changed', 'A tool has changed since you looked at it. Look at it again.');
  }
  if (entry === undefined) {
    if (current.state === 'accepted') return [];
    return [nextOf(current, 'accepted', keptAgain(current), current.source)];
  }
  if (storedName(entry) !== current.name) {
    const message = 'It must have the name of the tool; write an entry with another name separately';
    throw Failure.invalid([
      { field: ['accept', String(place), 'entry', 'tool'], message, type: 'value_error' },
    ]);
  }
  const kept = corrected(entry, current);
  if (current.state === 'accepted' && current.hash === kept.hash) return [];
  const source = kept.hash === current.hash ? current.source : REVIEWED;
  return [nextOf(current, 'accepted', kept, source)];
}

/** Whether this request was already carried out, and is sent again. */
function isAlready(current: ToolRecord, entry: WrittenEntry | undefined): boolean {
  return (
    current.state === 'accepted' && entry !== undefined && corrected(entry, current).hash === current.hash
  );
}

/** Keeps what the service itself has seen of the tool, which the reviewer can't change. */
function corrected(entry: WrittenEntry, current: ToolRecord): KeptEntry {
  return keptEntry({ ...entry, seen: entryOfRecord(current).seen });
}

function rejecting(current: ToolRecord): NextState[] {
  if (current.state === 'rejected') return [];
  if (current.state === 'accepted') {
    throw Failure.conflict('tool_accepted', 'This tool is accepted. Remove it instead of rejecting it.');
  }
  return [nextOf(current, 'rejected', keptAgain(current), current.source)];
}

function keptAgain({ document }: ToolRecord): KeptEntry {
  return keptEntry(entryOfRecord({ document }));
}

function nextOf(current: ToolRecord, state: NextState['state'], kept: KeptEntry, source: string): NextState {
  return { toolId: current.tool_id, state, kept, source, replaces: true };
}

/** Writes one entry by hand, accepted at once. @throws {Failure} `invalid`, `conflict`. */
export async function putTool(
  deps: GovernDeps,
  owner: ToolOwner,
  written: WrittenEntry,
): Promise<ToolRecord> {
  const { chain } = owner;
  const faults = faultsOfEntry(written, ['entry']);
  if (faults.length > 0) throw Failure.invalid(faults);
  const name = storedName(written) ?? '';
  return changeCatalogue(deps, owner, async (revision) => {
    const current = (await presentByName(deps, chain, [name])).get(name);
    const seen = current === undefined ? undefined : entryOfRecord(current).seen;
    const kept = keptEntry({ ...written, seen });
    if (current?.state === 'accepted' && current.hash === kept.hash) return current;
    const isNew = current === undefined || current.state === 'removed';
    await requireRoom(deps, chain, isNew ? 1 : 0);
    const toolId = current?.tool_id ?? deps.ids.ordered(TOOL_PREFIX, deps.clock.now());
    const next: NextState[] = [
      { toolId, state: 'accepted', kept, source: WRITTEN, replaces: current !== undefined },
    ];
    await requireRoomForPatterns(deps, owner, next);
    const done = await writeStates(deps, owner, { action: 'tools.accept', revision, next });
    return done && findTool(deps.db, chain, toolId);
  });
}

/** Removing it again changes nothing. @throws {Failure} `not_found`. */
export async function removeTool(deps: GovernDeps, owner: ToolOwner, toolId: string): Promise<ToolRecord> {
  return changeCatalogue(deps, owner, async (revision) => {
    const current = await findTool(deps.db, owner.chain, toolId);
    if (current.state === 'removed') return current;
    const next = [nextOf(current, 'removed', keptAgain(current), current.source)];
    const done = await writeStates(deps, owner, { action: 'tools.remove', revision, next });
    return done && findTool(deps.db, owner.chain, toolId);
  });
}

/** @throws {Failure} `conflict`. */
async function requireRoomForPatterns(
  { db }: GovernDeps,
  { chain }: ToolOwner,
  next: readonly NextState[],
): Promise<void> {
  const added = next.filter(({ kept }) => isPattern(kept.entry.tool)).length;
  if (added === 0) return;
  const row = await acceptedPatterns(db, chain)
    .clearSelect()
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(row.count) + added <= MAX_PATTERNS) return;
  throw Failure.conflict(
    'too_many_tool_patterns',
    `There would be more than ${MAX_PATTERNS} patterns, which is the limit.`,
  );
}

/** The review itself: shows each proposal, takes a key for it, and records decisions in batches. */
import { EFFECTS, type Effect } from '@assize/act-reading/targets';
import type { ToolEntry } from '@assize/act-reading/tools';
import type { Acceptance, Review } from '../../tools/change/index.ts';
import { entryOfRecord, type ToolRecord } from '../../tools/index.ts';
import { linesOfEntry } from './lines.ts';

export interface Waiting {
  record: ToolRecord;
  /** The accepted entry of a tool that has changed since. */
  before: ToolEntry | null;
}

export interface Desk {
  /** The keys that a person presses. */
  keys: AsyncIterator<string, unknown>;
  print(...lines: (string | readonly string[])[]): void;
  /** Records decisions. @throws where it can't. */
  record(review: Review): Promise<unknown>;
}

export interface Counted {
  accepted: number;
  rejected: number;
  left: number;
}

/** Decisions that are recorded together. With more, a closed terminal would lose more. */
const TOGETHER = 20;
/** The key that the end of the input stands for: to quit. */
const END = 'q';
const KEYS = '[a] accept  [r] reject  [e] effect  [s] skip  [q] quit';

export async function reviewEach(waiting: readonly Waiting[], desk: Desk): Promise<Counted> {
  const counted: Counted = { accepted: 0, rejected: 0, left: 0 };
  let decided: { accept: Acceptance[]; reject: string[] } = { accept: [], reject: [] };
  const record = async () => {
    const { accept, reject } = decided;
    if (accept.length + reject.length === 0) return;
    decided = { accept: [], reject: [] };
    await desk.record({ accept, reject });
    counted.accepted += accept.length;
    counted.rejected += reject.length;
  };
  for (const [place, each] of waiting.entries()) {
    const decision = await decide(each, `${place + 1} of ${waiting.length}`, desk);
    if (decision === 'quit') break;
    if (decision === 'reject') decided.reject.push(each.record.tool_id);
    else if (decision !== 'skip') decided.accept.push(decision);
    if (decided.accept.length + decided.reject.length >= TOGETHER) await record();
  }
  await record();
  counted.left = waiting.length - counted.accepted - counted.rejected;
  return counted;
}

async function decide(
  { record, before }: Waiting,
  place: string,
  desk: Desk,
): Promise<Acceptance | 'reject' | 'skip' | 'quit'> {
  let entry = entryOfRecord(record);
  let isCorrected = false;
  desk.print('', `${place}  ${record.state}  ${record.tool_id}`, linesOfEntry(entry));
  if (before !== null)
    desk.print(
      '  It was accepted as:',
      linesOfEntry(before).map((line) => `  ${line}`),
    );
  for (;;) {
    desk.print(KEYS);
    switch (await pressed(desk)) {
      case 'a': {
        const accepted = { toolId: record.tool_id, hash: record.hash };
        return isCorrected ? { ...accepted, entry: withoutSeen(entry) } : accepted;
      }
      case 'r':
        return 'reject';
      case 's':
        return 'skip';
      case END:
        return 'quit';
      case 'e': {
        const effect = await chosenEffect(desk);
        if (effect === null) break;
        entry = withEffect(entry, effect);
        isCorrected = true;
        desk.print(`  effect ${effect}`);
      }
    }
  }
}

/** Leaves out what was seen of a tool, since only the service may say that. */
function withoutSeen({ seen: _, ...entry }: ToolEntry): ToolEntry {
  return entry;
}

/** Sets the effect of every call; its arguments no longer decide it. */
function withEffect({ effect_by: _, ...entry }: ToolEntry, effect: Effect): ToolEntry {
  const { effect: _why, effect_by: _by, ...reasons } = entry.reasons ?? {};
  return { ...entry, effect, ...(entry.reasons !== undefined && { reasons }) };
}

/** Asks until a key names an effect; null to keep it. */
async function chosenEffect(desk: Desk): Promise<Effect | null> {
  const keys = EFFECTS.map((effect, place) => `[${place + 1}] ${effect}`);
  for (;;) {
    desk.print([...keys, '[x] back'].join('  '));
    const key = await pressed(desk);
    if (key === 'x' || key === END) return null;
    const effect = EFFECTS[Number(key) - 1];
    if (effect !== undefined) return effect;
  }
}

/** The next key; the end of the input counts as quitting. */
async function pressed({ keys }: Desk): Promise<string> {
  const { done, value } = await keys.next();
  return done ? END : String(value).toLowerCase();
}

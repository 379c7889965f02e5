/**
 * Decides what happens to a proposed entry, by what the catalogue has under its name. A human's decision stands until
 * the tool itself has changed; then a new one is needed.
 */
import { type KeptEntry, keptEntry, type SeenTool } from '@assize/act-reading/tools';
import { entryOfRecord, type ToolRecord, type ToolState } from '../store.ts';

export const IMPORTED = 'import';
export const READY = 'ready:';
/** The source of an entry that a human corrected in the review, or wrote. */
export const REVIEWED = 'review';
export const WRITTEN = 'hand';

export const OUTCOMES = ['proposed', 'accepted', 'changed', 'unchanged', 'refused'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export interface Plan {
  outcome: Outcome;
  /** A sentence without its full stop. */
  reason: string;
  /** null where the entry stays as it is. */
  next: { state: ToolState; kept: KeptEntry; source: string } | null;
}

export interface Intent {
  source: string;
  /** Whether a human vouches for the whole list. */
  accept: boolean;
}

/** @param isCovered whether an accepted pattern lists the tool, unless an entry with its name says otherwise. */
export function planOf(
  current: ToolRecord | undefined,
  kept: KeptEntry,
  intent: Intent,
  isCovered = () => false,
): Plan {
  switch (current?.state) {
    case undefined:
    case 'removed':
      return fresh(kept, intent, 'it is new');
    case 'proposed':
      return planOfProposed(current, kept, intent, isCovered);
    case 'rejected':
      if (isSameTool(current, kept)) return stays('it was rejected; accept it in a review');
      return isCovered()
        ? changed(kept, intent, UNDER_PATTERN)
        : fresh(kept, { ...intent, accept: false }, 'it was rejected, and has changed since');
    case 'changed':
      if (intent.accept) return fresh(kept, intent, 'it had changed');
      if (isSameTool(current, kept)) return stays('it has changed, and waits for a review');
      return changed(kept, intent, SINCE_ACCEPTED);
    case 'accepted':
      return planOfAccepted(current, kept, intent);
  }
}

const SINCE_ACCEPTED = 'its description or schema has changed since it was accepted';
const UNDER_PATTERN = 'a pattern covers it, and its description or schema has changed';

/** A tool that a pattern covers is listed already, so a change of it unlists it. */
function planOfProposed(
  current: ToolRecord,
  { entry }: KeptEntry,
  intent: Intent,
  isCovered: () => boolean,
): Plan {
  const { seen: before } = entryOfRecord(current);
  const { seen = before } = entry;
  const kept = keptEntry({ ...entry, seen });
  if (intent.accept) return fresh(kept, intent, 'it was proposed before');
  if (kept.hash === current.hash) return stays('it is already proposed');
  const hasChanged = before !== undefined && seen !== undefined && !isSameSeen(before, seen);
  if (hasChanged && isCovered()) return changed(kept, intent, UNDER_PATTERN);
  return fresh(kept, intent, 'it was proposed before');
}

function planOfAccepted(current: ToolRecord, kept: KeptEntry, intent: Intent): Plan {
  const before = entryOfRecord(current);
  const { seen } = kept.entry;
  if (before.seen !== undefined && seen !== undefined && !isSameSeen(before.seen, seen)) {
    return intent.accept ? fresh(kept, intent, 'it has changed') : changed(kept, intent, SINCE_ACCEPTED);
  }
  const isReplaced = intent.accept && intent.source.startsWith(READY) && !isOfHuman(current);
  if (isReplaced) {
    const next = keptEntry({ ...kept.entry, seen: seen ?? before.seen });
    if (next.hash !== current.hash) return fresh(next, intent, 'the ready entry takes its place');
  } else if (before.seen === undefined && seen !== undefined) {
    const next = { state: 'accepted' as const, kept: keptEntry({ ...before, seen }), source: current.source };
    const reason = 'it is accepted; its description and schema are remembered from now on';
    return { outcome: 'unchanged', reason, next };
  }
  return stays(isOfHuman(current) ? 'it is accepted as a human wrote it' : 'it is accepted');
}

function isOfHuman({ source }: ToolRecord): boolean {
  return source === REVIEWED || source === WRITTEN;
}

function isSameTool(current: ToolRecord, kept: KeptEntry): boolean {
  if (current.hash === kept.hash) return true;
  const { seen: before } = entryOfRecord(current);
  const { seen } = kept.entry;
  return before !== undefined && seen !== undefined && isSameSeen(before, seen);
}

function isSameSeen(one: SeenTool, other: SeenTool): boolean {
  return one.description_hash === other.description_hash && one.schema_hash === other.schema_hash;
}

function fresh(kept: KeptEntry, { source, accept }: Intent, reason: string): Plan {
  const state = accept ? 'accepted' : 'proposed';
  return { outcome: state, reason, next: { state, kept, source } };
}

function changed(kept: KeptEntry, { source }: Intent, why: string): Plan {
  return {
    outcome: 'changed',
    reason: `${why}; it is unlisted until it is reviewed`,
    next: { state: 'changed', kept, source },
  };
}

function stays(reason: string): Plan {
  return { outcome: 'unchanged', reason, next: null };
}

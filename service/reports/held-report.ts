/**
 * Reports on held evaluations: how many were held, how many would be held while tools, targets and mandates are only
 * observed, and why. The reasons are those that the laws find in the record, under the settings that held.
 */
import type { Database } from '../database/open.ts';
import {
  DOUBT_KINDS,
  type DoubtKind,
  doubtsOf,
  HELD_FOR,
  type HeldFor,
  heldForOf,
  type Verdict,
} from '../evaluation/index.ts';
import { buildQuestion } from '../evaluation/question/index.ts';
import { type EvaluationRecord, factsOfRecord, lawsOfRecord } from '../evaluation/record/index.ts';
import type { Period } from '../evidence/search/index.ts';
import { settingsVersionsOf } from '../governance/settings/index.ts';
import type { LawSettings } from '../governance/settings/terms/index.ts';
import { type ReadPart, type RecordedAct, readEvaluations, requestOf } from './evaluations.ts';
import { MAX_EXAMPLES_KEPT, Tally } from './tally.ts';

export const REASONS = [...DOUBT_KINDS, 'other'] as const;
export type Reason = (typeof REASONS)[number];

export interface DayCount {
  /** UTC. */
  date: string;
  evaluations: number;
  held: number;
  wouldBeHeld: number;
}

export interface ReasonCount {
  reason: Reason;
  held: number;
  wouldBeHeld: number;
  actions: { action: string; count: number }[];
  evidenceIds: string[];
}

/** The counts of one kind of held calls. */
export interface KindCount {
  heldFor: HeldFor;
  held: number;
  wouldBeHeld: number;
}

export interface HeldReport {
  read: ReadPart;
  held: number;
  wouldBeHeld: number;
  /** In the order of `HELD_FOR`. */
  kinds: KindCount[];
  days: DayCount[];
  /** The reasons that were found, in the order of {@link REASONS}. */
  reasons: ReasonCount[];
}

const DAY_LENGTH = '2026-01-31'.length;
const MAX_ACTIONS_SHOWN = 10;

interface Counting {
  held: number;
  wouldBeHeld: number;
  actions: Tally<{ action: string }>;
  evidenceIds: string[];
}

export async function heldReport(
  db: Database,
  chain: number,
  period: Period,
  most?: number,
): Promise<HeldReport> {
  const settings = await settingsVersionsOf(db, chain);
  const days = new Map<string, DayCount>();
  const reasons = new Map<Reason, Counting>();
  const kinds = HELD_FOR.map((heldFor): KindCount => ({ heldFor, held: 0, wouldBeHeld: 0 }));
  const take = (act: RecordedAct) => {
    const { isHeld, wouldBeHeld } = holdingOf(act);
    const day = dayOf(days, act.at);
    day.evaluations += 1;
    if (isHeld) day.held += 1;
    if (wouldBeHeld) day.wouldBeHeld += 1;
    if (!isHeld && !wouldBeHeld) return;
    const kind = kinds.find(({ heldFor }) => heldFor === heldForIn(act, settings));
    if (kind !== undefined) kind[isHeld ? 'held' : 'wouldBeHeld'] += 1;
    for (const reason of reasonsOf(act.record, settings)) {
      const counting = reasons.get(reason) ?? {
        held: 0,
        wouldBeHeld: 0,
        actions: new Tally(),
        evidenceIds: [],
      };
      reasons.set(reason, counting);
      if (isHeld) counting.held += 1;
      if (wouldBeHeld) counting.wouldBeHeld += 1;
      const { action } = act;
      counting.actions.add(action, act, undefined, () => ({ action }));
      if (counting.evidenceIds.length < MAX_EXAMPLES_KEPT) counting.evidenceIds.push(act.evidenceId);
    }
  };
  const read = await readEvaluations(db, chain, period, take, most);
  const all = [...days.values()].sort((one, other) => (one.date < other.date ? -1 : 1));
  return {
    read,
    held: all.reduce((sum, { held }) => sum + held, 0),
    wouldBeHeld: all.reduce((sum, { wouldBeHeld }) => sum + wouldBeHeld, 0),
    kinds,
    days: all,
    reasons: REASONS.flatMap((reason) => {
      const counting = reasons.get(reason);
      return counting === undefined ? [] : [reasonCount(reason, counting)];
    }),
  };
}

function reasonCount(reason: Reason, { actions, ...counted }: Counting): ReasonCount {
  const frequent = actions.all().slice(0, MAX_ACTIONS_SHOWN);
  return { reason, ...counted, actions: frequent.map(({ action, count }) => ({ action, count })) };
}

/** `wouldBeHeld` is only for evaluations that were observed and let through. */
function holdingOf({ verdict, record }: RecordedAct): { isHeld: boolean; wouldBeHeld: boolean } {
  const isHeld = holds(verdict);
  const wouldBe = record?.would_be?.verdict;
  return { isHeld, wouldBeHeld: !isHeld && wouldBe !== undefined && holds(wouldBe) };
}

function holds(verdict: Verdict): boolean {
  return verdict !== 'proceed';
}

function reasonsOf(record: EvaluationRecord | null, settings: ReadonlyMap<string, LawSettings>): Set<Reason> {
  const found = new Set<Reason>();
  const held = record === null ? undefined : settings.get(record.settings);
  if (record === null || held === undefined) return found.add('other');
  const laws = { ...record.laws, ...record.would_be?.laws };
  for (const [id, law] of Object.entries(laws)) {
    if ('pass' in law) continue;
    const doubts = id === 'bounded_autonomy' ? doubtKindsOf(record, held) : [];
    for (const kind of doubts) found.add(kind);
    if (doubts.length === 0) found.add('other');
  }
  return found.size === 0 ? found.add('other') : found;
}

/** Records that are gone, or can't be judged, are held for something else. */
export function heldForIn(
  { record, verdict }: RecordedAct,
  settings: ReadonlyMap<string, LawSettings>,
): HeldFor {
  const held = record === null ? undefined : settings.get(record.settings);
  if (record === null || held === undefined) return 'other';
  const laws = { ...record.laws, ...(verdict === 'proceed' && record.would_be?.laws) };
  try {
    const given = { verdict: record.would_be?.verdict ?? verdict, laws: lawsOfRecord({ ...record, laws }) };
    return heldForOf(questionOf(record, held), given) ?? 'other';
  } catch {
    return 'other';
  }
}

function questionOf(record: EvaluationRecord, settings: LawSettings) {
  const enforces = record.would_be !== undefined;
  return buildQuestion(requestOf(record), factsOfRecord(record), settings, enforces);
}

export function doubtKindsOf(record: EvaluationRecord, settings: LawSettings): DoubtKind[] {
  try {
    return doubtsOf(questionOf(record, settings)).map(({ kind }) => kind);
  } catch {
    // A record that can't be judged was not written by the service.
    return [];
  }
}

function dayOf(days: Map<string, DayCount>, at: number): DayCount {
  const date = new Date(at).toISOString().slice(0, DAY_LENGTH);
  const day = days.get(date) ?? { date, evaluations: 0, held: 0, wouldBeHeld: 0 };
  days.set(date, day);
  return day;
}

export function reportFields({ read, held, wouldBeHeld, kinds, days, reasons }: HeldReport) {
  return {
    ...readFields(read),
    held,
    would_be_held: wouldBeHeld,
    kinds: kinds.map(({ heldFor, held, wouldBeHeld }) => {
      return { held_for: heldFor, held, would_be_held: wouldBeHeld };
    }),
    days: days.map(({ wouldBeHeld: would_be_held, ...day }) => ({ ...day, would_be_held })),
    reasons: reasons.map(({ reason, held, wouldBeHeld: would_be_held, actions, evidenceIds }) => {
      return { reason, held, would_be_held, actions, evidence_ids: evidenceIds };
    }),
  };
}

/** Returns the range that was read, which is part of every answer. */
export function readFields({ from, to, evaluations, skipped, isCut }: ReadPart) {
  return {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    evaluations,
    skipped,
    cut: isCut,
  };
}

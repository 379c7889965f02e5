/** Counts the records of an export in one pass, in memory that does not grow with their number. */

import { dayOf } from '../../../foundation/clock.ts';
import type { ExportSource } from '../source.ts';
import { Ranking, type Ranks } from './ranking.ts';

export const VERDICTS = ['proceed', 'escalate', 'block'] as const;

/** Evaluations by verdict, and all other records under `other`. */
export interface DayCounts {
  proceed: number;
  escalate: number;
  block: number;
  other: number;
}

export interface Tally {
  total: number;
  /** Evaluations alone, by verdict. */
  verdicts: ReadonlyMap<string, number>;
  evaluations: number;
  /** All records by type, the most frequent first. */
  types: ReadonlyMap<string, number>;
  /** By the number of the UTC day since the epoch, ascending. */
  days: ReadonlyMap<number, DayCounts>;
  actions: Ranks;
  actors: Ranks;
  /** ms of the earliest and the latest record; null if there is none. */
  period: { first: number; last: number } | null;
  /** Records whose payload was removed. */
  removed: number;
}

/** @param most how many of the most frequent actions and actors to name. */
export async function tallyOf(source: ExportSource, most: number): Promise<Tally> {
  const verdicts = new Map<string, number>(VERDICTS.map((verdict) => [verdict, 0]));
  const types = new Map<string, number>();
  const days = new Map<number, DayCounts>();
  const rankings = { actions: new Ranking(), actors: new Ranking() };
  let [total, evaluations, removed] = [0, 0, 0];
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];

  for await (const { artifacts } of source.segments()) {
    for (const { artifact_type: type, action, actor, verdict, created_at: time, payload } of artifacts) {
      total += 1;
      if (payload === null) removed += 1;
      addTo(types, type);
      if (action !== null) rankings.actions.add(action);
      rankings.actors.add(actor);
      first = Math.min(first, time);
      last = Math.max(last, time);
      const evaluated = type === 'governance_eval' ? verdict : null;
      if (type === 'governance_eval') {
        evaluations += 1;
        addTo(verdicts, verdict ?? 'none');
      }
      countDay(days, time, evaluated);
    }
  }
  await countAgain(source, rankings);
  return {
    total,
    evaluations,
    verdicts,
    types: new Map([...types].sort(([a, some], [b, others]) => others - some || (a < b ? -1 : 1))),
    days: new Map([...days].sort(([a], [b]) => a - b)),
    actions: rankings.actions.ranks(most),
    actors: rankings.actors.ranks(most),
    period: total === 0 ? null : { first, last },
    removed,
  };
}

/** If there were too many different names, this counts only the most frequent ones, which are known by now. */
async function countAgain(
  source: ExportSource,
  { actions, actors }: { actions: Ranking; actors: Ranking },
): Promise<void> {
  if (actions.exact && actors.exact) return;
  actions.recount();
  actors.recount();
  for await (const { artifacts } of source.segments()) {
    for (const { action, actor } of artifacts) {
      if (action !== null) actions.add(action);
      actors.add(actor);
    }
  }
}

function countDay(days: Map<number, DayCounts>, time: number, verdict: string | null): void {
  const day = dayOf(time);
  let counts = days.get(day);
  if (counts === undefined) {
    counts = { proceed: 0, escalate: 0, block: 0, other: 0 };
    days.set(day, counts);
  }
  counts[VERDICTS.find((known) => known === verdict) ?? 'other'] += 1;
}

function addTo(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

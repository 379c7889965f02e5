/**
 * The activity of one agent in the last days: its verdicts and their cost by day, its actions, tools and effects, read
 * from the evidence within limits.
 */

import { isSameName } from '@assize/act-reading/names';
import type { Database } from '../database/open.ts';
import type { Verdict } from '../evaluation/index.ts';
import { type EvaluationRecord, factsOfRecord } from '../evaluation/record/index.ts';
import { DAY_MS } from '../foundation/clock.ts';
import { microUsdOf, usdOf } from '../foundation/money.ts';
import { readEvaluations, requestOf } from './evaluations.ts';

export const ACTIVITY_DAYS = 7;
/** The evaluations of a chain in which those of the agent are looked for. */
const MAX_READ = 20_000;
const MAX_NAMES = 100;
const MAX_ACTIONS = 20;

export interface Named {
  name: string;
  count: number;
}

type Verdicts = Record<Verdict, number>;

export interface AgentActivity {
  days: number;
  verdicts: Verdicts;
  /** The estimated cost of the actions that went ahead, USD. */
  costUsd: number;
  /** Each UTC day that the period touches, in order. `start`: ms since the epoch. */
  byDay: (Verdicts & { start: number; costUsd: number })[];
  /** Those asked for most come first, at most 20. */
  actions: (Verdicts & { name: string })[];
  /** Those used most come first. */
  tools: Named[];
  effects: Named[];
  /** Whether there were more evaluations than were read, or some without their payload. */
  incomplete: boolean;
}

/** @param at now, ms since the epoch. */
export async function agentActivity(
  db: Database,
  chain: number,
  agentId: string,
  at: number,
): Promise<AgentActivity> {
  const verdicts = none();
  const days = daysUntil(at);
  const actions = new Map<string, Verdicts>();
  const tools = new Map<string, number>();
  const effects = new Map<string, number>();
  const period = { from: at - ACTIVITY_DAYS * DAY_MS, to: at + 1 };
  const read = await readEvaluations(
    db,
    chain,
    period,
    ({ record, verdict, action, at: askedAt }) => {
      if (record === null) return;
      const { agent_id: named } = requestOf(record);
      if (named === undefined || !isSameName(named, agentId)) return;
      verdicts[verdict] += 1;
      const day = days.find(({ start }) => start === startOfDay(askedAt));
      if (day !== undefined) {
        day[verdict] += 1;
        if (verdict === 'proceed') day.costMicroUsd += costOf(record);
      }
      const counted = actions.get(action) ?? none();
      counted[verdict] += 1;
      actions.set(action, counted);
      const { act } = factsOfRecord(record);
      count(tools, act?.tool?.name ?? action);
      for (const effect of act?.effects ?? []) count(effects, effect);
    },
    MAX_READ,
  );
  const incomplete = read.isCut || read.skipped > 0;
  return {
    days: ACTIVITY_DAYS,
    verdicts,
    costUsd: usdOf(days.reduce((sum, { costMicroUsd }) => sum + costMicroUsd, 0)),
    byDay: days.map(({ costMicroUsd, ...day }) => ({ ...day, costUsd: usdOf(costMicroUsd) })),
    actions: mostAsked(actions),
    tools: mostUsed(tools),
    effects: mostUsed(effects),
    incomplete,
  };
}

const none = (): Verdicts => ({ proceed: 0, escalate: 0, block: 0 });

const startOfDay = (ms: number): number => Math.floor(ms / DAY_MS) * DAY_MS;

function daysUntil(at: number) {
  const first = startOfDay(at - ACTIVITY_DAYS * DAY_MS);
  return Array.from({ length: ACTIVITY_DAYS + 1 }, (_, place) => {
    return { start: first + place * DAY_MS, ...none(), costMicroUsd: 0 };
  });
}

/** As the agent estimated it. */
function costOf(record: EvaluationRecord): number {
  const { estimated_cost_usd: cost } = requestOf(record).context as { estimated_cost_usd?: unknown };
  return typeof cost === 'number' && cost > 0 ? microUsdOf(cost) : 0;
}

function mostAsked(actions: ReadonlyMap<string, Verdicts>): AgentActivity['actions'] {
  const asked = ({ proceed, escalate, block }: Verdicts) => proceed + escalate + block;
  return [...actions]
    .map(([name, counted]) => ({ name, ...counted }))
    .sort((one, other) => asked(other) - asked(one) || (one.name < other.name ? -1 : 1))
    .slice(0, MAX_ACTIONS);
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function mostUsed(counts: ReadonlyMap<string, number>): Named[] {
  const all = [...counts].map(([name, times]) => ({ name, count: times }));
  return all
    .sort((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1))
    .slice(0, MAX_NAMES);
}

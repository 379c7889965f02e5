/** The activity of one agent in the last days: its verdicts, tools and effects, read from the evidence within limits. */

import { isSameName } from '@assize/act-reading/names';
import type { Database } from '../database/open.ts';
import type { Verdict } from '../evaluation/index.ts';
import { factsOfRecord } from '../evaluation/record/index.ts';
import { DAY_MS } from '../foundation/clock.ts';
import { readEvaluations, requestOf } from './evaluations.ts';

export const ACTIVITY_DAYS = 7;
/** The evaluations of a chain in which those of the agent are looked for. */
const MAX_READ = 20_000;
const MAX_NAMES = 100;

export interface Named {
  name: string;
  count: number;
}

export interface AgentActivity {
  days: number;
  verdicts: Record<Verdict, number>;
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
  const verdicts = { proceed: 0, escalate: 0, block: 0 };
  const tools = new Map<string, number>();
  const effects = new Map<string, number>();
  const period = { from: at - ACTIVITY_DAYS * DAY_MS, to: at + 1 };
  const read = await readEvaluations(
    db,
    chain,
    period,
    ({ record, verdict, action }) => {
      if (record === null) return;
      const { agent_id: named } = requestOf(record);
      if (named === undefined || !isSameName(named, agentId)) return;
      verdicts[verdict] += 1;
      const { act } = factsOfRecord(record);
      count(tools, act?.tool?.name ?? action);
      for (const effect of act?.effects ?? []) count(effects, effect);
    },
    MAX_READ,
  );
  const incomplete = read.isCut || read.skipped > 0;
  return { days: ACTIVITY_DAYS, verdicts, tools: mostUsed(tools), effects: mostUsed(effects), incomplete };
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

/**
 * Recomputes the remembered refusals from the evaluations of the last day. A forgotten one would let an agent ask again
 * with a milder claim.
 */

import { nameKey } from '@assize/act-reading/names';
import { REFUSAL_MEMORY_MS } from '../../../evaluation/facts/index.ts';
import { gravityOfRecord } from '../../../evaluation/record/index.ts';
import {
  type LeafAndPayload,
  leavesWithPayload,
  PAGE_ROWS,
  pagesOf,
} from '../../../evidence/reading/index.ts';
import { Act } from '../../comparing/acts.ts';
import { type RowOf, rowsOf } from '../../comparing/rows.ts';
import type { ChainOfRows, Check } from '../../registry.ts';

/** Older refusals may be forgotten while the check runs. */
const MARGIN_MS = 600_000;

type Claim = Omit<RowOf<'refused_claims'>, 'chain'>;

/** By the keys of its names. @property sent its name as versions without keys remembered it. */
type Refused = Claim & { position: number; id: string; sent: string };

interface Refusals {
  /** The last of each claim, by {@link nameOf}, in the order of the chain. */
  last: Map<string, Refused>;
  /** Every time at which a claim was refused. */
  times: Set<string>;
  /** Every time at which an agent was refused an action whose claim is gone with the payload. */
  nameless: Set<string>;
}

/** Reads evaluations, then rows, then the evaluations appended since, so a row that moves meanwhile is not a gap. */
export const refusals: Check = async (tally, context) => {
  const since = context.nowMs - REFUSAL_MEMORY_MS;
  const before = await refusalsIn(context, since, 0, context.size);
  const rows = await rowsOf(context, 'refused_claims').where('refused_at', '>', since).execute();
  const meanwhile = await refusalsIn(context, since, context.size, Number.MAX_SAFE_INTEGER);
  const kept = new Map(rows.map((row) => [nameOf(row), row]));
  for (const [name, refused] of before.last) {
    if (refused.refused_at <= since + MARGIN_MS) continue;
    const row = kept.get(name) ?? kept.get(refused.sent);
    const isKept = row !== undefined && (row.refused_at >= refused.refused_at || meanwhile.last.has(name));
    const what = `What was refused of ${refused.agent_id} here is not remembered as long as it is to be.`;
    tally.compared(isKept ? null : what, refused);
  }
  for (const row of rows) {
    const { agent_id, action, refused_at } = row;
    const time = timeOf(row);
    const isNameless = before.nameless.has(namelessTime(agent_id, action, refused_at));
    const isSaid = before.times.has(time) || meanwhile.times.has(time) || isNameless;
    tally.compared(isSaid ? null : `A refusal of ${action} by ${agent_id} is remembered that never was.`);
  }
};

/** Remembers what a version without this memory had refused in the last day, so that it holds from now on. */
export async function rememberRefusals({ db, chain }: ChainOfRows, nowMs: number): Promise<void> {
  const { last } = await refusalsIn({ db, chain }, nowMs - REFUSAL_MEMORY_MS, 0, Number.MAX_SAFE_INTEGER);
  for (const { position: _, id: __, sent: ___, ...claim } of last.values()) {
    const row = db.insertInto('refused_claims').values({ chain, ...claim });
    await row.onConflict((conflict) => conflict.doNothing()).execute();
  }
}

async function refusalsIn(
  { db, chain }: ChainOfRows,
  since: number,
  from: number,
  end: number,
): Promise<Refusals> {
  const found: Refusals = { last: new Map(), times: new Set(), nameless: new Set() };
  const pages = pagesOf<LeafAndPayload>((after) =>
    leavesWithPayload(db, chain)
      .where('artifacts.artifact_type', '=', 'governance_eval')
      .where('artifacts.verdict', 'in', ['escalate', 'block'])
      .where('artifacts.created_at', '>', since)
      .where('artifacts.position', '>=', after === undefined ? from : after.position + 1)
      .where('artifacts.position', '<', end)
      .orderBy('artifacts.position')
      .limit(PAGE_ROWS)
      .execute(),
  );
  for await (const page of pages) for (const leaf of page) note(found, new Act(leaf));
  return found;
}

function note({ last, nameless, times }: Refusals, act: Act): void {
  if (act.isGone) {
    nameless.add(namelessTime(act.actor, act.action, act.at));
    return;
  }
  const gravity = gravityOfRecord(act.payload);
  if (gravity === null) return;
  const { agentId: agent_id, riskLevel: risk_level, irreversible } = gravity;
  const is_irreversible = irreversible ? 1 : 0;
  const claim: Claim = { agent_id, action: act.action, risk_level, is_irreversible, refused_at: act.at };
  const keyed = { ...claim, agent_id: nameKey(agent_id), action: nameKey(act.action) };
  last.set(nameOf(keyed), { ...keyed, position: act.position, id: act.id, sent: nameOf(claim) });
  times.add(timeOf(claim)).add(timeOf(keyed));
}

function nameOf({ agent_id, action, risk_level, is_irreversible }: Claim): string {
  return JSON.stringify([agent_id, action, risk_level, is_irreversible]);
}

function timeOf(claim: Claim): string {
  return `${nameOf(claim)} ${claim.refused_at}`;
}

function namelessTime(agentId: string, action: string, at: number): string {
  return JSON.stringify([nameKey(agentId), nameKey(action), at]);
}

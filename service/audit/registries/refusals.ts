/**
 * Recomputes the remembered refusals from the evaluations of the last day: every escalated or blocked claim is
 * remembered with its gravity and time, and nothing else is. A forgotten refusal would let an agent ask again with a
 * milder claim.
 */

import { nameKey } from '@assize/act-reading/names';
import type { JsonObject } from '@assize/evidence-format';
import type { Selectable } from 'kysely';
import type { RefusedClaimsTable } from '../../database/tables/governance.ts';
import { gravityOfRecord, REFUSAL_MEMORY_MS } from '../../evaluation/index.ts';
import {
  type LeafAndPayload,
  leavesWithPayload,
  PAGE_ROWS,
  pagesOf,
  readPayload,
} from '../../evidence/reading/index.ts';
import type { ChainOfRows, CheckContext, Registry, Tally } from '../registry.ts';

/** Older refusals may be forgotten while the check runs. */
const MARGIN_MS = 600_000;

export const refusalsRegistry: Registry = { name: 'refusals', check };

type Claim = Omit<Selectable<RefusedClaimsTable>, 'chain'>;

/**
 * By the keys of its names.
 * @property position of the evaluation that refused it. @property sent its name as versions without keys remembered it.
 */
type Refused = Claim & { position: number; id: string; sent: string };

interface Refusals {
  /** The last of each claim, by {@link nameOf}, in the order of the chain. */
  last: Map<string, Refused>;
  /** Refusals whose claim is gone with the payload. */
  nameless: LeafAndPayload[];
  /** Every time at which a claim was refused. */
  times: Set<string>;
}

/**
 * Evaluations are read first, then rows, then the evaluations appended since: so a row that moves meanwhile is no gap.
 */
async function check(tally: Tally, context: CheckContext): Promise<void> {
  const since = context.nowMs - REFUSAL_MEMORY_MS;
  const before = await refusalsIn(context, since, 0, context.size);
  const rows = await readRows(context, since);
  const meanwhile = await refusalsIn(context, since, context.size, Number.MAX_SAFE_INTEGER);
  const kept = new Map(rows.map((row) => [nameOf(row), row]));
  for (const [name, { refused_at, position, id, agent_id, sent }] of before.last) {
    if (refused_at <= since + MARGIN_MS) continue;
    tally.checked();
    const row = kept.get(name) ?? kept.get(sent);
    if (row !== undefined && row.refused_at >= refused_at) continue;
    if (row !== undefined && meanwhile.last.has(name)) continue;
    tally.gap(`What was refused of ${agent_id} here is not remembered as long as it is to be.`, position, id);
  }
  for (const row of rows) {
    tally.checked();
    const time = timeOf(row);
    if (before.times.has(time) || meanwhile.times.has(time) || isNameless(row, before.nameless)) continue;
    tally.gap(`A refusal of ${row.action} by ${row.agent_id} is remembered that never was.`);
  }
}

/** What a version that remembered no refusals had refused in the last day, so that it holds from now on. */
export async function rememberRefusals({ db, chain }: ChainOfRows, nowMs: number): Promise<void> {
  const { last } = await refusalsIn({ db, chain }, nowMs - REFUSAL_MEMORY_MS, 0, Number.MAX_SAFE_INTEGER);
  for (const { position: _, id: __, sent: ___, ...claim } of last.values()) {
    await db
      .insertInto('refused_claims')
      .values({ chain, ...claim })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

function readRows({ db, chain }: CheckContext, since: number): Promise<Claim[]> {
  return db
    .selectFrom('refused_claims')
    .select(['agent_id', 'action', 'risk_level', 'is_irreversible', 'refused_at'])
    .where('chain', '=', chain)
    .where('refused_at', '>', since)
    .execute();
}

async function refusalsIn(
  { db, chain }: ChainOfRows,
  since: number,
  from: number,
  end: number,
): Promise<Refusals> {
  const found: Refusals = { last: new Map(), nameless: [], times: new Set() };
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
  for await (const page of pages) for (const leaf of page) note(found, leaf);
  return found;
}

function note({ last, nameless, times }: Refusals, leaf: LeafAndPayload): void {
  if (leaf.payload === null) {
    nameless.push({ ...leaf });
    return;
  }
  const claim = claimOf(leaf, readPayload(leaf.payload));
  if (claim === null) return;
  const keyed = { ...claim, agent_id: nameKey(claim.agent_id), action: nameKey(claim.action) };
  last.set(nameOf(keyed), { ...keyed, position: leaf.position, id: leaf.id, sent: nameOf(claim) });
  times.add(timeOf(claim)).add(timeOf(keyed));
}

/** null if the record names no agent. */
function claimOf({ action, created_at }: LeafAndPayload, payload: JsonObject | null): Claim | null {
  const gravity = gravityOfRecord(payload);
  if (gravity === null) return null;
  const { agentId: agent_id, riskLevel: risk_level, irreversible } = gravity;
  return {
    agent_id,
    action: action ?? '',
    risk_level,
    is_irreversible: irreversible ? 1 : 0,
    refused_at: created_at,
  };
}

function isNameless({ agent_id, action, refused_at }: Claim, nameless: readonly LeafAndPayload[]): boolean {
  return nameless.some(
    (leaf) =>
      nameKey(leaf.actor) === nameKey(agent_id) &&
      nameKey(leaf.action ?? '') === nameKey(action) &&
      leaf.created_at === refused_at,
  );
}

function nameOf({ agent_id, action, risk_level, is_irreversible }: Claim): string {
  return JSON.stringify([agent_id, action, risk_level, is_irreversible]);
}

function timeOf(claim: Claim): string {
  return `${nameOf(claim)} ${claim.refused_at}`;
}

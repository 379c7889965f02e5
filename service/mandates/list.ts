/** Lists mandates, newest first, with their terms in the clear as long as the payloads that state them exist. */
import type { JsonObject, JsonValue } from '@assize/evidence-format';
import type { Database } from '../database/open.ts';
import { type Cursors, type ListById, type Page, pageById } from '../database/signed-cursor.ts';
import { findArtifacts } from '../evidence/reading/index.ts';
import { isoOrNull } from '../foundation/clock.ts';
import { usdOf } from '../foundation/money.ts';
import { MANDATE_PREFIX, type MandateRow, mandatesOf, stateOf, termsOf } from './mandate.ts';
import type { Dropped, PlannerRecord } from './plan/index.ts';
import type { Derived } from './wanted.ts';

export interface ShownMandate {
  row: MandateRow;
  /** The terms as the artifacts of its versions state them; empty where their payloads were removed. */
  stated: JsonObject;
}

/** @throws {Failure} `invalid` for a cursor of another list. */
export async function listMandates(
  cursors: Cursors,
  chain: number,
  agentId: string | undefined,
  limit: number,
  cursor?: string,
): Promise<Page<ShownMandate>> {
  const list: ListById<MandateRow> = {
    secret: 'mandate cursors',
    prefix: MANDATE_PREFIX,
    chain,
    filters: [agentId],
    idOf: ({ mandate_id }) => mandate_id,
    read(before, most) {
      let query = mandatesOf(cursors.db, chain);
      if (agentId !== undefined) query = query.where('agent_id', '=', agentId);
      if (before !== null) query = query.where('mandate_id', '<', before);
      return query.orderBy('mandate_id', 'desc').limit(most).execute();
    },
  };
  const page = await pageById(cursors, list, limit, cursor);
  return { items: await withStated(cursors.db, chain, page.items), nextCursor: page.nextCursor };
}

/** Adds what their artifacts state: later versions replace what they change. */
export async function withStated(
  db: Database,
  chain: number,
  rows: readonly MandateRow[],
): Promise<ShownMandate[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ mandate_id }) => mandate_id);
  const versions = await db
    .selectFrom('mandate_versions')
    .select(['mandate_id', 'version', 'evidence_id'])
    .where('chain', '=', chain)
    .where('mandate_id', 'in', ids)
    .orderBy('version')
    .execute();
  const evidence = versions.map(({ evidence_id }) => evidence_id);
  const artifacts = await findArtifacts(db, chain, evidence);
  return rows.map((row) => {
    const stated: JsonObject = {};
    for (const { mandate_id, evidence_id } of versions) {
      if (mandate_id !== row.mandate_id) continue;
      addStated(stated, artifacts.get(evidence_id)?.payload?.change);
    }
    return { row, stated };
  });
}

function addStated(stated: JsonObject, change: JsonValue | undefined): void {
  if (!isObject(change)) return;
  const { plan_added, targets_added, ...rest } = change;
  Object.assign(stated, rest);
  if (Array.isArray(targets_added)) stated.targets = [...listOf(stated.targets), ...targets_added];
  if (Array.isArray(plan_added)) stated.plan = [...listOf(stated.plan), ...plan_added];
}

/** The steps of its plan. Their parties are null where a payload that states them was removed. */
function planOf({ row, stated }: ShownMandate) {
  const { plan } = termsOf(row);
  if (plan === undefined) return null;
  const clear = listOf(stated.plan);
  return plan.map(({ targets: _, ...step }, place) => {
    const said = clear.length === plan.length ? clear[place] : undefined;
    const parties = isObject(said) && Array.isArray(said.parties) ? said.parties : null;
    return { ...step, parties: parties as { kind: string; value: string }[] | null };
  });
}

const listOf = (value: JsonValue | undefined) => (Array.isArray(value) ? value : []);

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A mandate as the API and the command line show it. @param at now, ms since the epoch. */
export function mandateFields(shown: ShownMandate, at: number) {
  const { row, stated } = shown;
  const {
    effects,
    tools,
    by_words,
    greatest_number,
    strict,
    budget_micro_usd,
    max_actions,
    expires_at,
    source,
  } = termsOf(row);
  return {
    mandate_id: row.mandate_id,
    agent_id: row.agent_id,
    status: stateOf(row, at),
    version: row.version,
    task: typeof stated.task === 'string' ? stated.task : null,
    effects,
    tools,
    targets: Array.isArray(stated.targets) ? (stated.targets as { kind: string; value: string }[]) : null,
    words_of_the_task_count: by_words,
    greatest_number,
    derived: Array.isArray(stated.derived) ? (stated.derived as Derived) : [],
    source: source ?? null,
    plan: planOf(shown),
    dropped: listOf(stated.dropped) as unknown as Dropped[],
    planner: isObject(stated.planner) ? (stated.planner as unknown as PlannerRecord) : null,
    strict,
    budget_usd: budget_micro_usd === null ? null : usdOf(budget_micro_usd),
    spent_usd: usdOf(row.spent_micro_usd),
    max_actions,
    actions_used: row.actions_used,
    expires_at: new Date(expires_at).toISOString(),
    opened_at: new Date(row.opened_at).toISOString(),
    opened_by: row.opened_by,
    evidence_id: row.evidence_id,
    closed_at: isoOrNull(row.closed_at),
    closed_by: row.closed_by,
  };
}

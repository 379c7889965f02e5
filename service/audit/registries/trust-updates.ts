/** Compares updates and ledger: computes each update from the previous one, and the ledger from the last. */

import { nameKey } from '@assize/act-reading/names';
import { RISK_LEVELS } from '@assize/act-reading/risk';
import type { JsonObject } from '@assize/evidence-format';
import type { Selectable } from 'kysely';
import type { TrustUpdatesTable } from '../../database/tables/governance.ts';
import {
  type LeafAndPayload,
  leavesOfType,
  PAGE_ROWS,
  pagesOf,
  readPayload,
} from '../../evidence/reading/index.ts';
import {
  type CauseType,
  type LedgerRow,
  ledgerRows,
  shown,
  stepOf,
  type TrustState,
} from '../../trust/index.ts';
import type { CheckContext, Tally } from '../registry.ts';
import { Positions } from './missing-payloads.ts';
import { leavesNamedIn, pagesBy } from './rows.ts';

type UpdateRow = Selectable<TrustUpdatesTable>;

/** The state of an agent after its last update so far. */
interface AgentState {
  agentId: string;
  revision: number;
  updateId: string;
  position: number | undefined;
  /** null if its payload is gone. */
  state: TrustState | null;
  /** The party that asked; empty where an earlier version did not say, undefined if its payload is gone. */
  party: string | undefined;
}

export async function checkUpdates(tally: Tally, context: CheckContext): Promise<void> {
  const { size } = context;
  const noted = new Positions(size);
  let state: AgentState | null = null;
  for await (const rows of pagesOf((after: UpdateRow | undefined) => readUpdates(context, after))) {
    const leaves = await leavesNamedIn(context, rows, 'evidence_id', 'cause_id');
    const last: AgentState[] = [];
    for (const row of rows) {
      if (state !== null && state.agentId !== row.agent_id) {
        last.push(state);
        state = null;
      }
      const leaf = leaves.get(row.evidence_id);
      const what = faultOfUpdate(row, leaf, leaves.get(row.cause_id), state);
      tally.compared(what, leaf?.position, row.evidence_id);
      if (leaf !== undefined && leaf.position < size) noted.add(leaf.position);
      state = stateAfter(row, leaf);
    }
    if (rows.length < PAGE_ROWS && state !== null) last.push(state);
    await checkLedger(tally, context, last);
  }
  await findUnnoted(tally, context, noted);
  await findUnfounded(tally, context);
}

function readUpdates({ db, chain }: CheckContext, after: UpdateRow | undefined): Promise<UpdateRow[]> {
  const { agent_id = '', revision = 0 } = after ?? {};
  return db
    .selectFrom('trust_updates')
    .selectAll()
    .where('chain', '=', chain)
    .where((row) =>
      row.or([
        row('agent_id', '>', agent_id),
        row.and([row('agent_id', '=', agent_id), row('revision', '>', revision)]),
      ]),
    )
    .orderBy('agent_id')
    .orderBy('revision')
    .limit(PAGE_ROWS)
    .execute();
}

function stateAfter(row: UpdateRow, leaf: LeafAndPayload | undefined): AgentState {
  const payload = leaf?.payload ? readPayload(leaf.payload) : null;
  const { agent_id: agentId, revision, evidence_id: updateId } = row;
  return {
    agentId,
    revision,
    updateId,
    position: leaf?.position,
    state: stateIn(payload),
    party: partyIn(payload),
  };
}

function partyIn(payload: JsonObject | null): string | undefined {
  return payload === null ? undefined : String(payload.party ?? '');
}

function stateIn(payload: JsonObject | null): TrustState | null {
  if (payload === null) return null;
  const { successes, failures } = (payload.sums ?? {}) as Partial<Record<string, number>>;
  const state = { successes, failures, ceiling: payload.ceiling, asOf: Date.parse(String(payload.as_of)) };
  return Object.values(state).every((value) => Number.isFinite(value)) ? (state as TrustState) : null;
}

function faultOfUpdate(
  row: UpdateRow,
  leaf: LeafAndPayload | undefined,
  fact: LeafAndPayload | undefined,
  before: AgentState | null,
): string | null {
  const it = `Update ${row.revision} of the trust of ${row.agent_id}`;
  if (leaf?.artifact_type !== 'trust_update') return `${it} is in no artifact of this chain.`;
  if (leaf.actor !== row.agent_id) return `${it} is recorded of another agent.`;
  if (row.revision !== (before?.revision ?? 0) + 1) return `${it} does not follow on the one before it.`;
  if (fact === undefined || fact.position >= leaf.position)
    return `${it} has no cause that stands before it.`;
  if (leaf.action !== fact.action) return `${it} is recorded under another action than its cause.`;
  if (leaf.payload === null) return null;
  const payload = readPayload(leaf.payload);
  const cause = (payload?.cause ?? {}) as JsonObject;
  const isThis =
    payload?.agent_id === row.agent_id &&
    payload.revision === row.revision &&
    cause.evidence_id === row.cause_id;
  if (!isThis) return `${it} is recorded as another.`;
  if (before !== null && before.state === null) return null;
  return isComputed(payload, cause, fact, before?.state ?? null)
    ? null
    : `${it} is not what the formula gives of its cause.`;
}

function isComputed(
  payload: JsonObject,
  cause: JsonObject,
  fact: LeafAndPayload,
  state: TrustState | null,
): boolean {
  const riskLevel = RISK_LEVELS.find((level) => level === payload.risk_level);
  const recorded = stateIn(payload);
  if (riskLevel === undefined || recorded === null) return false;
  const step = stepOf(state, { type: cause.type as CauseType, riskLevel, at: fact.created_at });
  return (
    payload.before === shown(step.before) &&
    payload.after === shown(step.after) &&
    payload.weight === step.weight &&
    isSameState(recorded, step.state)
  );
}

/** Results of Math.pow may differ in their last digits between machines. */
const TOLERANCE = 1e-9;

function isSameState(one: TrustState, other: TrustState): boolean {
  if (one.asOf !== other.asOf) return false;
  return (['successes', 'failures', 'ceiling'] as const).every(
    (part) => Math.abs(one[part] - other[part]) <= TOLERANCE * Math.max(1, Math.abs(other[part])),
  );
}

/** @param last the last update of agents whose updates were all read. */
async function checkLedger(tally: Tally, context: CheckContext, last: readonly AgentState[]): Promise<void> {
  const rows = await ledgerRows(
    context.db,
    context.chain,
    last.map(({ agentId }) => agentId),
  );
  for (const state of last) {
    tally.compared(faultOfLedger(rows.get(state.agentId), state), state.position, state.updateId);
  }
}

/** An entry that has moved meanwhile is compared in {@link findUnfounded}. */
function faultOfLedger(
  row: LedgerRow | undefined,
  { agentId, revision, updateId, state, party }: AgentState,
) {
  const it = `The ledger's entry of ${agentId}`;
  if (row === undefined) return `${it} is missing.`;
  if (row.revision > revision) return null;
  if (row.revision < revision || row.last_update_id !== updateId)
    return `${it} is older than its last update.`;
  if (row.agent_key !== '' && row.agent_key !== nameKey(agentId)) return `${it} is under another name.`;
  if (party !== undefined && row.party !== party) return `${it} is of another party than its last update.`;
  const { successes, failures, ceiling, as_of: asOf } = row;
  if (state === null || isSameState({ successes, failures, ceiling, asOf }, state)) return null;
  return `${it} is not what its last update says.`;
}

async function findUnnoted(tally: Tally, { db, chain, size }: CheckContext, noted: Positions): Promise<void> {
  for await (const page of leavesOfType(db, chain, 'trust_update', size)) {
    const others = page.filter(({ position }) => !noted.has(position));
    tally.unmatched(others, size, 'This updates trust, but is not noted as an update.');
  }
}

/** Finds ledger entries that name a missing update. */
async function findUnfounded(tally: Tally, { db, chain }: CheckContext): Promise<void> {
  const entries = db
    .selectFrom('trust_ledger')
    .leftJoin('trust_updates', (join) =>
      join
        .onRef('trust_updates.chain', '=', 'trust_ledger.chain')
        .onRef('trust_updates.agent_id', '=', 'trust_ledger.agent_id')
        .onRef('trust_updates.revision', '=', 'trust_ledger.revision'),
    )
    .select(['trust_ledger.agent_id', 'trust_ledger.last_update_id', 'trust_updates.evidence_id'])
    .where('trust_ledger.chain', '=', chain);
  for await (const rows of pagesBy(entries, 'agent_id', 'trust_ledger.agent_id')) {
    for (const { agent_id, last_update_id, evidence_id } of rows) {
      const rests = evidence_id === last_update_id;
      const what = rests ? null : `The ledger's entry of ${agent_id} rests on no update.`;
      tally.compared(what, undefined, last_update_id);
    }
  }
}

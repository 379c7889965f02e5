/** Compares updates and ledger: computes each update from the previous one, and the ledger from the last. */

import { RISK_LEVELS } from '@assize/act-reading';
import { nameKey } from '@assize/act-reading/names';
import type { JsonObject } from '@assize/evidence-format';
import { PAGE_ROWS } from '../../../evidence/reading/index.ts';
import {
  type CauseType,
  type LedgerRow,
  ledgerRows,
  shown,
  stepOf,
  type TrustState,
} from '../../../trust/index.ts';
import { type Act, actsNamedIn, actsOfType } from '../../comparing/acts.ts';
import { naming } from '../../comparing/naming.ts';
import { Positions } from '../../comparing/positions.ts';
import { pagesBy, type RowOf, rowsOf } from '../../comparing/rows.ts';
import type { Check, CheckContext, Tally } from '../../registry.ts';

/** An update of an agent, and the state after it. */
interface Update {
  row: RowOf<'trust_updates'>;
  act: Act | undefined;
  /** null if its payload is gone. */
  state: TrustState | null;
}

export const updates: Check = async (tally, context) => {
  const noted = new Positions(context.size);
  let before: Update | null = null;
  for await (const rows of pagesBy(rowsOf(context, 'trust_updates'), ['agent_id', 'revision'])) {
    const acts = await actsNamedIn(context, rows, 'evidence_id', 'cause_id');
    /** The last update of agents whose updates were all read. */
    const last: Update[] = [];
    for (const row of rows) {
      if (before !== null && before.row.agent_id !== row.agent_id) {
        last.push(before);
        before = null;
      }
      const act = acts.get(row.evidence_id);
      const what = faultOfUpdate(row, act, acts.get(row.cause_id), before);
      tally.compared(what, { position: act?.position, id: row.evidence_id });
      if (act !== undefined) noted.add(act.position);
      before = { row, act, state: stateIn(act?.payload ?? null) };
    }
    if (rows.length < PAGE_ROWS && before !== null) last.push(before);
    await checkLedger(tally, context, last);
  }
  for await (const page of actsOfType(context, 'trust_update', { end: context.size })) {
    const others = page.filter(({ position }) => !noted.has(position));
    tally.unmatched(others, context.size, 'This updates trust, but is not noted as an update.');
  }
};

function stateIn(payload: JsonObject | null): TrustState | null {
  if (payload === null) return null;
  const { successes, failures } = (payload.sums ?? {}) as Partial<Record<string, number>>;
  const state = { successes, failures, ceiling: payload.ceiling, asOf: Date.parse(String(payload.as_of)) };
  return Object.values(state).every((value) => Number.isFinite(value)) ? (state as TrustState) : null;
}

function faultOfUpdate(
  row: Update['row'],
  act: Act | undefined,
  fact: Act | undefined,
  before: Update | null,
): string | null {
  const it = `Update ${row.revision} of the trust of ${row.agent_id}`;
  if (act?.type !== 'trust_update') return `${it} is in no artifact of this chain.`;
  if (act.actor !== row.agent_id) return `${it} is recorded of another agent.`;
  if (row.revision !== (before?.row.revision ?? 0) + 1) return `${it} does not follow on the one before it.`;
  if (fact === undefined || fact.position >= act.position) return `${it} has no cause that stands before it.`;
  if (act.action !== fact.action) return `${it} is recorded under another action than its cause.`;
  if (act.isGone) return null;
  const { payload } = act;
  const cause = (payload?.cause ?? {}) as JsonObject;
  const isThis =
    payload?.agent_id === row.agent_id &&
    payload.revision === row.revision &&
    cause.evidence_id === row.cause_id;
  if (!isThis) return `${it} is recorded as another.`;
  if (before !== null && before.state === null) return null;
  const isGiven = isComputed(payload, cause, fact, before?.state ?? null);
  return isGiven ? null : `${it} is not what the formula gives of its cause.`;
}

function isComputed(payload: JsonObject, cause: JsonObject, fact: Act, state: TrustState | null): boolean {
  const riskLevel = RISK_LEVELS.find((level) => level === payload.risk_level);
  const recorded = stateIn(payload);
  if (riskLevel === undefined || recorded === null) return false;
  const step = stepOf(state, { type: cause.type as CauseType, riskLevel, at: fact.at });
  const { before, after, weight } = payload;
  const isSame = before === shown(step.before) && after === shown(step.after) && weight === step.weight;
  return isSame && isSameState(recorded, step.state);
}

/** Results of Math.pow may differ in their last digits between machines. */
const TOLERANCE = 1e-9;

function isSameState(one: TrustState, other: TrustState): boolean {
  if (one.asOf !== other.asOf) return false;
  return (['successes', 'failures', 'ceiling'] as const).every(
    (part) => Math.abs(one[part] - other[part]) <= TOLERANCE * Math.max(1, Math.abs(other[part])),
  );
}

async function checkLedger(
  tally: Tally,
  { db, chain }: CheckContext,
  last: readonly Update[],
): Promise<void> {
  const ids = last.map(({ row }) => row.agent_id);
  const entries = await ledgerRows(db, chain, ids);
  for (const update of last) {
    const { row, act } = update;
    const what = faultOfLedger(entries.get(row.agent_id), update);
    tally.compared(what, { position: act?.position, id: row.evidence_id });
  }
}

/** An entry that has moved meanwhile is compared in {@link founded}. */
function faultOfLedger(entry: LedgerRow | undefined, { row, act, state }: Update): string | null {
  const it = `The ledger's entry of ${row.agent_id}`;
  if (entry === undefined) return `${it} is missing.`;
  if (entry.revision > row.revision) return null;
  if (entry.revision < row.revision || entry.last_update_id !== row.evidence_id)
    return `${it} is older than its last update.`;
  if (entry.agent_key !== '' && entry.agent_key !== nameKey(row.agent_id))
    return `${it} is under another name.`;
  // An earlier version did not say whose it is.
  if (act?.payload && entry.party !== String(act.payload.party ?? ''))
    return `${it} is of another party than its last update.`;
  const { successes, failures, ceiling, as_of: asOf } = entry;
  if (state === null || isSameState({ successes, failures, ceiling, asOf }, state)) return null;
  return `${it} is not what its last update says.`;
}

/** Each entry of the ledger rests on an update. */
export const founded = naming({
  names: [],
  rows: ({ db, chain }) => {
    const entries = db
      .selectFrom('trust_ledger as ledger')
      .leftJoin('trust_updates as updates', (join) =>
        join
          .onRef('updates.chain', '=', 'ledger.chain')
          .onRef('updates.agent_id', '=', 'ledger.agent_id')
          .onRef('updates.revision', '=', 'ledger.revision'),
      )
      .select(['ledger.agent_id', 'ledger.last_update_id as id', 'updates.evidence_id as found'])
      .where('ledger.chain', '=', chain);
    return pagesBy(entries, 'ledger.agent_id');
  },
  compare: ({ agent_id, id, found }) => {
    return {
      what: found === id ? null : `The ledger's entry of ${agent_id} rests on no update.`,
      at: { id },
    };
  },
});

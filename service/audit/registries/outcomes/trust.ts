/** Computes trust again from the evidence: which facts count, each update by the formula, and the ledger. */

import { nameKey } from '@assize/act-reading/names';
import type { JsonObject } from '@assize/evidence-format';
import { EXECUTE } from '../../../evaluation/index.ts';
import { gravityOfRecord } from '../../../evaluation/record/index.ts';
import { isSameParty } from '../../../members/index.ts';
import { type CauseType, causeOfOutcome, causeOfResolution, findLedgerRow } from '../../../trust/index.ts';
import { type Act, actsNamedIn } from '../../comparing/acts.ts';
import { inTurn } from '../../comparing/naming.ts';
import { rowsNamed, rowsOf } from '../../comparing/rows.ts';
import type { Check, CheckContext } from '../../registry.ts';
import { beginningOf, type Fact, factPages } from './reports.ts';
import { founded, updates } from './trust-updates.ts';

interface Expected {
  agentId: string;
  type: CauseType;
  riskLevel: string;
  party: string;
}

type Row = { agent_id: string; cause?: string; risk_level?: string; party?: string };

const facts: Check = async (tally, context) => {
  const beginning = await beginningOf(context);
  for (const type of ['action_executed', 'action_approved', 'action_rejected'] as const) {
    for await (const page of factPages(context, type)) {
      const ids = page.map(({ act }) => act.id);
      // In this order, facts that are taken up in between are still found.
      const waiting = await rowsNamed(context, 'trust_causes', 'evidence_id', ids);
      const rows = new Map<string, Row>(await takenOf(context, ids));
      for (const row of waiting) rows.set(row.evidence_id, row);
      for (const fact of page) {
        const expected = expectedOf(fact);
        if (expected === undefined) continue;
        const { act } = fact;
        const wanted = act.position < beginning ? null : expected;
        const row = rows.get(act.id);
        const isOfOther = wanted !== null && row === undefined && (await isOfOthers(context, wanted));
        if (!isOfOther) tally.compared(faultOf(wanted, row), act);
      }
    }
  }
};

/** null if it does not count; undefined if that can no longer be told. */
function expectedOf({ act: { type, verdict, payload }, evaluation }: Fact): Expected | null | undefined {
  if (payload === null || payload.by === EXECUTE || evaluation === undefined) return null;
  const cause =
    type === 'action_executed'
      ? causeOfOutcome(verdict, payload.outcome)
      : causeOfResolution(payload.resolution);
  if (cause === null) return null;
  if (evaluation.isGone) return undefined;
  const gravity = gravityOfRecord(evaluation.payload);
  return gravity === null ? null : { ...gravity, type: cause };
}

function faultOf(expected: Expected | null, found: Row | undefined): string | null {
  if (expected === null) return found === undefined ? null : 'This counts for trust, but should not.';
  if (found === undefined) return `This should count for the trust of ${expected.agentId}, but does not.`;
  const { agent_id, cause = expected.type, risk_level = expected.riskLevel, party = '' } = found;
  const isSame =
    nameKey(agent_id) === nameKey(expected.agentId) &&
    (party === '' || party === expected.party) &&
    cause === expected.type &&
    risk_level === expected.riskLevel;
  return isSame ? null : 'This counts for trust as something else than it is.';
}

/** Whether the agent is or was another party's, for which this does not count. */
async function isOfOthers(context: CheckContext, { agentId, party }: Expected): Promise<boolean> {
  const { db, chain } = context;
  const row = await findLedgerRow(db, chain, agentId);
  if (row === undefined) return false;
  const rows = await rowsOf(context, 'trust_updates').where('agent_id', '=', row.agent_id).execute();
  const acts = await actsNamedIn(context, rows, 'evidence_id');
  const former = [...acts.values()].map((update) => statedBy(update).party ?? '');
  for (const owner of new Set([row.party, ...former])) {
    if (owner !== '' && !(await isSameParty(db, chain, owner, party))) return true;
  }
  return false;
}

/** By their cause. Their updates state how they were counted. */
async function takenOf(context: CheckContext, ids: readonly string[]): Promise<[string, Row][]> {
  const rows = await rowsNamed(context, 'trust_updates', 'cause_id', ids);
  const acts = await actsNamedIn(context, rows, 'evidence_id');
  return rows.map((row) => [
    row.cause_id,
    { agent_id: row.agent_id, ...statedBy(acts.get(row.evidence_id)) },
  ]);
}

function statedBy(update: Act | undefined): Partial<Row> {
  const { payload = null } = update ?? {};
  if (payload === null) return {};
  const cause = payload.cause as JsonObject | undefined;
  const party = typeof payload.party === 'string' ? payload.party : undefined;
  return { cause: String(cause?.type), risk_level: String(payload.risk_level), party };
}

export const trust = inTurn(facts, updates, founded);

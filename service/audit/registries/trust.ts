/**
 * Computes trust again from the evidence: each fact that counts has one update or still waits for it, and no other has;
 * each update follows from the previous one by the formula; and the ledger matches the last update.
 */

import { nameKey } from '@assize/act-reading/names';
import type { JsonObject } from '@assize/evidence-format';
import { EXECUTE, gravityOfRecord } from '../../evaluation/index.ts';
import { type LeafAndPayload, leavesOfType, readPayload, valuesOf } from '../../evidence/reading/index.ts';
import { isSameParty } from '../../members/index.ts';
import { type CauseType, causeOfOutcome, causeOfResolution, findLedgerRow } from '../../trust/index.ts';
import type { CheckContext, Registry, Tally } from '../registry.ts';
import { beginningOf, evaluationOf, factsOf } from './reports.ts';
import { leavesNamedIn } from './rows.ts';
import { checkUpdates } from './trust-updates.ts';

export const trustRegistry: Registry = { name: 'trust', check };

async function check(tally: Tally, context: CheckContext): Promise<void> {
  const { db, chain } = context;
  const beginning = await beginningOf(context);
  for (const type of ['action_executed', 'action_approved', 'action_rejected'] as const) {
    for await (const page of leavesOfType(db, chain, type, context.size)) {
      await checkFacts(tally, context, page, beginning);
    }
  }
  await checkUpdates(tally, context);
}

interface Expected {
  agentId: string;
  type: CauseType;
  riskLevel: string;
  party: string;
}

async function checkFacts(
  tally: Tally,
  context: CheckContext,
  page: readonly LeafAndPayload[],
  beginning: number,
): Promise<void> {
  const { facts, evaluations } = await factsOf(context, page);
  const ids = facts.map(({ leaf }) => leaf.id);
  // In this order, facts that are taken up in between are found all the same.
  const waiting = await waitingOf(context, ids);
  const taken = await takenOf(context, ids);
  for (const { leaf, payload } of facts) {
    const expected = expectedOf(leaf, payload, evaluations.get(evaluationOf(payload) ?? ''));
    if (expected === undefined) continue;
    const wanted = leaf.position < beginning ? null : expected;
    const [waits, counted] = [waiting.get(leaf.id), taken.get(leaf.id)];
    const isOfOther =
      wanted !== null && (waits ?? counted) === undefined && (await isOfOthers(context, wanted));
    if (!isOfOther) tally.compared(faultOf(wanted, waits, counted), leaf.position, leaf.id);
  }
}

/** null if it does not count; undefined if that can't be told any more. */
function expectedOf(
  leaf: LeafAndPayload,
  payload: JsonObject | null,
  evaluation: LeafAndPayload | undefined,
): Expected | null | undefined {
  if (payload === null || payload.by === EXECUTE || evaluation === undefined) return null;
  const type =
    leaf.artifact_type === 'action_executed'
      ? causeOfOutcome(leaf.verdict, payload.outcome)
      : causeOfResolution(payload.resolution);
  if (type === null) return null;
  if (evaluation.payload === null) return undefined;
  const gravity = gravityOfRecord(readPayload(evaluation.payload));
  return gravity === null ? null : { ...gravity, type };
}

type Row = { agent_id: string; cause?: string; risk_level?: string; party?: string };

function faultOf(expected: Expected | null, waiting: Row | undefined, taken: Row | undefined): string | null {
  const found = waiting ?? taken;
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
  for (const owner of new Set([row.party, ...(await formerPartiesOf(context, row.agent_id))])) {
    if (owner !== '' && !(await isSameParty(db, chain, owner, party))) return true;
  }
  return false;
}

async function formerPartiesOf(context: CheckContext, agentId: string): Promise<string[]> {
  const rows = await context.db
    .selectFrom('trust_updates')
    .select('evidence_id')
    .where('chain', '=', context.chain)
    .where('agent_id', '=', agentId)
    .execute();
  const updates = await leavesNamedIn(context, rows, 'evidence_id');
  return [...updates.values()].map((update) => statedBy(update).party ?? '');
}

async function waitingOf({ db, chain }: CheckContext, ids: readonly string[]): Promise<Map<string, Row>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom(valuesOf(ids).as('wanted'))
    .crossJoin('trust_causes')
    .select(['evidence_id', 'agent_id', 'cause', 'risk_level', 'party'])
    .where('chain', '=', chain)
    .whereRef('evidence_id', '=', 'wanted.column1')
    .execute();
  return new Map(rows.map((row) => [row.evidence_id, row]));
}

/** Their updates state what they were counted as. */
async function takenOf(context: CheckContext, ids: readonly string[]): Promise<Map<string, Row>> {
  const { db, chain } = context;
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom(valuesOf(ids).as('wanted'))
    .crossJoin('trust_updates')
    .select(['cause_id', 'agent_id', 'evidence_id'])
    .where('chain', '=', chain)
    .whereRef('cause_id', '=', 'wanted.column1')
    .execute();
  const updates = await leavesNamedIn(context, rows, 'evidence_id');
  return new Map(rows.map((row) => [row.cause_id, { ...row, ...statedBy(updates.get(row.evidence_id)) }]));
}

function statedBy(update: LeafAndPayload | undefined): Partial<Row> {
  const payload = update?.payload ? readPayload(update.payload) : null;
  if (payload === null) return {};
  const cause = payload.cause as JsonObject | undefined;
  const party = typeof payload.party === 'string' ? payload.party : undefined;
  return { cause: String(cause?.type), risk_level: String(payload.risk_level), party };
}

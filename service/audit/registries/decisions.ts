/**
 * Compares each decision with its record, so that a quorum counts only recorded decisions. The resolution records the
 * last decision; each earlier one has a record of its own.
 */

import { canonicalJson, type JsonObject } from '@assize/evidence-format';
import { type ApprovalRow, DECISION, type Decision, decisionFields } from '../../approvals/index.ts';
import {
  changesOf,
  type EarlierRows,
  earlierRows,
  type RecordedChange,
} from '../../evidence/changes/index.ts';
import { type LeafAndPayload, PAGE_ROWS, pagesOf } from '../../evidence/reading/index.ts';
import type { ChainOfRows, CheckContext, Registry, Tally } from '../registry.ts';
import { compareActs } from './acts.ts';
import { leavesNamedIn, takeOut } from './rows.ts';

export const decisionsRegistry: Registry = { name: 'decisions', check };

type Row = Decision & Pick<ApprovalRow, 'approval_id'> & { resolution: string | null };

/** By the decision they name or, if their payload is gone, by their time. */
interface Records {
  byDecision: Map<string, RecordedChange & { change: JsonObject }>;
  nameless: RecordedChange[];
}

/** Rows are read first: each was written together with its record, which a later read then finds. */
async function check(tally: Tally, context: CheckContext): Promise<void> {
  const { db, chain, size } = context;
  const found: [Row, LeafAndPayload | undefined][] = [];
  for await (const rows of pagesOf((after: Row | undefined) => readRows(context, after))) {
    const leaves = await leavesNamedIn(context, rows, 'resolution');
    for (const row of rows) found.push([row, leaves.get(row.resolution ?? '')]);
  }
  const records = await readRecords(context);
  const before = await earlierRows(db, chain);
  for (const [row, resolution] of found) {
    tally.compared(faultOf(row, resolution, records, before), resolution?.position, resolution?.id);
  }
  const left = [...records.byDecision.values(), ...records.nameless];
  tally.unmatched(left, size, 'A decision was made here, but is not there.');
  await compareActs(tally, context);
}

function readRows({ db, chain }: CheckContext, after: Row | undefined): Promise<Row[]> {
  const { approval_id = '', party = '' } = after ?? {};
  return db
    .selectFrom('approval_decisions')
    .leftJoin('approvals', (join) =>
      join
        .onRef('approvals.chain', '=', 'approval_decisions.chain')
        .onRef('approvals.approval_id', '=', 'approval_decisions.approval_id'),
    )
    .select(['approval_decisions.approval_id', 'party', 'decision', 'decided_by', 'comment', 'decided_at'])
    .select('by_requester')
    .select('approvals.resolution_evidence_id as resolution')
    .where('approval_decisions.chain', '=', chain)
    .where(({ or, and, eb }) =>
      or([
        eb('approval_decisions.approval_id', '>', approval_id),
        and([eb('approval_decisions.approval_id', '=', approval_id), eb('party', '>', party)]),
      ]),
    )
    .orderBy('approval_decisions.approval_id')
    .orderBy('party')
    .limit(PAGE_ROWS)
    .execute();
}

async function readRecords({ db, chain }: CheckContext): Promise<Records> {
  const records: Records = { byDecision: new Map(), nameless: [] };
  for await (const page of changesOf(db, chain, [DECISION])) {
    for (const recorded of page) {
      const { change } = recorded;
      if (change === null) records.nameless.push(recorded);
      else records.byDecision.set(nameOf(change.approval_id, partyOf(change)), { ...recorded, change });
    }
  }
  return records;
}

/** Each record stands for one decision. */
function faultOf(
  row: Row,
  resolution: LeafAndPayload | undefined,
  { byDecision, nameless }: Records,
  before: EarlierRows,
): string | null {
  const { approval_id, resolution: _, ...decision } = row;
  const name = nameOf(approval_id, row.party);
  const record = byDecision.get(name);
  const it = `The decision of ${row.party} on approval ${approval_id}`;
  // The words go with the resolution, while the record of an earlier decision may stay.
  const said = (recorded: unknown) => (resolution?.payload === null ? withoutWords(recorded) : recorded);
  const isSaid = (recorded: unknown, at: number) =>
    isRecorded(decision, recorded, at) || isRecorded(decision, said(recorded), at);
  if (record !== undefined) {
    byDecision.delete(name);
    return isSaid(record.change.decision, record.at) ? null : `${it} is another than the one that was made.`;
  }
  // The registry of resolutions compares its content.
  if (resolution?.actor === row.party && resolution.created_at === row.decided_at) return null;
  if (takeOut(nameless, ({ at }) => at === row.decided_at)) return null;
  if (resolution !== undefined && resolution.position < before.position) return null;
  const taken = before.find('decisions', name, row.decided_at);
  if (taken === null) return `${it} is on no record.`;
  if (taken.recorded === null || isSaid(taken.recorded, row.decided_at)) return null;
  return `${it} is another than the one that was made.`;
}

function isRecorded(decision: Decision, recorded: unknown, at: number): boolean {
  return (
    decision.decided_at === at && canonicalJson(decisionFields(decision)) === canonicalJson(recorded ?? null)
  );
}

/** As the row has a decision whose words were removed. */
function withoutWords(recorded: unknown): unknown {
  if (typeof recorded !== 'object' || recorded === null) return recorded;
  return { ...recorded, comment: null, decided_by: (recorded as JsonObject).party ?? null };
}

function nameOf(approvalId: unknown, party: unknown): string {
  return `${approvalId}/${party}`;
}

function partyOf({ decision }: JsonObject): unknown {
  return (decision as JsonObject | undefined)?.party;
}

/** The decisions that an earlier version kept without a record, on approvals that are not resolved. */
export async function readEarlierDecisions({ db, chain }: ChainOfRows): Promise<JsonObject> {
  const rows = await db
    .selectFrom('approval_decisions')
    .innerJoin('approvals', (join) =>
      join
        .onRef('approvals.chain', '=', 'approval_decisions.chain')
        .onRef('approvals.approval_id', '=', 'approval_decisions.approval_id'),
    )
    .select(['approvals.approval_id', 'party', 'decision', 'decided_by', 'comment', 'decided_at'])
    .select('by_requester')
    .where('approvals.chain', '=', chain)
    .where('status', '=', 'pending')
    .execute();
  return Object.fromEntries(
    rows.map(({ approval_id, ...decision }) => [
      nameOf(approval_id, decision.party),
      decisionFields(decision),
    ]),
  );
}

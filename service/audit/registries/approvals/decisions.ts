/** Compares each decision with its record, so that a quorum counts only recorded ones, and who acted with theirs. */
import { canonicalJson, type JsonObject } from '@assize/evidence-format';
import { DECISION, type Decision, decisionFields } from '../../../approvals/index.ts';
import { earlierRows } from '../../../evidence/changes/index.ts';
import { type Act, actsNamedIn } from '../../comparing/acts.ts';
import { inTurn } from '../../comparing/naming.ts';
import { pagesBy } from '../../comparing/rows.ts';
import { stating } from '../../comparing/stating.ts';
import type { ChainOfRows, CheckContext } from '../../registry.ts';
import { compareActs } from '../people/acts.ts';

interface Row {
  approval_id: string;
  decision: Decision;
  resolution: Act | undefined;
  corrected: string | null;
}

const nameOf = (approvalId: unknown, party: unknown) => `${approvalId}/${party}`;
const OTHER = 'is another than the one that was made';

const made = stating({
  extra: ({ db, chain }) => earlierRows(db, chain),
  rows: readRows,
  nameOf: ({ approval_id, decision }) => nameOf(approval_id, decision.party),
  nameIn: ({ approval_id, decision }) => nameOf(approval_id, (decision as JsonObject | undefined)?.party),
  records: { made: [DECISION] },
  it: ({ approval_id, decision: { party } }) => `The decision of ${party} on approval ${approval_id}`,
  compare: ({ approval_id, decision, resolution, corrected }, { made }, { extra: before }) => {
    const { party, decided_at } = decision;
    const name = nameOf(approval_id, party);
    const record = made.of(name).at(-1);
    // The comment goes with the resolution, while the record of an earlier decision may stay.
    const said = (recorded: unknown) => (resolution?.isGone ? withoutWords(recorded) : recorded);
    const isSaid = (recorded: unknown, at: number) =>
      isRecorded(decision, recorded, at) || isRecorded(decision, said(recorded), at);
    const told = (what: string | null) => ({ what, at: resolution });
    if (record !== undefined) {
      const { corrected_evidence_id: said = corrected } = record.change;
      if (said !== corrected) return told('corrected the approval, which is not so');
      return told(isSaid(record.change.decision, record.at) ? null : OTHER);
    }
    // The registry of resolutions compares its content.
    if (resolution?.actor === party && resolution.at === decided_at) return null;
    if (made.accountsFor(({ at }) => at === decided_at)) return null;
    if (resolution !== undefined && resolution.position < before.position) return null;
    const taken = before.find('decisions', name, decided_at);
    if (taken === null) return told('is on no record');
    return told(taken.recorded === null || isSaid(taken.recorded, decided_at) ? null : OTHER);
  },
  left: { made: 'A decision was made here, but is not there.' },
});

const COLUMNS = [
  'party',
  'decision',
  'decided_by',
  'comment',
  'decided_at',
  'by_requester',
  'capacity',
  'decided_from',
] as const;

function decisionsBesideApprovals({ db, chain }: ChainOfRows) {
  return db
    .selectFrom('approval_decisions')
    .leftJoin('approvals', (join) =>
      join
        .onRef('approvals.chain', '=', 'approval_decisions.chain')
        .onRef('approvals.approval_id', '=', 'approval_decisions.approval_id'),
    )
    .select(COLUMNS)
    .select(['approval_decisions.approval_id', 'approvals.resolution_evidence_id as resolution'])
    .select('approvals.corrected_evidence_id as corrected')
    .where('approval_decisions.chain', '=', chain);
}

async function* readRows(context: CheckContext): AsyncGenerator<Row[], void> {
  const columns = ['approval_decisions.approval_id', 'party'];
  for await (const rows of pagesBy(decisionsBesideApprovals(context), columns)) {
    const acts = await actsNamedIn(context, rows, 'resolution');
    yield rows.map(({ approval_id, resolution, corrected, ...decision }) => {
      return { approval_id, decision, resolution: acts.get(resolution ?? ''), corrected };
    });
  }
}

function isRecorded(decision: Decision, recorded: unknown, at: number): boolean {
  const isThen = decision.decided_at === at;
  return (
    isThen && canonicalJson(decisionFields(decision)) === canonicalJson((recorded ?? null) as JsonObject)
  );
}

/** As the row has a decision whose words were removed. */
function withoutWords(recorded: unknown): unknown {
  if (typeof recorded !== 'object' || recorded === null) return recorded;
  return { ...recorded, comment: null, decided_by: (recorded as JsonObject).party ?? null };
}

export const decisions = inTurn(made, compareActs);

/** The decisions that an earlier version kept without a record, on approvals that are not resolved. */
export async function readEarlierDecisions(context: ChainOfRows): Promise<JsonObject> {
  const rows = await decisionsBesideApprovals(context).where('status', '=', 'pending').execute();
  return Object.fromEntries(
    rows.map(({ approval_id, resolution: _, corrected: __, ...decision }) => [
      nameOf(approval_id, decision.party),
      decisionFields(decision),
    ]),
  );
}

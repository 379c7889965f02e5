/** Compares resolutions of approvals with their artifacts, and each use of an approval with its `proceed`. */
import { canonicalJson, type JsonObject } from '@assize/evidence-format';
import { type ApprovalRow, type Decision, decisionFields, decisionsOn } from '../../../approvals/index.ts';
import type { Act } from '../../comparing/acts.ts';
import { naming } from '../../comparing/naming.ts';
import { pagesBy, rowsOf } from '../../comparing/rows.ts';
import type { CheckContext } from '../../registry.ts';

type Row = ApprovalRow & { decisions: readonly Decision[] };

const NOT_RESOLVED = 'This resolves an approval, but no approval was resolved by it.';

export const resolutions = naming({
  rows: readRows,
  names: ['resolution_evidence_id', 'consumed_by'],
  it: ({ approval_id }) => `Approval ${approval_id}`,
  compare: async (row, { resolution_evidence_id: act, consumed_by }, { context }) => {
    const id = row.resolution_evidence_id ?? row.evidence_id;
    const fault = faultOfResolution(row, act) ?? faultOfUse(row, consumed_by);
    return { what: fault ?? (await faultOfWidening(context, act)), at: { position: act?.position, id } };
  },
  types: { action_approved: NOT_RESOLVED, action_rejected: NOT_RESOLVED },
});

/** A pending approval, or one that never had an artifact, must not name one. */
async function* readRows(context: CheckContext): AsyncGenerator<Row[], void> {
  const naming = rowsOf(context, 'approvals').where((row) =>
    row.or([
      row('status', 'not in', ['pending', 'cancelled']),
      row('resolution_evidence_id', 'is not', null),
      row('consumed_by', 'is not', null),
    ]),
  );
  for await (const rows of pagesBy(naming, 'approval_id')) {
    const decisions = await decisionsOn(context.db, context.chain, rows);
    yield rows.map((row) => ({ ...row, decisions: decisions.get(row.approval_id) ?? [] }));
  }
}

const RESOLUTION_OF: Partial<Record<ApprovalRow['status'], string>> = {
  approved: 'approved',
  consumed: 'approved',
  rejected: 'rejected',
  expired: 'expired',
};

function faultOfResolution(row: Row, act: Act | undefined): string | null {
  const resolution = RESOLUTION_OF[row.status];
  if (resolution === undefined) return `is ${row.status}, but names what resolved it`;
  if (act === undefined) return `is ${row.status}, but no artifact in this chain says so`;
  if (act.type !== (resolution === 'approved' ? 'action_approved' : 'action_rejected'))
    return `is ${row.status}, but was resolved by an artifact of type ${act.type}`;
  if (act.at !== row.resolved_at) return 'was resolved at another time than its artifact says';
  if (act.isGone) return null;
  const { approval_id, evaluation_id, resolution: said, ...stated } = act.payload ?? {};
  const { required_approvals, corrected_evidence_id: corrected = null, decisions } = stated;
  if (approval_id !== row.approval_id || evaluation_id !== row.evidence_id)
    return 'was resolved by an artifact that is about another';
  if (said !== resolution) return `is ${row.status}, its artifact says ${said}`;
  if (required_approvals !== row.required_approvals)
    return 'needs another number of approvals than its artifact says';
  if (corrected !== row.corrected_evidence_id) return 'is corrected by another record than its artifact says';
  if (inOrder(decisions) === inOrder(row.decisions.map(decisionFields))) return null;
  return `The decisions on approval ${row.approval_id} are others than its artifact says.`;
}

/** The version of the mandate that the approval made, where it was given for the task. */
async function faultOfWidening({ db, chain }: CheckContext, act: Act | undefined): Promise<string | null> {
  const { widened } = (act?.payload ?? {}) as { widened?: JsonObject };
  if (widened === undefined) return null;
  const made = await db
    .selectFrom('mandate_versions')
    .select('evidence_id')
    .where('chain', '=', chain)
    .where('mandate_id', '=', String(widened.mandate_id))
    .where('version', '=', Number(widened.version))
    .executeTakeFirst();
  return made?.evidence_id === widened.evidence_id ? null : 'widened a mandate, which is not so';
}

/** Clocks of nodes differ, so decisions need not be in the order of their times. */
function inOrder(decisions: unknown): string {
  if (!Array.isArray(decisions)) return '';
  const texts = decisions.map((decision) => canonicalJson(decision));
  return texts.sort().join();
}

function faultOfUse(row: Row, act: Act | undefined): string | null {
  if (row.status !== 'consumed') return row.consumed_by === null ? null : `is ${row.status}, but was used`;
  if (act?.type !== 'governance_eval') return 'was used by no evaluation in this chain';
  if (act.verdict !== 'proceed') return `was used by an evaluation whose verdict is ${act.verdict}`;
  if (act.at !== row.consumed_at) return 'was used at another time than its evaluation';
  if (act.isGone) return null;
  const used = act.payload as { request?: { context?: { approval_id?: unknown } } } | null;
  const isThis = used?.request?.context?.approval_id === row.approval_id;
  return isThis ? null : 'was used by an evaluation that names another';
}

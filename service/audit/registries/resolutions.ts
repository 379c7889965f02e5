/**
 * Compares the resolutions of approvals with their artifacts: each has its artifact with the same decisions, each
 * artifact its approval, and a consumed approval was used by a `proceed`.
 */

import { canonicalJson } from '@assize/evidence-format';
import { type ApprovalRow, type Decision, decisionFields, decisionsOn } from '../../approvals/index.ts';
import { type LeafAndPayload, leavesOfType, readPayload } from '../../evidence/reading/index.ts';
import type { CheckContext, Registry, Tally } from '../registry.ts';
import { Positions } from './missing-payloads.ts';
import { leavesNamedIn, pagesBy } from './rows.ts';

export const resolutionsRegistry: Registry = { name: 'resolutions', check };

async function check(tally: Tally, context: CheckContext): Promise<void> {
  const { db, chain, size } = context;
  const resolving = new Positions(size);
  for await (const rows of pagesBy(namingArtifacts(context), 'approval_id')) {
    const decisions = await decisionsOn(db, chain, rows);
    const leaves = await leavesNamedIn(context, rows, 'resolution_evidence_id', 'consumed_by');
    for (const row of rows) {
      const leaf = leaves.get(row.resolution_evidence_id ?? '');
      const what =
        faultOfResolution(row, leaf, decisions.get(row.approval_id) ?? []) ??
        faultOfUse(row, leaves.get(row.consumed_by ?? ''));
      tally.compared(what, leaf?.position, row.resolution_evidence_id ?? row.evidence_id);
      if (leaf !== undefined && leaf.position < size) resolving.add(leaf.position);
    }
  }
  for (const type of ['action_approved', 'action_rejected'] as const) {
    for await (const page of leavesOfType(db, chain, type, size)) {
      const others = page.filter(({ position }) => !resolving.has(position));
      tally.unmatched(others, size, 'This resolves an approval, but no approval was resolved by it.');
    }
  }
}

/** A pending approval, or one that never had an artifact, must not name one. */
function namingArtifacts({ db, chain }: CheckContext) {
  return db
    .selectFrom('approvals')
    .selectAll()
    .where('chain', '=', chain)
    .where((row) =>
      row.or([
        row('status', 'not in', ['pending', 'cancelled']),
        row('resolution_evidence_id', 'is not', null),
        row('consumed_by', 'is not', null),
      ]),
    );
}

const RESOLUTION_OF: Partial<Record<ApprovalRow['status'], string>> = {
  approved: 'approved',
  consumed: 'approved',
  rejected: 'rejected',
  expired: 'expired',
};

function faultOfResolution(
  row: ApprovalRow,
  leaf: LeafAndPayload | undefined,
  decisions: readonly Decision[],
): string | null {
  const it = `Approval ${row.approval_id}`;
  const resolution = RESOLUTION_OF[row.status];
  if (resolution === undefined) return `${it} is ${row.status}, but names what resolved it.`;
  if (leaf === undefined) return `${it} is ${row.status}, but no artifact in this chain says so.`;
  if (leaf.artifact_type !== (resolution === 'approved' ? 'action_approved' : 'action_rejected')) {
    return `${it} is ${row.status}, but was resolved by an artifact of type ${leaf.artifact_type}.`;
  }
  if (leaf.created_at !== row.resolved_at)
    return `${it} was resolved at another time than its artifact says.`;
  if (leaf.payload === null) return null;
  const payload = readPayload(leaf.payload);
  const isThis = payload?.approval_id === row.approval_id && payload.evaluation_id === row.evidence_id;
  if (!isThis) return `${it} was resolved by an artifact that is about another.`;
  if (payload.resolution !== resolution)
    return `${it} is ${row.status}, its artifact says ${payload.resolution}.`;
  if (payload.required_approvals !== row.required_approvals) {
    return `${it} needs another number of approvals than its artifact says.`;
  }
  const isSame = inOrder(payload.decisions) === inOrder(decisions.map(decisionFields));
  return isSame ? null : `The decisions on ${it.toLowerCase()} are others than its artifact says.`;
}

/** Clocks of nodes differ, so decisions need not be in the order of their times. */
function inOrder(decisions: unknown): string {
  if (!Array.isArray(decisions)) return '';
  return decisions
    .map((decision) => canonicalJson(decision))
    .sort()
    .join();
}

function faultOfUse(row: ApprovalRow, leaf: LeafAndPayload | undefined): string | null {
  const it = `Approval ${row.approval_id}`;
  if (row.status !== 'consumed')
    return row.consumed_by === null ? null : `${it} is ${row.status}, but was used.`;
  if (leaf?.artifact_type !== 'governance_eval') return `${it} was used by no evaluation in this chain.`;
  if (leaf.verdict !== 'proceed') return `${it} was used by an evaluation whose verdict is ${leaf.verdict}.`;
  if (leaf.created_at !== row.consumed_at) return `${it} was used at another time than its evaluation.`;
  if (leaf.payload === null) return null;
  const used = readPayload(leaf.payload) as { request?: { context?: { approval_id?: unknown } } } | null;
  if (used?.request?.context?.approval_id === row.approval_id) return null;
  return `${it} was used by an evaluation that names another.`;
}

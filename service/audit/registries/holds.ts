/** Compares legal holds with the evidence of who set and lifted them: one record for each act, and no hold missing. */
import { canonicalJson } from '@assize/evidence-format';
import { changeIn } from '../../evidence/changes/index.ts';
import { type LeafAndPayload, leavesOfType } from '../../evidence/reading/index.ts';
import { HOLD_ACTIONS, type HoldRecord, holdsOf } from '../../proof/holds/index.ts';
import type { CheckContext, Registry, Tally } from '../registry.ts';
import { leavesNamedIn, pagesBy } from './rows.ts';

export const holdsRegistry: Registry = { name: 'holds', check };

/** Rows are read first: each was written together with its record, which a later read then finds. */
async function check(tally: Tally, context: CheckContext): Promise<void> {
  const stated = new Set<string>();
  const { db, chain, size } = context;
  for await (const rows of pagesBy(holdsOf(db, chain), 'hold_id')) {
    const leaves = await leavesNamedIn(context, rows, 'evidence_id', 'lift_evidence_id');
    for (const row of rows) {
      for (const what of faultsOf(row, leaves)) {
        tally.gap(`Legal hold ${row.hold_id} ${what}.`, leaves.get(row.evidence_id)?.position);
      }
      tally.checked();
      for (const id of [row.evidence_id, row.lift_evidence_id]) if (id !== null) stated.add(id);
    }
  }
  for await (const page of leavesOfType(db, chain, 'governance_change', size)) {
    const acts = page.filter(({ id, action }) => ACTIONS.includes(action) && !stated.has(id));
    tally.unmatched(acts, size, 'A legal hold was set or lifted here, but is not there so.');
  }
}

const ACTIONS: readonly (string | null)[] = Object.values(HOLD_ACTIONS);

function faultsOf(row: HoldRecord, leaves: ReadonlyMap<string, LeafAndPayload>): string[] {
  const set = leaves.get(row.evidence_id);
  const faults: string[] = [];
  const isSet =
    set?.action === HOLD_ACTIONS.set &&
    isStated(set, row.held_at, row.held_by, { hold_id: row.hold_id, filter: row.filter, reason: row.reason });
  if (!isSet) faults.push('was set otherwise than is on record');
  const { lifted_at, lifted_by, lift_reason, lift_evidence_id } = row;
  if ([lifted_at, lifted_by, lift_reason, lift_evidence_id].every((part) => part === null)) return faults;
  const lift = leaves.get(lift_evidence_id ?? '');
  const isLifted =
    lift?.action === HOLD_ACTIONS.lifted &&
    isStated(lift, lifted_at, lifted_by, { hold_id: row.hold_id, reason: lift_reason });
  if (!isLifted) faults.push('was lifted otherwise than is on record');
  return faults;
}

/** These records are never removed, so what they say is always there. */
function isStated(
  leaf: LeafAndPayload,
  at: number | null,
  by: string | null,
  wanted: Record<string, string | null>,
): boolean {
  if (leaf.artifact_type !== 'governance_change' || leaf.created_at !== at || leaf.actor !== by) return false;
  const change = changeIn(leaf.payload);
  return Object.entries(wanted).every(([name, value]) => {
    const stated = change?.[name] ?? null;
    return (typeof stated === 'object' && stated !== null ? canonicalJson(stated) : stated) === value;
  });
}

/** Compares halts with the evidence of who made and lifted them: one record for each act, and no halt missing. */
import { type HaltRecord, haltsOf } from '../../../governance/halts/index.ts';
import type { Act } from '../../comparing/acts.ts';
import { differingFrom, type Fault, naming } from '../../comparing/naming.ts';
import { pagesBy } from '../../comparing/rows.ts';

export const halts = naming({
  rows: ({ db, chain }) => pagesBy(haltsOf(db, chain), 'halt_id'),
  names: ['evidence_id', 'lift_evidence_id'],
  compare: (row, { evidence_id: made, lift_evidence_id: lift }) => {
    const { halted_at, halted_by, reason, lifted_at, lifted_by, lift_reason, lift_evidence_id } = row;
    const isLifted = [lifted_at, lifted_by, lift_reason, lift_evidence_id].some((part) => part !== null);
    return [
      faultOf(row, 'made', made, 'halt.create', { at: halted_at, by: halted_by, reason }),
      ...(isLifted
        ? [faultOf(row, 'lifted', lift, 'halt.lift', { at: lifted_at, by: lifted_by, reason: lift_reason })]
        : []),
    ];
  },
  changes: {
    'halt.create': 'This halt was made, but is not there.',
    'halt.lift': 'A halt was lifted, but its row does not say so.',
  },
});

function faultOf(
  row: HaltRecord,
  did: string,
  act: Act | undefined,
  action: string,
  { at, by, reason }: { at: number | null; by: string | null; reason: string | null },
): Fault {
  if (act?.type !== 'governance_change' || act.action !== action) {
    return { what: `There is no record of who ${did} halt ${row.halt_id}.`, at: undefined };
  }
  const other = differingFrom(act, { at, by }, (change) => ({
    'its id': [change.halt_id, row.halt_id],
    'the agent': [change.agent_id, row.agent_id],
    'the reason': [change.reason, reason],
  }));
  if (other.length === 0) return null;
  return {
    what: `Halt ${row.halt_id} was ${did} otherwise than is on record: ${other.join(', ')}.`,
    at: act,
  };
}

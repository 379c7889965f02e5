/** Compares legal holds with the evidence of who set and lifted them: one record for each act, and no hold missing. */
import { HOLD_ACTIONS, holdsOf } from '../../../proof/holds/index.ts';
import { isStated, naming } from '../../comparing/naming.ts';
import { pagesBy } from '../../comparing/rows.ts';

const NOT_THERE = 'A legal hold was set or lifted here, but is not there so.';

export const holds = naming({
  rows: ({ db, chain }) => pagesBy(holdsOf(db, chain), 'hold_id'),
  names: ['evidence_id', 'lift_evidence_id'],
  it: ({ hold_id }) => `Legal hold ${hold_id}`,
  compare: (row, { evidence_id: set, lift_evidence_id: lift }) => {
    const { hold_id, filter, lifted_at, lifted_by, lift_reason, lift_evidence_id } = row;
    const setting = { action: HOLD_ACTIONS.set, at: row.held_at, by: row.held_by };
    const isSet = isStated(set, setting, { hold_id, filter, reason: row.reason });
    const lifting = { action: HOLD_ACTIONS.lifted, at: lifted_at, by: lifted_by };
    const isLifted =
      [lifted_at, lifted_by, lift_reason, lift_evidence_id].every((part) => part === null) ||
      isStated(lift, lifting, { hold_id, reason: lift_reason });
    const faults = [
      ...(isSet ? [] : ['was set otherwise than is on record']),
      ...(isLifted ? [] : ['was lifted otherwise than is on record']),
    ];
    return { what: faults, at: { position: set?.position } };
  },
  changes: { [HOLD_ACTIONS.set]: NOT_THERE, [HOLD_ACTIONS.lifted]: NOT_THERE },
});

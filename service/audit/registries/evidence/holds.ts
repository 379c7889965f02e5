/** Compares legal holds with the evidence of who set and lifted them: one record for each act, and no hold missing. */
import { canonicalJson } from '@assize/evidence-format';
import { HOLD_ACTIONS, holdsOf } from '../../../proof/holds/index.ts';
import type { Act } from '../../comparing/acts.ts';
import { naming } from '../../comparing/naming.ts';
import { pagesBy } from '../../comparing/rows.ts';
import type { Registry } from '../../registry.ts';

const NOT_THERE = 'A legal hold was set or lifted here, but is not there so.';

export const holdsRegistry: Registry = {
  name: 'holds',
  check: naming({
    rows: ({ db, chain }) => pagesBy(holdsOf(db, chain), 'hold_id'),
    names: ['evidence_id', 'lift_evidence_id'],
    it: ({ hold_id }) => `Legal hold ${hold_id}`,
    compare: (row, { evidence_id: set, lift_evidence_id: lift }) => {
      const { hold_id, filter, lifted_at, lifted_by, lift_reason, lift_evidence_id } = row;
      const isSet = isStated(set, HOLD_ACTIONS.set, row.held_at, row.held_by, {
        hold_id,
        filter,
        reason: row.reason,
      });
      const isLifted =
        [lifted_at, lifted_by, lift_reason, lift_evidence_id].every((part) => part === null) ||
        isStated(lift, HOLD_ACTIONS.lifted, lifted_at, lifted_by, { hold_id, reason: lift_reason });
      const faults = [
        ...(isSet ? [] : ['was set otherwise than is on record']),
        ...(isLifted ? [] : ['was lifted otherwise than is on record']),
      ];
      return { what: faults, at: { position: set?.position } };
    },
    changes: { [HOLD_ACTIONS.set]: NOT_THERE, [HOLD_ACTIONS.lifted]: NOT_THERE },
  }),
};

/** These records are never removed, so what they say is always there. */
function isStated(
  act: Act | undefined,
  action: string,
  at: number | null,
  by: string | null,
  wanted: Record<string, string | null>,
): boolean {
  if (act?.action !== action || act.type !== 'governance_change' || act.at !== at || act.actor !== by)
    return false;
  return Object.entries(wanted).every(([name, value]) => {
    const stated = act.change?.[name] ?? null;
    return (typeof stated === 'object' && stated !== null ? canonicalJson(stated) : stated) === value;
  });
}

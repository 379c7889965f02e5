/** Compares the owners of controls with the evidence of who made them so: reports name them. */
import { isOwnerStated, OWNER_SET, type OwnerRow, ownerRows } from '../../../governance/owners/index.ts';
import { type Act, actsOfType } from '../../comparing/acts.ts';
import { inTurn, naming } from '../../comparing/naming.ts';
import { pagesBy } from '../../comparing/rows.ts';
import type { Check, CheckContext } from '../../registry.ts';

const rowsIn = ({ db, chain }: CheckContext) => pagesBy(ownerRows(db, chain), ['framework', 'control']);
const nameOf = ({ framework, control }: { framework: unknown; control: unknown }) =>
  `${framework} ${control}`;

const rows = naming({
  rows: rowsIn,
  names: ['evidence_id'],
  it: (row) => `The owner of ${nameOf(row)}`,
  compare: (row, { evidence_id: act }) => ({ what: faultOf(row, act), at: act }),
});

function faultOf(row: OwnerRow, act: Act | undefined): string | null {
  if (act?.type !== 'governance_change' || act.action !== OWNER_SET) return 'has no record of who set it';
  if (act.isGone) return null;
  return isOwnerStated(act.change ?? {}, row) ? null : 'is not as is on record';
}

/** No row is missing, and none is as it was before the last record of its control. */
const changes: Check = async (tally, context) => {
  const current = new Map<string, OwnerRow>();
  for await (const page of rowsIn(context)) for (const row of page) current.set(nameOf(row), row);
  const reached = new Set<string>();
  for await (const page of actsOfType(context, 'governance_change', { actions: [OWNER_SET] })) {
    for (const act of page) {
      if (act.change === null) continue;
      const { framework, control } = act.change;
      const name = nameOf({ framework, control });
      const row = current.get(name);
      if (row === undefined || reached.has(name)) {
        const what = row === undefined ? 'is not there' : 'is as it was before';
        tally.unmatched([act], context.size, `The owner of a control was set here, and ${what}.`);
      } else tally.compared(null, act);
      if (act.id === row?.evidence_id) reached.add(name);
    }
  }
};

export const controlOwners = inTurn(rows, changes);

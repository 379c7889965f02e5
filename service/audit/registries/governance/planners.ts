/** Compares the planner of a chain with the evidence of who set and removed it: its row is as the last record says. */
import { canonicalJson, type JsonObject } from '@assize/evidence-format';
import { existingDigests } from '../../../evidence/changes/index.ts';
import { digestsOf, PLANNER_REMOVED, PLANNER_SET, stated } from '../../../planner/index.ts';
import { type Act, actsOfType } from '../../comparing/acts.ts';
import { rowsOf } from '../../comparing/rows.ts';
import type { Check } from '../../registry.ts';

/** The row is read first: it was written together with its record, which a later read then finds. */
export const planners: Check = async (tally, context) => {
  const row = await rowsOf(context, 'planners').executeTakeFirst();
  const digest = await existingDigests(context.db);
  let last: Act | undefined;
  let named: Act | undefined;
  let before: Act | undefined;
  for await (const page of actsOfType(context, 'governance_change', {
    actions: [PLANNER_SET, PLANNER_REMOVED],
  })) {
    for (const act of page) {
      last = act;
      if (act.position < context.size) before = act;
      if (act.id === row?.evidence_id) named = act;
    }
  }
  if (row === undefined) {
    const isMissing = last?.action === PLANNER_SET && last === before;
    if (last !== undefined) tally.compared(isMissing ? 'A planner was set, but is not there.' : null, last);
  } else if (named?.action !== PLANNER_SET)
    tally.compared('There is no record of who set the planner.', before);
  else if (before !== undefined && before.position > named.position) {
    const what = before.action === PLANNER_SET ? 'set otherwise' : 'removed';
    tally.compared(`The planner was ${what} later, but is there as it was before.`, before);
  } else {
    const held: JsonObject = { ...stated(row), digests: digestsOf(digest, row) };
    const isSame = named.isGone || canonicalJson(named.change ?? {}) === canonicalJson(held);
    const isDated = named.at === row.set_at && named.actor === row.set_by;
    tally.compared(isSame && isDated ? null : 'The planner is not as is on record.', named);
  }
};

/**
 * Checks that an approval has no binding exactly if its request was removed. A binding without its request would let an
 * approval be used for an unknown action. A removal takes the binding first, so an apparent fault is checked again.
 */

import type { ApprovalRow } from '../../../approvals/index.ts';
import { type Act, actsNamedIn } from '../../comparing/acts.ts';
import { rowsOf } from '../../comparing/rows.ts';
import type { CheckContext, Tally } from '../../registry.ts';

export class Bindings {
  readonly #suspects: Pick<ApprovalRow, 'approval_id' | 'evidence_id'>[] = [];

  note({ approval_id, evidence_id, binding, status }: ApprovalRow, act: Act | undefined): void {
    if (act === undefined || status === 'cancelled') return;
    if (act.isGone === binding.length > 0) this.#suspects.push({ approval_id, evidence_id });
  }

  async findFaults(tally: Tally, context: CheckContext): Promise<void> {
    for (const suspect of this.#suspects) {
      const of = rowsOf(context, 'approvals').where('approval_id', '=', suspect.approval_id);
      const row = await of.executeTakeFirst();
      const act = (await actsNamedIn(context, [suspect], 'evidence_id')).get(suspect.evidence_id);
      if (row === undefined || act === undefined) continue;
      const isBound = row.binding.length > 0;
      if (act.isGone !== isBound || (!isBound && (await isToGo(context, act.position)))) continue;
      const what = isBound ? 'is bound to what is not there any more' : 'is bound to nothing';
      tally.gap(`Approval ${row.approval_id} ${what}.`, act);
    }
  }
}

async function isToGo(context: CheckContext, position: number): Promise<boolean> {
  const stating = rowsOf(context, 'removals').where('first', '<=', position);
  return (await stating.where('behind_last', '>', position).limit(1).execute()).length > 0;
}

/**
 * Checks that an approval has no binding exactly if its request was removed. A binding without its request would let an
 * approval be used for an unknown action. A removal takes the binding first, so an apparent fault is checked again.
 */

import type { ApprovalRow } from '../../approvals/index.ts';
import { type LeafAndPayload, leavesById } from '../../evidence/reading/index.ts';
import type { CheckContext, Tally } from '../registry.ts';

export class Bindings {
  readonly #suspects: Pick<ApprovalRow, 'approval_id' | 'evidence_id'>[] = [];

  note({ approval_id, evidence_id, binding, status }: ApprovalRow, leaf: LeafAndPayload | undefined): void {
    if (leaf === undefined || status === 'cancelled') return;
    if ((leaf.payload === null) === binding.length > 0) this.#suspects.push({ approval_id, evidence_id });
  }

  async findFaults(tally: Tally, { db, chain }: CheckContext): Promise<void> {
    for (const { approval_id, evidence_id } of this.#suspects) {
      const row = await db
        .selectFrom('approvals')
        .select('binding')
        .where('chain', '=', chain)
        .where('approval_id', '=', approval_id)
        .executeTakeFirst();
      const leaf = (await leavesById(db, chain, [evidence_id])).get(evidence_id);
      if (row === undefined || leaf === undefined) continue;
      const isBound = row.binding.length > 0;
      if ((leaf.payload === null) !== isBound) continue;
      if (!isBound && (await isToGo({ db, chain }, leaf.position))) continue;
      const what = isBound ? 'is bound to what is not there any more' : 'is bound to nothing';
      tally.gap(`Approval ${approval_id} ${what}.`, leaf.position, leaf.id);
    }
  }
}

async function isToGo({ db, chain }: Pick<CheckContext, 'db' | 'chain'>, position: number): Promise<boolean> {
  const stated = await db
    .selectFrom('removals')
    .select('evidence_id')
    .where('chain', '=', chain)
    .where('first', '<=', position)
    .where('behind_last', '>', position)
    .limit(1)
    .executeTakeFirst();
  return stated !== undefined;
}

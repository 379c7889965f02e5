/**
 * Compares approvals with the terms they were opened with: the number of decisions, the expiry and the risk. Other
 * terms than the evaluation records are a gap, used or not. An evaluation without terms is valid only before the
 * statement of earlier rows.
 */

import type { JsonObject } from '@assize/evidence-format';
import type { ApprovalRow } from '../../approvals/index.ts';
import { termsOf } from '../../approvals/use/index.ts';
import type { EarlierRows } from '../../evidence/changes/index.ts';
import { type LeafAndPayload, readPayload } from '../../evidence/reading/index.ts';
import type { Tally } from '../registry.ts';

export class Terms {
  /** The first evaluation that recorded them. */
  #first = Number.POSITIVE_INFINITY;
  /** The last evaluation that opened an approval without recording them. */
  #lastWithout: LeafAndPayload | null = null;

  /** @returns the fault of an approval that belongs to this evaluation. */
  faultOf(row: ApprovalRow, leaf: LeafAndPayload | undefined): string | null {
    const it = `Approval ${row.approval_id}`;
    // Only a migration cancelled approvals, because they had no requester.
    if (row.status === 'cancelled' && row.requested_by !== null)
      return `${it} is cancelled, which no request does.`;
    if ((row.resolved_at === null) !== (row.status === 'pending')) {
      return `${it} is resolved and says when, or neither; but not here.`;
    }
    if ((row.consumed_at === null) === (row.status === 'consumed')) {
      return `${it} is used up and says when, or neither; but not here.`;
    }
    if (leaf === undefined || leaf.payload === null || row.requested_by === null) return null;
    const payload = readPayload(leaf.payload) ?? {};
    if (row.risk_level !== riskOf(payload)) return `${it} is of another risk than its evaluation records.`;
    const recorded = payload.approval as JsonObject | undefined;
    if (recorded === undefined) {
      if (leaf.position > (this.#lastWithout?.position ?? -1)) this.#lastWithout = { ...leaf, payload: null };
      return null;
    }
    this.#first = Math.min(this.#first, leaf.position);
    const { expires_at, required_approvals } = termsOf(row);
    if (recorded.required_approvals !== required_approvals) {
      return `${it} takes ${required_approvals} approvals, but was opened to take ${recorded.required_approvals}.`;
    }
    return recorded.expires_at === expires_at ? null : `${it} expires at another time than it was opened to.`;
  }

  /** Call it after all approvals. */
  findEarlierForm(tally: Tally, before: EarlierRows): void {
    if (this.#first < before.position) {
      tally.gap('What was there before was taken over after it had its records.', before.position);
    }
    if (this.#lastWithout === null) return;
    const { position, id } = this.#lastWithout;
    if (position < before.position) return;
    tally.gap('This evaluation does not record what its approval takes.', position, id);
  }
}

/** The effective risk. */
function riskOf({ laws }: JsonObject): unknown {
  return (laws as Record<string, { details?: { risk?: unknown } }> | undefined)?.safety_dominance?.details
    ?.risk;
}

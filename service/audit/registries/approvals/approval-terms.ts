/**
 * Compares approvals with the terms they were opened with: the number of decisions, the expiry and the risk. Other
 * terms than the evaluation records are a gap, used or not. An evaluation without terms is valid only before the
 * statement of earlier rows.
 */

import type { JsonObject } from '@assize/evidence-format';
import { type ApprovalRow, termsOf } from '../../../approvals/index.ts';
import type { EarlierRows } from '../../../evidence/index.ts';
import type { Act } from '../../comparing/acts.ts';
import type { Place, Tally } from '../../registry.ts';

export class Terms {
  /** The first evaluation that recorded them. */
  #first = Number.POSITIVE_INFINITY;
  /** The last evaluation that opened an approval without recording them. */
  #lastWithout: (Place & { position: number }) | null = null;

  /** @returns the fault of an approval that belongs to this evaluation. */
  faultOf(row: ApprovalRow, act: Act | undefined): string | null {
    // Only a migration cancelled approvals, because they had no requester.
    if (row.status === 'cancelled' && row.requested_by !== null) return 'is cancelled, which no request does';
    if ((row.resolved_at === null) !== (row.status === 'pending')) {
      return 'is resolved and says when, or neither; but not here';
    }
    if ((row.consumed_at === null) === (row.status === 'consumed')) {
      return 'is used up and says when, or neither; but not here';
    }
    if (act === undefined || act.isGone || row.requested_by === null) return null;
    const payload = act.payload ?? {};
    if (row.risk_level !== riskOf(payload)) return 'is of another risk than its evaluation records';
    const recorded = payload.approval as JsonObject | undefined;
    if (recorded === undefined) {
      const { position, id } = act;
      if (position > (this.#lastWithout?.position ?? -1)) this.#lastWithout = { position, id };
      return null;
    }
    this.#first = Math.min(this.#first, act.position);
    const { expires_at, required_approvals } = termsOf(row);
    if (recorded.required_approvals !== required_approvals) {
      return `takes ${required_approvals} approvals, but was opened to take ${recorded.required_approvals}`;
    }
    return recorded.expires_at === expires_at ? null : 'expires at another time than it was opened to';
  }

  /** Call it after all approvals. */
  findEarlierForm(tally: Tally, { position }: EarlierRows): void {
    if (this.#first < position)
      tally.gap('What was there before was taken over after it had its records.', { position });
    if (this.#lastWithout !== null && this.#lastWithout.position >= position)
      tally.gap('This evaluation does not record what its approval takes.', this.#lastWithout);
  }
}

/** The effective risk. */
function riskOf({ laws }: JsonObject): unknown {
  const { safety_dominance: law } = (laws ?? {}) as { safety_dominance?: { details?: { risk?: unknown } } };
  return law?.details?.risk;
}

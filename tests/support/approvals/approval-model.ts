/** A model of approvals without the service: the documented states, and the state after each action. */
import type { ApprovalStatus } from '@assize/service/approvals/index.ts';

/** As drawn in docs/approvals.md. */
export const DRAWN: Record<ApprovalStatus, readonly ApprovalStatus[]> = {
  pending: ['approved', 'rejected', 'expired', 'cancelled'],
  approved: ['consumed'],
  rejected: [],
  expired: [],
  cancelled: [],
  consumed: [],
};

export const LIFETIME_HOURS = 24;

export type Decided = 'approved' | 'rejected';

export interface ModelApproval {
  id: string;
  status: ApprovalStatus;
  /** Places of the keys that decided. */
  decisions: Map<number, Decided>;
  required: number;
  /** The place of the key that asked. */
  askedBy: number;
  openedAtHours: number;
}

export interface Model {
  /** How far the clock has been moved. */
  hours: number;
  required: number;
  separation: boolean;
  approvals: ModelApproval[];
}

export function isOverdue({ hours }: Model, { openedAtHours }: ModelApproval): boolean {
  return hours - openedAtHours >= LIFETIME_HOURS;
}

/** Returns the answer to a decision, and moves the model. */
export function modelDecision(
  model: Model,
  approval: ModelApproval,
  by: number,
  wanted: Decided,
): { status: number; detail?: RegExp } {
  const mine = approval.decisions.get(by);
  if (mine === wanted) return { status: 200 };
  if (model.separation && by === approval.askedBy) return { status: 403, detail: /^Separation of duties/ };
  if (approval.status === 'pending' && isOverdue(model, approval)) approval.status = 'expired';
  if (approval.status !== 'pending') {
    return { status: 409, detail: new RegExp(`^The approval is ${approval.status}\\.$`) };
  }
  if (mine !== undefined) return { status: 409, detail: /this key has already approved it/ };
  approval.decisions.set(by, wanted);
  const given = [...approval.decisions.values()].filter((decision) => decision === 'approved').length;
  if (wanted === 'rejected') approval.status = 'rejected';
  else if (given >= approval.required) approval.status = 'approved';
  return { status: 200 };
}

/** Returns the answer to a request that names the approval, before the approval is used up. */
export function modelUse(
  model: Model,
  approval: ModelApproval,
  isTheVeryRequest: boolean,
): { verdict: 'PROCEED' | 'ESCALATE' | 'BLOCK'; reason: RegExp } {
  const { status } = approval;
  const isOpen = status === 'pending' || status === 'approved';
  if (!isOpen) return { verdict: 'BLOCK', reason: new RegExp(`the approval is ${status}`) };
  if (!isTheVeryRequest) return { verdict: 'BLOCK', reason: /the approval is bound to another request/ };
  if (isOverdue(model, approval)) return { verdict: 'BLOCK', reason: /the approval is expired/ };
  return { verdict: status === 'approved' ? 'PROCEED' : 'ESCALATE', reason: /^/ };
}

export function modelSweep(model: Model): void {
  for (const approval of model.approvals) {
    if (approval.status === 'pending' && isOverdue(model, approval)) approval.status = 'expired';
  }
}

/** Whether there is a path, even with several steps: others may act in between. */
export function isDrawn(from: ApprovalStatus, to: ApprovalStatus): boolean {
  return from === to || DRAWN[from].some((next) => isDrawn(next, to));
}

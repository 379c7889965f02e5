/** How approvals are given. What the installation sets holds for every tenant that has not set its own. */
import { DAY_MS } from '../../foundation/clock.ts';

export interface ApprovalSettings {
  /** How long one may be given, and used, from when it was opened, ms. */
  lifetimeMs: number;
  /** How many parties must approve, by effective risk; at least 1. */
  required: Readonly<Record<string, number>>;
  /** Who asked may not decide. */
  separationOfDuties: boolean;
}

export const DEFAULT_APPROVAL_SETTINGS: ApprovalSettings = {
  lifetimeMs: DAY_MS,
  required: { low: 1, medium: 1, high: 1, critical: 1 },
  separationOfDuties: false,
};

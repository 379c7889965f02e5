export {
  APPROVAL_STATUSES,
  type Approval,
  type ApprovalStatus,
  approvalIdOf,
  escalationIdOf,
  evaluationsThatOpened,
  findApproval,
  usersOf,
} from './approval.ts';
export { approvalsRegistry } from '../audit/registries/approvals-registry.ts';
export { decisionsRegistry, decisionsToTakeOver } from '../audit/registries/decisions-registry.ts';
export { expiryChore } from './expire.ts';
export { listApprovals } from './list.ts';
export { type AnsweredApproval, type Escalations, escalationsOf } from './of-period.ts';
export { decisionFields } from './resolution.ts';
export { resolutionsRegistry } from '../audit/registries/resolutions-registry.ts';
export { type DecideDeps, decideApproval } from './resolve.ts';
export { approvalEvent } from './told.ts';
export {
  type ApprovalForUse,
  type Asking,
  approvalForUse,
  consumption,
  type OpenedTerms,
  openedApproval,
  repetition,
  termsOf,
} from './use.ts';
export { type ApprovalWaits, waitsForApprovals } from './wait.ts';

export {
  APPROVAL_STATUSES,
  type Approval,
  type ApprovalRow,
  type ApprovalStatus,
  approvalIdOf,
  approvalRows,
  type Decision,
  decisionsOn,
  escalationIdOf,
  findApproval,
  findApprovals,
} from './approval.ts';
export { askedOf } from './asked/index.ts';
export { approvalCreatedEvent, approvalUsedEvent } from './events.ts';
export { expiryChore } from './expire.ts';
export { type Beyond, beyondOf } from './for-task.ts';
export { DECISION, decisionFields } from './resolution.ts';
export { type DecideDeps, decideApproval, refuseAgents, type WantedDecision } from './resolve.ts';
export { type Approvals, startApprovals } from './start.ts';
export { type DecidedTogether, decideTogether, MAX_TOGETHER } from './together.ts';

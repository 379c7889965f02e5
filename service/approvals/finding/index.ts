export { listAsked } from './asked.ts';
export { approvalOfEvaluation, approvedAmong, evaluationsThatUsed, recordsThatAsked } from './by-ids.ts';
export { type Earlier, earlierThan } from './earlier.ts';
export { type ApprovalFilter, LISTED_STATUSES, listApprovals, ORDERS } from './list.ts';
export { type AnsweredApproval, type Escalations, escalationsOf } from './of-period.ts';

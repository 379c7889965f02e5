export type {
  ApprovalPage,
  Evaluation,
  EvaluationRequest,
  LawResult,
  OutcomeReport,
  RecordedOutcome,
  RefusedItem,
  Remedy,
  Verdict,
} from './api.ts';
export type { Approval, DecisionNote, WaitOptions } from './approvals.ts';
export {
  Assize,
  type AssizeOptions,
  type EvaluateOptions,
  type GuardedCallOptions,
  type GuardOptions,
} from './assize.ts';
export type { CallOptions, Telemetry } from './connection.ts';
export {
  ApiError,
  AssizeError,
  AuthenticationError,
  ConfigurationError,
  ConflictError,
  ConnectionError,
  type Fault,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  TimeoutError,
  UsageLimitError,
  ValidationError,
} from './failures.ts';
export { ActionBlocked, ActionRefused, ApprovalRequired, type RunOptions } from './guard.ts';
export { actionOf, type Judgement, type ToolCall } from './judgement.ts';
export type { Outcome } from './reports.ts';

export type * from './api.ts';
export { Assize, type AssizeOptions, type GuardedCallOptions, type GuardOptions } from './assize.ts';
export type { CallOptions } from './connection.ts';
export {
  ApiError,
  AssizeError,
  AuthenticationError,
  ConfigurationError,
  ConflictError,
  ConnectionError,
  isUnavailable,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  TimeoutError,
  UsageLimitError,
  ValidationError,
} from './failures.ts';
export {
  ActionBlocked,
  ActionRefused,
  ApprovalRequired,
  type PermitOptions,
  type RunOptions,
} from './guard.ts';
export { actionOf, type EvaluateOptions, type Judgement, type ToolCall } from './judgement.ts';
export type { Outcome } from './reports.ts';
export type { Token } from './requests/credential.ts';
export type { TraceContext } from './requests/trace.ts';
export type { WaitOptions } from './resources/approvals.ts';
export type { NewPlan, PlannedStep } from './resources/governing.ts';
export { readResult } from './resources/results.ts';
export type { NewSessionResult } from './resources/sessions.ts';
export type { Telemetry } from './telemetry.ts';

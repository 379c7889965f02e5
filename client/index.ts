export type * from './api.ts';
export { Assize, type AssizeOptions } from './assize.ts';
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
export { quoted, refusalBy } from './guard/corrections.ts';
export type {
  GuardedCallOptions,
  GuardOptions,
  PermitOptions,
  ResumeOptions,
  RunOptions,
} from './guard/guard.ts';
export { ActionBlocked, ActionRefused, ApprovalCorrected, ApprovalRequired } from './guard/refused.ts';
export {
  actionOf,
  type CorrectedCall,
  type EvaluateOptions,
  type Judgement,
  type ToolCall,
} from './judgement.ts';
export type { Outcome } from './reports.ts';
export type { Token } from './requests/credential.ts';
export type { TraceContext } from './requests/trace.ts';
export type { WaitOptions } from './resources/approvals.ts';
export type { NewPlan, PlannedStep } from './resources/governing.ts';
export { readResult } from './resources/results.ts';
export type { NewSessionResult } from './resources/sessions.ts';
export type { Telemetry } from './telemetry.ts';

export { sessionOfEvaluation } from './call.ts';
export { emptyResults, endSession } from './end.ts';
export { listSessions, type ShownSession, sessionFields } from './list.ts';
export {
  type RecordedResult,
  type ReportDeps,
  type ReportedResult,
  reportResult,
} from './report.ts';
export {
  findSession,
  type ResultRow,
  resultsOf,
  SESSION_ENDED,
  SESSION_READ,
  type SessionRow,
  sessionIdOf,
  sessionKey,
  sessionsOf,
} from './session.ts';
export type { ResultSeen, Seen, SessionNow, Sessions } from './session-now.ts';
export { type SessionRoom, startSessions } from './start.ts';
export { summaryOf } from './summary.ts';
export { resultsSeenAt, type SessionMemory, sessionAt } from './values/memory.ts';

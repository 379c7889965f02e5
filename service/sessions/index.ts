export type { ResultSeen, Seen, SessionNow, Sessions } from './session-now.ts';

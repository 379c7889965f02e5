export type { Confidentiality, ResultSeen, Seen, SessionNow, Sessions } from './session-now.ts';

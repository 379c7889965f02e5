/** A reason why an agent should not do something alone. */
import type { Effect } from '@assize/act-reading/targets';

/** The subjects of doubts, for reports. */
export const DOUBT_KINDS = [
  'unlisted_tool',
  'unknown_target',
  'beyond_mandate',
  'unreadable_content',
  'grave_effect_without_mandate',
  'unknown_agent',
] as const;
export type DoubtKind = (typeof DOUBT_KINDS)[number];

export interface Doubt {
  kind: DoubtKind;
  result: 'warn' | 'fail';
  /** A clause without a full stop. */
  reason: string;
  /** The way to remove the doubt, as a clause. */
  wayOut: string;
}

/** Describes an act of each effect, as a clause. */
export const VERBS: Record<Effect, string> = {
  read: 'reads',
  write: 'writes',
  send: 'sends',
  share: 'shares',
  pay: 'pays',
  book: 'books',
  delete: 'deletes',
  execute: 'runs code',
  configure: 'changes access or security',
};

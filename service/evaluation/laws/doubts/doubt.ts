/** A reason why an agent should not do something alone, and the words of it. */
import type { Effect } from '@assize/act-reading/targets';

/** The subjects of doubts, for reports. */
export const DOUBT_KINDS = [
  'unlisted_tool',
  'unknown_target',
  'beyond_mandate',
  'unreadable_content',
  'grave_effect_without_mandate',
  'unknown_agent',
  'unregistered_agent',
  'claimed_identity',
  'stranger_named_party',
  'stranger_named_object',
  'stranger_link',
  'composed_url',
  'confidential_and_content',
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

export function warns(kind: DoubtKind, reason: string, wayOut: string): Doubt {
  return { kind, result: 'warn', reason, wayOut };
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

const LONGEST_SHOWN = 80;

/** Shortens a caller's text to one short line for a reason. */
export function shownLine(text: string): string {
  const line = text.replace(/[\p{C}\s]+/gu, ' ');
  return line.length <= LONGEST_SHOWN ? line : `${line.slice(0, LONGEST_SHOWN - 1)}…`;
}

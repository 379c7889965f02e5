/**
 * A content of a tool call: its acts with their effects and targets, and facts for rules. A content that can't be
 * read has a reason and no acts, and is never taken for harmless.
 */
import type { JsonObject } from '@assize/evidence-format';
import { compareRisk, type RiskLevel } from './risk.ts';
import type { Effect, TargetRole, WrittenTarget } from './targets/index.ts';
import type { ContentKind } from './tools/entry.ts';

export type { ContentKind };

/** A target as the content writes it, not yet normalised. */
export interface ContentTarget extends WrittenTarget {
  /**
   * Why the text does not say which target it is, as a clause. The target then counts as unknown, however its text
   * reads.
   */
  unreadable?: string;
}

/**
 * A change of rows names a column that it sets, or a row by its key. `other_rows` are all rows but those of the
 * value, `some_rows` are chosen by something other than a key, and a `field` belongs to a new row.
 */
export interface Particular {
  of: 'column' | 'row' | 'other_rows' | 'some_rows' | 'field';
  /** The column's value; empty if it is not stated. */
  name: string;
  /** null if the value is made while the statement runs, or is passed beside it. */
  value: string | null;
}

export interface Act {
  effect: Effect;
  /** A clause for a reason, such as `deletes the table users`. */
  what: string;
  targets: ContentTarget[];
  irreversible?: true;
  risk_level?: RiskLevel;
  /** No words of a task can mean it: a secret that goes out, a whole table. */
  beyond_mandates?: true;
  /** The particulars of the rows that it changes; left out if it names none. */
  particulars?: Particular[];
}

export interface Content {
  kind: ContentKind;
  /** The reason why it can't be read, as a clause; null where it was read. */
  unreadable: string | null;
  acts: Act[];
  /** Facts for rules. Each kind always has the same members, even if the content is unreadable. */
  facts: JsonObject;
}

export interface ReadingOptions {
  /**
   * For SQL, the dialect; without one, every dialect that would take the text is read. For a shell, the program that
   * takes the text as its arguments.
   */
  dialect?: string;
}

/** The longest lists in facts, and the longest texts in them. */
export const MAX_LISTED = 50;
const MAX_SHOWN = 100;

/** Shortens an agent's text for a reason or a fact, without the characters that a terminal would obey. */
export function shown(text: string, most = MAX_SHOWN): string {
  const harmless = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu, ' ').trim();
  return harmless.length <= most ? harmless : `${harmless.slice(0, most - 1)}…`;
}

/** Returns each text once, as facts list it. */
export function listed(texts: Iterable<string>): string[] {
  return [...new Set([...texts].slice(0, 10 * MAX_LISTED).map((text) => shown(text, 300)))].slice(
    0,
    MAX_LISTED,
  );
}

export function target(
  kind: ContentTarget['kind'],
  role: TargetRole,
  text: string,
  unreadable?: string,
): ContentTarget {
  return unreadable === undefined ? { kind, role, text } : { kind, role, text, unreadable };
}

/** Returns why no reader should see this text; null if one may. */
export function refused(text: string, maxLength: number): string | null {
  if (text.length > maxLength) return `it has more than ${maxLength} characters`;
  if (!text.isWellFormed()) return 'it is not well-formed Unicode';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are what the expression finds.
  if (/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/.test(text)) return 'it holds control characters';
  return null;
}

const HIDDEN = /[\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/u;

/** Whether a reader would see another text than the program that runs it. */
export function hidesCharacters(text: string): boolean {
  return HIDDEN.test(text);
}

export function higherRisk(one: RiskLevel | undefined, other: RiskLevel | undefined): RiskLevel | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return compareRisk(one, other) >= 0 ? one : other;
}

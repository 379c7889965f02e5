/**
 * What a content of a tool call says: its acts with their effects and targets, and facts for rules. A content that can't be
 * read has a reason and no acts, and is never taken for harmless.
 */
import type { JsonObject } from '@assize/evidence-format';
import type { RiskLevel } from './risk.ts';
import type { Effect, TargetRole, WrittenTarget } from './targets/index.ts';

/** `shell` a command, `sql` statements, `mongo` a document of MongoDB, `url` one address, `path` one path, `code` of another language, `text` for people. */
export const CONTENT_KINDS = ['shell', 'sql', 'mongo', 'url', 'path', 'code', 'text'] as const;
export type ContentKind = (typeof CONTENT_KINDS)[number];

/** A target as the content writes it, not yet normalised. */
export interface ContentTarget extends WrittenTarget {
  /** Why the text does not say which target it is, as a clause: it stands for an unknown one, however its text reads. */
  unreadable?: string;
}

/**
 * A change of rows names a column that it sets, or a row by its key. `other_rows` are all but those of the value,
 * `some_rows` are chosen by something else than a key, and a `field` is of a row that is new.
 */
export interface Particular {
  of: 'column' | 'row' | 'other_rows' | 'some_rows' | 'field';
  /** The column's value; empty if it is not stated. */
  name: string;
  /** null where it is made while the statement runs, or stands beside it. */
  value: string | null;
}

export interface Act {
  effect: Effect;
  /** A clause for a reason, such as `deletes the table users`. */
  what: string;
  targets: ContentTarget[];
  irreversible?: true;
  risk_level?: RiskLevel;
  /** No words of a task mean it: a secret that goes out, a whole table. */
  beyond_mandates?: true;
  /** Of the rows that it changes; left out where nothing is said. */
  particulars?: Particular[];
}

export interface Content {
  kind: ContentKind;
  /** The reason why it can't be read, as a clause; null where it was read. */
  unreadable: string | null;
  acts: Act[];
  /** What rules see of it. The members of a kind are always the same ones, also of an unreadable content. */
  facts: JsonObject;
}

export interface ReadingOptions {
  /**
   * The dialect of SQL; without one, every dialect that would take the text is read. Of a shell, the program that takes
   * the text as its arguments.
   */
  dialect?: string;
}

/** The longest lists in facts, and the longest texts in them. */
export const MAX_LISTED = 50;
const MAX_SHOWN = 100;

/** No text of an agent gets into a reason or a fact longer than this, or with what a terminal would obey. */
export function shown(text: string, most = MAX_SHOWN): string {
  const harmless = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu, ' ').trim();
  return harmless.length <= most ? harmless : `${harmless.slice(0, most - 1)}…`;
}

/** Each text once, as facts list it. */
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

/** The reason of a text that no reader should see; null where there is none. */
export function refused(text: string, maxLength: number): string | null {
  if (text.length > maxLength) return `it has more than ${maxLength} characters`;
  if (!text.isWellFormed()) return 'it is not well-formed Unicode';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  if (/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/.test(text)) return 'it holds control characters';
  return null;
}

const HIDDEN = /[\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/u;

/** Whether a reader would see another text than the program that runs it. */
export function hidesCharacters(text: string): boolean {
  return HIDDEN.test(text);
}

const RISKS: readonly RiskLevel[] = ['low', 'medium', 'high', 'critical'];

export function higherRisk(one: RiskLevel | undefined, other: RiskLevel | undefined): RiskLevel | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return RISKS.indexOf(one) >= RISKS.indexOf(other) ? one : other;
}

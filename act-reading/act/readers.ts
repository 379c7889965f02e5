/** The readers of targets and contents, handed to {@link readAct}, which only knows where they stand. */
import type { JsonObject } from '@assize/evidence-format';
import type { RiskLevel } from '../risk.ts';
import type { Effect, Target, WrittenKind, WrittenTarget } from '../targets/index.ts';
import type { ContentKind } from '../tools/index.ts';

/** A target as the content writes it. */
export interface ContentTarget extends WrittenTarget {
  /** Why the text does not say which target it is, as a clause. */
  unreadable?: string;
}

/** One thing that a content does. */
export interface ContentAct {
  effect: Effect;
  /** A clause for a reason, such as "deletes the table users". */
  what: string;
  targets: readonly ContentTarget[];
  irreversible?: boolean;
  risk_level?: RiskLevel;
  beyond_mandates?: boolean;
  particulars?: readonly Particular[];
}

/** A change names a column, a row, all rows but one, rows without a key, or a field of the arguments. */
export interface Particular {
  of: 'column' | 'row' | 'other_rows' | 'some_rows' | 'field';
  name: string;
  value: string | null;
}

export interface ReadContent {
  /** A clause; null where it was read. */
  unreadable: string | null;
  acts: readonly ContentAct[];
  /** For the rules of policies. */
  facts: JsonObject;
}

/** Both functions are pure. */
export interface Readers {
  /** Returns one target for each that the text names: a list of mail addresses names several. */
  normalise(kind: WrittenKind, text: string): readonly (Target | { unreadable: string })[];
  readContent(kind: ContentKind, text: string, options: { dialect?: string }): ReadContent;
}

/** How a table is held against the evidence. */
import type { Row } from '../../support/databases/mutations.ts';

/** Some rows, and the reason for these rows. */
interface Some {
  why: string;
  is(row: Row): boolean;
}

export interface HeldTable {
  /** Registries, or `full verification`. */
  by: readonly string[];
  /** Columns that may change unnoticed, and why that does no harm. */
  except?: Readonly<Record<string, string>>;
  /** Why an unnoticed extra or missing row does no harm. */
  rows?: {
    added?: string;
    removed?: string;
    /** Rows that may be missing without harm. */
    harmless?: Some;
    /** The only rows that the evidence covers. */
    recorded?: Some;
  };
}

/** What a section hands back: tables for people, checks against the targets, and the figures for a machine. */
import type { Context } from './context.ts';
import type { Table } from './table.ts';

/** A figure held against its target. */
export interface Check {
  what: string;
  /** null where it could not be measured, or where errors made it invalid. */
  figure: number | null;
  sense: 'at least' | 'at most';
  target: number;
  unit: string;
}

export interface SectionReport {
  title: string;
  tables: Table[];
  checks: Check[];
  /** What one must know to read the figures; what was skipped and why. */
  notes: string[];
  /** Everything measured, for `--json`. */
  data: unknown;
}

export interface Report extends SectionReport {
  section: string;
}

export type Section = (context: Context) => Promise<SectionReport>;

/** A section that has nothing to run with. */
export function skipped(title: string, why: string): SectionReport {
  return { title, tables: [], checks: [], notes: [`Skipped: ${why}`], data: null };
}

export function isMet({ figure, sense, target }: Check): boolean | null {
  if (figure === null) return null;
  return sense === 'at least' ? figure >= target : figure <= target;
}

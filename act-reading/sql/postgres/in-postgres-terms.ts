/**
 * Rewrites syntax that only other dialects have into PostgreSQL's, where it means the same for tables and rows.
 * PostgreSQL's grammar then gets the text first, because the parser of the other dialects takes a millisecond per
 * kilobyte.
 */
import type { Dialect } from '../dialects.ts';

interface Rewriting {
  dialects: readonly Dialect[];
  /** Matches at the beginning or end of the statement, and so never inside a string. */
  written: RegExp;
  instead: string;
}

/** How many rows are returned makes no difference to the reading. */
const TOP =
  /^(\s*SELECT\s+(?:DISTINCT\s+|ALL\s+)?)TOP(?:\s+\d+|\s*\(\s*\d+\s*\))\s+(?:PERCENT\s+)?(?:WITH\s+TIES\s+)?/i;

const REWRITINGS: readonly Rewriting[] = [
  { dialects: ['mssql'], written: TOP, instead: '$1' },
  {
    dialects: ['mysql', 'sqlite'],
    written: /\bLIMIT\s+(\d+)\s*,\s*(\d+)\s*$/i,
    instead: 'LIMIT $2 OFFSET $1',
  },
  { dialects: ['mysql'], written: /^\s*INSERT\s+IGNORE\s+INTO\b/i, instead: 'INSERT INTO' },
  {
    dialects: ['sqlite'],
    written: /^\s*INSERT\s+OR\s+(?:IGNORE|ABORT|FAIL|ROLLBACK)\s+INTO\b/i,
    instead: 'INSERT INTO',
  },
];

/** @returns null if nothing needs rewriting. */
export function inPostgresTerms(dialect: Dialect, text: string): string | null {
  let rewritten = text;
  for (const { dialects, written, instead } of REWRITINGS) {
    if (dialects.includes(dialect)) rewritten = rewritten.replace(written, instead);
  }
  return rewritten === text ? null : rewritten;
}

/** Whether only SQL Server writes like this, so that its parser is asked before those of the other dialects. */
export function isOfSqlServer(text: string): boolean {
  return TOP.test(text);
}

/**
 * What only other dialects write, in the words of PostgreSQL's grammar, where it says the same of tables and rows. That
 * grammar is asked first with it: the parser of the other dialects takes a millisecond for each kilobyte.
 */
import type { Dialect } from '../dialects.ts';

interface Rewriting {
  dialects: readonly Dialect[];
  /** At the beginning or the end of the statement, so that it stands in no string. */
  written: RegExp;
  instead: string;
}

/** How many rows are given back makes no difference to what is read. */
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

/** @returns null where there is nothing to say in other words. */
export function inPostgresTerms(dialect: Dialect, text: string): string | null {
  let rewritten = text;
  for (const { dialects, written, instead } of REWRITINGS) {
    if (dialects.includes(dialect)) rewritten = rewritten.replace(written, instead);
  }
  return rewritten === text ? null : rewritten;
}

/** Whether only SQL Server writes like this, so that its parser is asked before the others refuse it. */
export function isOfSqlServer(text: string): boolean {
  return TOP.test(text);
}

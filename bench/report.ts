/** What a section returns: tables for people, checks against the targets, and all figures for a program. */
import type { Context } from './context.ts';

export interface Table {
  columns: string[];
  rows: string[][];
}

/** A figure beside its target. */
export interface Check {
  what: string;
  /** null when it could not be measured, or when errors made it invalid. */
  figure: number | null;
  sense: 'at least' | 'at most';
  target: number;
  unit: string;
}

/** What one measurement adds to the report of its section. */
export interface Part {
  tables: Table[];
  checks?: Check[];
  /** What you must know to read the figures, and what was skipped and why. */
  notes?: string[];
}

export interface SectionReport extends Required<Part> {
  title: string;
  /** Everything measured, for `--json`. */
  data: unknown;
}

export type Section = (context: Context) => Promise<SectionReport>;

export function joinParts(title: string, parts: readonly Part[], data: unknown): SectionReport {
  return {
    title,
    tables: parts.flatMap(({ tables }) => tables).filter(({ rows }) => rows.length > 0),
    checks: parts.flatMap(({ checks }) => checks ?? []),
    notes: parts.flatMap(({ notes }) => notes ?? []),
    data,
  };
}

export function atLeast(target: number, unit: string, figure: number | null, what: string): Check {
  return { what, figure, sense: 'at least', target, unit };
}

export function atMost(target: number, unit: string, figure: number | null, what: string): Check {
  return { what, figure, sense: 'at most', target, unit };
}

/** Numbers are printed with three figures of precision; null as `n/a`; text as it is. */
type Cell = number | string | null;
export type Columns<T> = Record<string, (row: T) => Cell>;

export function tableOf<T>(rows: readonly T[], columns: Columns<T>): Table {
  const text = (cell: Cell) => (typeof cell === 'string' ? cell : figure(cell));
  return {
    columns: Object.keys(columns),
    rows: rows.map((row) => Object.values(columns).map((cellOf) => text(cellOf(row)))),
  };
}

/** More than three figures of precision is more than a bench can promise. */
export function figure(value: number | null): string {
  if (value === null) return 'n/a';
  const size = Math.abs(value);
  if (size >= 1000) return Math.round(value).toLocaleString('en-US');
  if (size >= 100) return value.toFixed(0);
  if (size >= 10) return value.toFixed(1);
  return size >= 1 ? value.toFixed(2) : value.toFixed(3);
}

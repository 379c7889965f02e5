/** What a section returns: tables for people, checks against the targets, and all figures for a program. */
import type { Context } from './context.ts';
import type { Machine } from './machine.ts';

export interface Table {
  columns: string[];
  rows: string[][];
}

/** A figure beside its target. It is null when it could not be measured, or when errors made it invalid. */
export interface Check {
  what: string;
  figure: number | null;
  sense: 'at least' | 'at most';
  target: number;
  unit: string;
}

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

/** null is printed as `n/a`, undefined as nothing. */
type Cell = number | string | null | undefined;
type Column<T> = { [K in keyof T]-?: T[K] extends Cell ? K : never }[keyof T] & string;

/** @param columns fields of the rows. Their names are the titles, unless `titles` has another. */
export function tableOf<T extends object>(
  rows: readonly T[],
  columns: readonly Column<T>[],
  titles: Partial<Record<keyof T, string>> = {},
): Table {
  const text = (cell: Cell) => (typeof cell === 'number' || cell === null ? figure(cell) : (cell ?? ''));
  return {
    columns: columns.map((column) => titles[column] ?? titleOf(column)),
    rows: rows.map((row) => columns.map((column) => text(row[column] as Cell))),
  };
}

/** `cpuMsPerRequest` becomes `CPU ms/request`. */
function titleOf(field: string): string {
  const words = field
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/(?<=\S) per /, '/');
  return words
    .replace(/\bcpu\b/, 'CPU')
    .replace(/\bmb\b/, 'MB')
    .replace(/\bus\b/, 'µs');
}

/** More than three figures of precision is more than a bench can promise. Counts are printed whole. */
export function figure(value: number | null): string {
  if (value === null) return 'n/a';
  const size = Math.abs(value);
  if (size >= 1000 || Number.isInteger(value)) return Math.round(value).toLocaleString('en-US');
  if (size >= 100) return value.toFixed(0);
  if (size >= 10) return value.toFixed(1);
  return size >= 1 ? value.toFixed(2) : value.toFixed(3);
}

export function printMachine(machine: Machine): void {
  const { cores, cpu, node, system, loadTool, fsyncMedianMs, folder, inMemory, loadAverage } = machine;
  print(`${cores} cores, ${cpu}, ${system}, Node ${node}, load by ${loadTool}`);
  print(`databases in ${folder}, where writing 4 KB and fsync takes ${figure(fsyncMedianMs)} ms (median)`);
  if (loadAverage > 0.5) print(`load average ${figure(loadAverage)}: other programs use this machine too`);
  if (inMemory) print('This folder is in memory, where fsync costs nothing: use --dir for true figures');
}

export function printReport(section: string, { title, tables, checks, notes }: SectionReport): void {
  print(`\n${section}: ${title}`);
  const all = checks.length > 0 ? [...tables, checkTable(checks)] : tables;
  for (const table of all) print(`\n${rendered(table)}`);
  if (notes.length > 0) print(`\n${notes.map((note) => `  ${note}`).join('\n')}`);
}

function checkTable(checks: readonly Check[]): Table {
  return {
    columns: ['against the target', 'figure', 'target', 'met'],
    rows: checks.map(({ what, figure: value, sense, target, unit }) => {
      if (value === null) return [what, 'invalid', `${sense} ${target} ${unit}`, '?'];
      const isMet = sense === 'at least' ? value >= target : value <= target;
      return [what, `${figure(value)} ${unit}`, `${sense} ${target} ${unit}`, isMet ? 'yes' : 'NO'];
    }),
  };
}

/** Words stand to the left, numbers to the right. */
function rendered({ columns, rows }: Table): string {
  const shapes = columns.map((title, place) => {
    const cells = rows.map((row) => row[place] ?? '');
    const isNumeric = cells.every((cell) => /^-?[\d.,]+$|^n\/a$|^$/.test(cell));
    return { isNumeric, width: Math.max(title.length, ...cells.map((cell) => cell.length)) };
  });
  const line = (row: readonly string[]): string =>
    shapes
      .map(({ isNumeric, width }, place) => row[place]?.[isNumeric ? 'padStart' : 'padEnd'](width))
      .join('  ')
      .trimEnd();
  return [line(columns), line(shapes.map(({ width }) => '─'.repeat(width))), ...rows.map(line)].join('\n');
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

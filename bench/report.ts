/** Joins the tables and checks of sections across databases, and prints them. */
import type { Context } from './context.ts';
import type { Machine } from './machine.ts';
import type { DatabaseKind } from './options.ts';

/** Fields of these types become columns, in their order; others appear only with `--json`. null is printed as `n/a`. */
type Cell = number | string | boolean | null | undefined;

export interface Table {
  name: string;
  rows: readonly object[];
  /** Titles of fields whose names don't make good ones. */
  titles?: Readonly<Record<string, string>>;
}

/** A figure beside its target. It is null if it could not be measured, or if errors made it invalid. */
export interface Check {
  what: string;
  figure: number | null;
  sense: 'at least' | 'at most';
  target: number;
  unit: string;
}

export interface Part {
  tables?: Table[];
  checks?: Check[];
  /** How to read the figures, and what was skipped and why. */
  notes?: string[];
  /** Additional data for `--json`. */
  data?: unknown[];
}

/** A file of `sections/`. Servers that a function starts are stopped when it returns. */
export interface Section {
  title: string;
  onDatabase?(context: Context, kind: DatabaseKind): Promise<Part>;
  once?(context: Context): Promise<Part>;
}

const check =
  (sense: Check['sense']) =>
  (target: number, unit: string, figure: number | null | undefined, what: string): Check => {
    return { what, figure: figure ?? null, sense, target, unit };
  };

export const atLeast = check('at least');
export const atMost = check('at most');

/** Names the database in each row and check of the part. */
export function measuredOn(database: string, { tables = [], checks = [], ...rest }: Part): Part {
  return {
    ...rest,
    tables: tables.map((table) => ({ ...table, rows: table.rows.map((row) => ({ database, ...row })) })),
    checks: checks.map((check) => ({ ...check, what: `${database}: ${check.what}` })),
  };
}

/** Tables of the same name become one. */
export function joinParts(parts: readonly Part[]): Required<Part> {
  const byName = Map.groupBy(
    parts.flatMap(({ tables = [] }) => tables),
    ({ name }) => name,
  );
  const tables = [...byName].map(([name, same]) => ({
    name,
    rows: same.flatMap(({ rows }) => rows),
    titles: same[0]?.titles ?? {},
  }));
  return {
    tables: tables.filter(({ rows }) => rows.length > 0),
    checks: parts.flatMap(({ checks = [] }) => checks),
    notes: [...new Set(parts.flatMap(({ notes = [] }) => notes))],
    data: parts.flatMap(({ data = [] }) => data),
  };
}

export function printMachine(machine: Machine): void {
  const { cores, cpu, node, system, loadTool, fsyncMedianMs, folder, inMemory, loadAverage } = machine;
  print(`${cores} cores, ${cpu}, ${system}, Node ${node}, load by ${loadTool}`);
  print(`databases in ${folder}, where writing 4 KB and fsync takes ${figure(fsyncMedianMs)} ms (median)`);
  if (loadAverage > 0.5) print(`load average ${figure(loadAverage)}: other programs use this machine too`);
  if (inMemory) print('This folder is in memory, where fsync costs nothing: use --dir for realistic figures');
}

export function printReport(section: string, title: string, { tables, checks, notes }: Required<Part>): void {
  print(`\n${section}: ${title}`);
  for (const table of [...tables, checkTable(checks)])
    if (table.rows.length > 0) print(`\n${rendered(table)}`);
  if (notes.length > 0) print(`\n${notes.map((note) => `  ${note}`).join('\n')}`);
}

function checkTable(checks: readonly Check[]): Table {
  const rows = checks.map(({ what, figure: value, sense, target, unit }) => {
    const isMet = value !== null && (sense === 'at least' ? value >= target : value <= target);
    const met = value === null ? '?' : isMet ? 'yes' : 'NO';
    const shown = value === null ? 'invalid' : `${figure(value)} ${unit}`;
    return { 'against the target': what, figure: shown, target: `${sense} ${target} ${unit}`, met };
  });
  return { name: '', rows };
}

/** Aligns words to the left and numbers to the right. */
function rendered({ name, rows, titles = {} }: Table): string {
  const isCell = (value: unknown) => value === null || typeof value !== 'object';
  const fields = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((field) =>
    rows.every((row) => isCell(row[field as keyof typeof row])),
  );
  const columns = fields.map((field) => {
    const cells = rows.map((row) => textOf(row[field as keyof typeof row]));
    const title = titles[field] ?? titleOf(field);
    const isNumeric = cells.every((cell) => /^-?[\d.,]+$|^n\/a$|^$/.test(cell));
    const width = Math.max(title.length, ...cells.map((cell) => cell.length));
    return [title, '─'.repeat(width), ...cells].map((cell) =>
      isNumeric ? cell.padStart(width) : cell.padEnd(width),
    );
  });
  const lines = Array.from({ length: rows.length + 2 }, (_, line) =>
    columns
      .map((column) => column[line])
      .join('  ')
      .trimEnd(),
  );
  return [...(name === '' ? [] : [name]), ...lines].join('\n');
}

function textOf(cell: Cell): string {
  return typeof cell === 'number' || cell === null ? figure(cell) : String(cell ?? '');
}

/** `cpuMsPerRequest` becomes `CPU ms/request`. */
function titleOf(field: string): string {
  return field
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/(?<=\S) per /, '/')
    .replace(/\bcpu\b/, 'CPU')
    .replace(/\bmb\b/, 'MB')
    .replace(/\bus\b/, 'µs');
}

/** A bench can't promise more than three significant digits. Counts are printed in full. */
export function figure(value: number | null): string {
  if (value === null) return 'n/a';
  const size = Math.abs(value);
  if (size >= 1000 || Number.isInteger(value)) return Math.round(value).toLocaleString('en-US');
  if (size >= 100) return value.toFixed(0);
  if (size >= 10) return value.toFixed(1);
  return size >= 1 ? value.toFixed(2) : value.toFixed(3);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

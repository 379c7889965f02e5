/** Prints the results on standard output, in aligned tables: words to the left, numbers to the right. */
import type { Machine } from './machine.ts';
import { type Check, figure, type SectionReport, type Table } from './report.ts';

export function printMachine(machine: Machine): void {
  const { cores, cpu, node, system, loadTool, fsyncMedianMs, folder, inMemory, loadAverage } = machine;
  print(`${cores} cores, ${cpu}, ${system}, Node ${node}, load by ${loadTool}`);
  print(`databases in ${folder}, where writing 4 KB and fsync takes ${figure(fsyncMedianMs)} ms (median)`);
  if (loadAverage > 0.5) {
    print(`load average ${figure(loadAverage)} before the start: other programs use this machine too`);
  }
  if (inMemory) {
    print('This folder is in memory: fsync costs nothing there, and the figures say little. Use --dir.');
  }
}

export function printReport(section: string, { title, tables, checks, notes }: SectionReport): void {
  print(`\n${section}: ${title}`);
  for (const table of tables) print(`\n${rendered(table)}`);
  if (checks.length > 0) print(`\n${rendered(checkTable(checks))}`);
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

function rendered({ columns, rows }: Table): string {
  const cells = (place: number) => rows.map((row) => row[place] ?? '');
  const shapes = columns.map((title, place) => ({
    isNumeric: cells(place).every((cell) => /^-?[\d.,]+$|^n\/a$|^$/.test(cell)),
    width: Math.max(title.length, ...cells(place).map((cell) => cell.length)),
  }));
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

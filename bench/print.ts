/** The results as text on standard output. */
import type { Machine } from './machine.ts';
import { type Check, isMet, type Report } from './report.ts';
import { figure, renderTable } from './table.ts';

export function printMachine(machine: Machine): void {
  const { cores, cpu, node, system, loadTool, fsyncMedianMs, folder, inMemory, loadAverage } = machine;
  print(`${cores} cores, ${cpu}, ${system}, Node ${node}, load by ${loadTool}`);
  print(`databases in ${folder}, where writing 4 KB and fsync takes ${figure(fsyncMedianMs)} ms (median)`);
  if (loadAverage > 0.5)
    print(`load average ${figure(loadAverage)} before the start: others use this machine too`);
  if (inMemory) {
    print('This folder is in memory: fsync costs nothing there and the figures say little. Use --dir.');
  }
}

export function printReport({ section, title, tables, checks, notes }: Report): void {
  print(`\n${section}: ${title}`);
  for (const table of tables) print(`\n${renderTable(table)}`);
  if (checks.length > 0) print(`\n${renderTable(checkTable(checks))}`);
  if (notes.length > 0) print('');
  for (const note of notes) print(`  ${note}`);
}

function checkTable(checks: readonly Check[]) {
  return {
    columns: ['against the target', 'figure', 'target', 'met'],
    rows: checks.map((check) => {
      const { what, figure: value, sense, target, unit } = check;
      const met = isMet(check);
      return [
        what,
        value === null ? 'invalid' : withUnit(figure(value), unit),
        `${sense} ${withUnit(String(target), unit)}`,
        met === null ? '?' : met ? 'yes' : 'NO',
      ];
    }),
  };
}

function withUnit(number: string, unit: string): string {
  return unit === '×' ? `${number} ×` : `${number} ${unit}`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

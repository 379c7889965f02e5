/** The table of a run, with one line for each kind of fault. */
import type { RoundResult } from './rounds.ts';

const COLUMNS = [
  'fault',
  'rounds',
  'answered',
  'refused',
  'cut off',
  'replayed',
  'longest wait s',
  'database s',
  'lost',
  'forks',
  'twice',
] as const;

export function tableOf(results: readonly RoundResult[]): string {
  const kinds = [...new Set(results.map(({ fault }) => fault))];
  const lines = kinds.map((kind) =>
    lineOf(
      kind,
      results.filter(({ fault }) => fault === kind),
    ),
  );
  if (kinds.length > 1) lines.push(lineOf('all', results));
  const rows = [COLUMNS, COLUMNS.map(() => '---'), ...lines];
  return rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function lineOf(name: string, results: readonly RoundResult[]): string[] {
  const sum = (field: 'answered' | 'refused' | 'broken' | 'replayed' | 'lost' | 'forks' | 'answeredTwice') =>
    String(results.reduce((total, result) => total + result[field], 0));
  const longest = (field: 'waitedMs' | 'databaseMs') =>
    (Math.max(...results.map((result) => result[field])) / 1000).toFixed(1);
  return [
    ...[name, String(results.length), sum('answered'), sum('refused'), sum('broken'), sum('replayed')],
    ...[longest('waitedMs'), longest('databaseMs'), sum('lost'), sum('forks'), sum('answeredTwice')],
  ];
}

/** A review as a file for spreadsheets: one line for each access, with what was decided about it. */
import { canonicalJson, type JsonValue } from '@assize/evidence-format';
import type { Line } from './lines.ts';

const COLUMNS = [
  ...['kind', 'id', 'name', 'granted', 'granted_by', 'since', 'last_used_at', 'ends_at'],
  ...['decision', 'by_self', 'decided_by', 'decided_at', 'evidence_id'],
] as const;

export async function reviewCsv(lines: readonly Line[]): Promise<string> {
  const { csvRecords } = await import('../documents/csv.ts');
  const rows = lines.map(({ kind, id, access, decided }) => [
    ...[kind, id, textOf(access?.name), access === null ? '' : canonicalJson(access.granted ?? null)],
    ...[
      textOf(access?.granted_by),
      textOf(access?.since),
      textOf(access?.last_used_at),
      textOf(access?.ends_at),
    ],
    ...[
      decided?.decision ?? '',
      decided === null ? '' : String(decided.isBySelf),
      decided?.by ?? '',
      decided === null ? '' : new Date(decided.at).toISOString(),
    ],
    decided?.evidenceId ?? '',
  ]);
  return csvRecords([[...COLUMNS], ...rows]);
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value.replace(/[\t\r\n]+/g, ' ') : '';
}

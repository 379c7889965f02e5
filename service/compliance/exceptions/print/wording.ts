/** How the printed report writes times, parties and places, and when a part begins on a new page. */
import { dateText } from '../../../documents/wording.ts';
import type { PrintedReport } from './printed-report.ts';

/** A part begins on a page of its own where fewer points are left. */
export const ROOM = 220;

/** `2026-03-01 12:00:00`, in UTC. @param iso as recorded. */
export function timeText(iso: string): string {
  const ms = Date.parse(iso);
  return `${dateText(ms)} ${new Date(ms).toISOString().slice(11, 19)}`;
}

/** The name of each party in the text, as far as it is known, in place of its id. */
export function named({ names }: Pick<PrintedReport, 'names'>, text: string): string {
  return text.replace(/\b(?:mbr|key)_[0-9a-f]+\b/g, (id) => names[id] ?? id);
}

export function placeText({
  evidence_id,
  index,
}: {
  evidence_id: string | null;
  index: number | null;
}): string {
  return evidence_id === null ? 'no record' : `${evidence_id} · ${index}`;
}

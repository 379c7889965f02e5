/** The report's form of times, and its names of results. */
import { dateText } from '../../documents/wording.ts';
import type { ControlRecord } from '../record.ts';
import { RESULT_NAMES } from './result-colours.ts';

/** `2026-03-01 12:00:00 UTC`. @param iso as recorded. */
export function timeText(iso: string): string {
  const ms = Date.parse(iso);
  return `${dateText(ms)} ${new Date(ms).toISOString().slice(11, 19)} UTC`;
}

export function resultText({ result, reason }: Pick<ControlRecord, 'result' | 'reason'>): string {
  if (reason === 'outside') return `${RESULT_NAMES[result]}: outside`;
  if (reason === 'nothing_to_judge') return `${RESULT_NAMES[result]}: nothing to judge`;
  return RESULT_NAMES[result];
}

/** How the report states results and times. Colours also differ in lightness, and a result is always named beside its own. */
import { dateText } from '../../documents/wording.ts';
import type { ControlRecord } from '../record.ts';
import type { Result } from '../result.ts';

export const RESULT_COLOURS: Record<Result, string> = {
  met: '#7dbb9b',
  partial: '#e0a64a',
  not_met: '#8f1d2c',
  not_assessed: '#cfd6dc',
};

export const RESULT_NAMES: Record<Result, string> = {
  met: 'Met',
  partial: 'Partly met',
  not_met: 'Not met',
  not_assessed: 'Not assessed',
};

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

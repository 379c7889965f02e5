/** Describes the result of a compliance check in words, and reads the period to check. */
import type { ComplianceCheck } from '../../client/api.ts';

export type Result = ComplianceCheck['controls'][number]['result'];

export const RESULTS: Record<Result, { tone: 'good' | 'warning' | 'bad' | 'neutral'; word: string }> = {
  met: { tone: 'good', word: 'Met' },
  partial: { tone: 'warning', word: 'Partly met' },
  not_met: { tone: 'bad', word: 'Not met' },
  not_assessed: { tone: 'neutral', word: 'Not assessed' },
};
export const RESULT_NAMES = Object.keys(RESULTS) as Result[];

export function resultOf(value: unknown): Result | undefined {
  return RESULT_NAMES.find((name) => name === value);
}

/** Sums up all controls in one sentence. */
export function foundOf({ met, partial, not_met, not_assessed }: ComplianceCheck['summary']): string {
  const parts = [
    [met, 'met'],
    [partial, 'partly met'],
    [not_met, 'not met'],
    [not_assessed, 'not assessed'],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}`)
    .join(', ');
}

export const PERIODS = [
  { value: '30', name: 'The last 30 days' },
  { value: '90', name: 'The last 90 days' },
  { value: '365', name: 'The last year' },
  { value: 'own', name: 'From … to …' },
];

const DAY_MS = 86_400_000;

/**
 * @param from and to are days such as `2026-03-01`, both included. @returns null where they are not days, or in the
 * wrong order.
 */
export function periodOf(
  chosen: string,
  { from, to }: { from: string; to: string },
  nowMs: number,
): { from_date: string; to_date: string } | null {
  if (chosen !== 'own') {
    const fromMs = nowMs - Number(chosen) * DAY_MS;
    return { from_date: new Date(fromMs).toISOString(), to_date: new Date(nowMs).toISOString() };
  }
  const [fromMs, toMs] = [Date.parse(`${from}T00:00:00Z`), Date.parse(`${to}T00:00:00Z`) + DAY_MS];
  if (Number.isNaN(fromMs) || Number.isNaN(toMs) || fromMs >= toMs) return null;
  const endMs = Math.min(toMs, nowMs);
  if (fromMs >= endMs) return null;
  return { from_date: new Date(fromMs).toISOString(), to_date: new Date(endMs).toISOString() };
}

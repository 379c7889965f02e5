/** How the report writes counts, shares, times and names. */

import { countText, dateText } from '../../../documents/wording.ts';

export { countText, dateText };

/** `1 record`, `2 records`. */
export function countOf(count: number, noun: string): string {
  return `${countText(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** A share as a percentage that never rounds something to 0, nor a part to 100. */
export function shareText(part: number, whole: number): string {
  if (whole === 0) return '–';
  const percent = (100 * part) / whole;
  if (part > 0 && percent < 0.1) return '< 0.1 %';
  if (part < whole && percent > 99.9) return '> 99.9 %';
  return `${percent.toFixed(part === 0 || part === whole ? 0 : 1)} %`;
}

/** `2026-03-01 12:00:00.000`. */
export function timeText(ms: number): string {
  return `${dateText(ms)} ${clockText(ms)}`;
}

/** `12:00:00.000`. */
export function clockText(ms: number): string {
  return new Date(ms).toISOString().slice(11, 23);
}

/** `governance_eval` as `Governance eval`, `budget_conservation` as `Budget conservation`. */
export function nameText(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

const TYPE_NAMES: Record<string, [one: string, many: string]> = {
  governance_eval: ['Evaluation', 'evaluations'],
  action_executed: ['Action executed', 'actions executed'],
  action_approved: ['Action approved', 'actions approved'],
  action_rejected: ['Action rejected', 'actions rejected'],
  compliance_check: ['Compliance check', 'compliance checks'],
  trust_update: ['Trust update', 'trust updates'],
  governance_change: ['Governance change', 'governance changes'],
};

export function typeText(type: string): string {
  return TYPE_NAMES[type]?.[0] ?? nameText(type);
}

/** `1 evaluation`, `12 actions executed`. */
export function countOfType(count: number, type: string): string {
  const [one, many] = TYPE_NAMES[type] ?? [type, type];
  return `${countText(count)} ${count === 1 ? one.toLowerCase() : many}`;
}

/** Writes numbers, days and types of records for documents. */

/** 1234567 as `1,234,567`. */
export function countText(count: number | string): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** `2026-03-01`. */
export function dateText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
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

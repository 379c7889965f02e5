/** The meters, and how they are described. */
import type { MeteredUse, UsageSummary } from '../../client/api.ts';
import { dateFormat } from '../ui/locale/locale.ts';
import { formatCount, formatUsd } from '../ui/money.ts';

export type Meter = keyof UsageSummary['usage'];

export const METERS: Record<Meter, string> = {
  governance_evaluations: 'Evaluations',
  evidence_emissions: 'Evidence records',
  compliance_checks: 'Compliance checks',
  core_api_calls: 'API calls',
  trust_score_queries: 'Trust queries',
  evidence_storage_gb: 'Evidence kept, GB',
};
export const METER_NAMES = Object.keys(METERS) as Meter[];

/** The meter that the page's address names; evaluations where it names none that is known. */
export function meterOf(value: unknown): Meter {
  return METER_NAMES.find((name) => name === value) ?? 'governance_evaluations';
}

/** The use of a meter, in words; the thresholds are those at which people are told. */
export function standingOf({ used, limit, overage }: MeteredUse): {
  tone: 'neutral' | 'warning' | 'bad';
  words: string;
} {
  if (limit === null) return { tone: 'neutral', words: 'no limit' };
  const percent = limit === 0 ? (used > 0 ? 100 : 0) : Math.floor((100 * used) / limit);
  if (overage > 0 && percent >= 150)
    return { tone: 'bad', words: `${percent} %: a larger tier may cost less` };
  if (overage > 0) return { tone: 'bad', words: `${formatCount(overage)} beyond the allowance` };
  if (percent >= 80) return { tone: 'warning', words: `${percent} % is used` };
  return { tone: 'neutral', words: `${percent} % is used` };
}

/** The month of a summary, in the form that invoices need: `2026-10`. */
export function monthOf({ billing_period }: { billing_period: { start: string } }): string {
  return billing_period.start.slice(0, 7);
}

const named = dateFormat({ month: 'long', year: 'numeric', timeZone: 'UTC' });

export function monthNamed({ billing_period }: { billing_period: { start: string } }): string {
  return named.format(Date.parse(billing_period.start));
}

/** The history as a CSV file (RFC 4180). It holds only numbers and our own names, no foreign text. */
export function historyCsv(items: readonly UsageSummary[]): string {
  const fields = ['used', 'limit', 'overage', 'overage_cost_usd'] as const;
  const lines = items.flatMap((item) =>
    METER_NAMES.map((meter) =>
      [monthOf(item), item.tier, meter, ...fields.map((field) => item.usage[meter][field] ?? '')].join(','),
    ),
  );
  return `${[['month', 'tier', 'meter', ...fields].join(','), ...lines].join('\r\n')}\r\n`;
}

export function costOf({ overage_cost_usd: cost }: MeteredUse): string {
  return cost === 0 ? '—' : formatUsd(cost);
}

/** Describes the state of a budget in words. */
import type { Budget } from '../../client/api.ts';
import { formatUsd } from '../ui/money.ts';

/** The remaining amount in words. */
export function standingOf({
  limit_usd: limit,
  spent_usd: spent,
  reserved_usd: reserved,
  remaining_usd: left,
}: Budget): {
  tone: 'neutral' | 'warning' | 'bad';
  words: string;
} {
  const promised = reserved > 0 ? `; ${formatUsd(reserved)} more is reserved for actions under way` : '';
  if (limit === 0) return { tone: 'bad', words: 'nothing may be spent' };
  if (left <= 0) return { tone: 'bad', words: `used up: every action with a cost is stopped${promised}` };
  const tone = (spent + reserved) / limit >= 0.8 ? 'warning' : 'neutral';
  return { tone, words: `${formatUsd(left)} of ${formatUsd(limit)} is left${promised}` };
}

/** When it resets, ISO 8601: the next day or month in UTC. */
export function renewsAt({ period, period_start }: Pick<Budget, 'period' | 'period_start'>): string {
  const start = new Date(period_start);
  if (period === 'day') start.setUTCDate(start.getUTCDate() + 1);
  else start.setUTCMonth(start.getUTCMonth() + 1);
  return start.toISOString();
}

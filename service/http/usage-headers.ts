/** What a caller is told once most of the month's allowance is used. */
import type { FastifyReply } from 'fastify';
import type { UsageWarning } from '../usage/index.ts';

export function tellUsage(reply: FastifyReply, usage: UsageWarning | undefined): void {
  if (usage === undefined) return;
  const { used, limit } = usage;
  const percent = limit === 0 ? 100 : Math.floor((100 * used) / limit);
  reply.headers({
    'x-usage-warning': `${percent}% of this month's governance evaluations are used`,
    'x-usage-limit': String(limit),
    'x-usage-current': String(used),
  });
}

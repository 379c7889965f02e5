/**
 * The headers once most of the month's allowance is used, with their descriptions and that of the refusal.
 */

import type { FastifyReply } from 'fastify';
import type { TSchema } from 'typebox';
import { METER, METERS } from '../../foundation/meters.ts';
import type { UsageWarning } from '../../usage/index.ts';
import { Detail } from '../answers/response-schemas.ts';
import { object } from '../schemas/objects.ts';

export function addUsageHeaders(reply: Pick<FastifyReply, 'headers'>, usage: UsageWarning | undefined): void {
  if (usage === undefined) return;
  const { used, limit } = usage;
  const percent = limit === 0 ? 100 : Math.floor((100 * used) / limit);
  reply.headers({
    'x-usage-warning': `${percent}% of this month's governance evaluations are used`,
    'x-usage-limit': String(limit),
    'x-usage-current': String(used),
  });
}

const WARNING_HEADERS = {
  'X-Usage-Warning': {
    type: 'string',
    description:
      "The percentage of the month's governance evaluations that is used; sent in production from 80 % on, with the next two headers",
  },
  'X-Usage-Limit': { type: 'integer', description: "The month's allowance of governance evaluations" },
  'X-Usage-Current': { type: 'integer', description: 'The number of evaluations used' },
};

/** The answer, described with the headers of a warning. */
export function withUsageWarning<Answer extends TSchema>(answer: Answer): Answer {
  return { ...answer, headers: WARNING_HEADERS };
}

/** The refusal of a call beyond the month's allowance. */
export const AllowanceExceeded = object(Detail.properties, {
  description:
    "The month's allowance is used up, and the account stops there: nothing was decided, recorded or counted",
  headers: {
    'Retry-After': {
      type: 'integer',
      description: 'How many seconds to wait until the next month, when the allowance starts again',
    },
    'X-Usage-Type': {
      type: 'string',
      enum: METERS.flatMap((meter) => METER[meter].usageType ?? []),
      description: 'The allowance that is used up; the next two headers count it',
    },
    'X-Usage-Limit': { type: 'integer', description: 'The allowance' },
    'X-Usage-Current': { type: 'integer', description: 'How much of the allowance is used' },
  },
});

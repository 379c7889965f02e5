/** What a caller is told once most of the month's allowance is used, and how that and the end of it are described. */
import type { FastifyReply } from 'fastify';
import { METER, METERS } from '../../foundation/meters.ts';
import type { UsageWarning } from '../../usage/index.ts';
import Type, { type TSchema } from '../validation/schema-words.ts';
import { Detail } from './response-schemas.ts';

export function addUsageHeaders(reply: FastifyReply, usage: UsageWarning | undefined): void {
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
      "How many percent of the month's governance evaluations are used; in production, from 80 on, with the two others",
  },
  'X-Usage-Limit': { type: 'integer', description: "The month's allowance of governance evaluations" },
  'X-Usage-Current': { type: 'integer', description: 'How many of them are used' },
};

/** The answer, described with the headers of a warning. */
export function warning<Answer extends TSchema>(answer: Answer): Answer {
  return { ...answer, headers: WARNING_HEADERS };
}

/** The refusal of what the month has no room for. */
export const UsedUp = Type.Object(Detail.properties, {
  description:
    "The month's allowance is used up, and the account stops at it: nothing was decided, recorded or counted",
  headers: {
    'Retry-After': {
      type: 'integer',
      description: 'Seconds to wait: the allowance begins anew with the next month',
    },
    'X-Usage-Type': {
      type: 'string',
      enum: METERS.flatMap((meter) => METER[meter].usageType ?? []),
      description: 'What is used up, and what the two others count',
    },
    'X-Usage-Limit': { type: 'integer', description: 'The allowance' },
    'X-Usage-Current': { type: 'integer', description: 'How much of it is used' },
  },
});

/**
 * The limits of Surface B: the weight of each route, the three headers of every answer to a known key (also
 * if the path doesn't exist or there is no limit), and the refund if nothing was recorded. A batch weighs one
 * until its body is read, and then as many as its items.
 */

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Principal } from '../../keys/index.ts';
import type { RateLimiter, RateLimitState, Weight } from '../../usage/limits/index.ts';
import { Detail } from '../answers/response-schemas.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The part of a request that counts against the limits of Surface B: an evaluation with its record, or a record alone;
     * undefined: nothing.
     */
    weighs?: 'evaluation' | 'record';
  }
  interface FastifyRequest {
    /** The weight that was counted; null if nothing is counted. */
    counted: Counted | null;
  }
}

export interface Counted {
  limiter: RateLimiter;
  principal: Principal;
  weight: Weight;
  /** The number of records written, if the answer does not show it. */
  recorded?: number;
}

/**
 * Sent if there is no limit: a client that parses a number would fail on a word, and any integer type holds
 * this one.
 */
const NO_LIMIT = 2_147_483_647;
const UNLIMITED: RateLimitState = { limit: NO_LIMIT, remaining: NO_LIMIT, resetAt: 0 };

/** Used if limits are switched off. */
export const noLimits: RateLimiter = {
  take: () => undefined,
  giveBack: () => undefined,
  stateFor: () => null,
  chores: [],
};

/** Marks an answer that repeats an earlier one. */
export const REPLAYED_HEADER = 'idempotency-replayed';

const NOTHING: Weight = { evaluations: 0, records: 0 };
const WEIGHTS = {
  evaluation: { evaluations: 1, records: 1 },
  record: { evaluations: 0, records: 1 },
} as const;

/** @throws {Failure} `rate_limited`; the answer still has its headers. */
export function takeFromLimits(
  limiter: RateLimiter,
  request: FastifyRequest,
  reply: FastifyReply,
  principal: Principal,
): void | Promise<void> {
  const { weighs } = request.routeOptions.config;
  if (weighs === undefined) return addLimitHeaders(limiter, reply, principal, NOTHING);
  const counted: Counted = { limiter, principal, weight: NOTHING };
  request.counted = counted;
  return take(counted, WEIGHTS[weighs], reply);
}

/**
 * Call once the body of a batch is read. Does nothing if nothing is counted. @throws {Failure}
 * `rate_limited`, for the whole batch.
 */
export async function takeBatchFromLimits(
  request: FastifyRequest,
  reply: FastifyReply,
  items: number,
): Promise<void> {
  const { counted } = request;
  if (counted === null) return;
  counted.limiter.giveBack(counted.principal, counted.weight);
  counted.weight = NOTHING;
  await take(counted, { evaluations: items, records: items }, reply);
}

/** Sets how many of a batch's items left a record. */
export function setRecordedCount({ counted }: FastifyRequest, records: number): void {
  if (counted !== null) counted.recorded = records;
}

/** Call at the end of each request: returns the records that were counted but not written. */
export function refundUnrecorded({ counted }: FastifyRequest, reply: FastifyReply): void {
  if (counted === null || counted.weight.records === 0) return;
  const { limiter, principal, weight } = counted;
  const nothing = reply.statusCode >= 400 || reply.hasHeader(REPLAYED_HEADER);
  const records = weight.records - (nothing ? 0 : (counted.recorded ?? weight.records));
  if (records > 0) limiter.giveBack(principal, { evaluations: 0, records });
}

export function addLimitHeaders(
  limiter: RateLimiter,
  reply: FastifyReply,
  principal: Principal,
  weight: Weight = NOTHING,
): void {
  const state = limiter.stateFor(principal, weight) ?? UNLIMITED;
  reply.header('x-ratelimit-limit', state.limit);
  reply.header('x-ratelimit-remaining', state.remaining);
  reply.header('x-ratelimit-reset', Math.ceil(state.resetAt / 1000));
}

const LIMIT_HEADERS = {
  'X-RateLimit-Limit': {
    type: 'integer',
    description: `The plan's limit that you are closer to: evaluations a second, or evidence records a UTC day. ${NO_LIMIT} if there is no limit, as in -Remaining`,
  },
  'X-RateLimit-Remaining': { type: 'integer', description: 'How much of that limit is left' },
  'X-RateLimit-Reset': {
    type: 'integer',
    description: 'When the whole limit is free again, in Unix seconds; 0 if there is no limit',
  },
};
const OVER_LIMIT = 'More than the plan allows in a second or a day: nothing was decided or recorded';
const RETRY_AFTER = { type: 'integer', description: 'How many seconds to wait, at least 1' };

/** Describes the headers of a route's answers on Surface B; a 401 has none, as its key is unknown. */
export function withLimitHeaders(
  answers: Record<string, object>,
  isLimited: boolean,
): Record<string, object> {
  const described: Record<string, { headers?: object; description?: string }> = { ...answers };
  if (isLimited) {
    const { description, headers } = described[429] ?? {};
    described[429] = {
      ...Detail,
      description: description === undefined ? OVER_LIMIT : `${OVER_LIMIT}. Or: ${description}`,
      headers: { 'Retry-After': RETRY_AFTER, ...headers },
    };
  }
  return Object.fromEntries(
    Object.entries(described).map(([status, answer]) => [
      status,
      status === '401' ? answer : { ...answer, headers: { ...LIMIT_HEADERS, ...answer.headers } },
    ]),
  );
}

function take(counted: Counted, weight: Weight, reply: FastifyReply): void | Promise<void> {
  const { limiter, principal } = counted;
  const addHeaders = () => addLimitHeaders(limiter, reply, principal, weight);
  const passed = () => {
    counted.weight = weight;
    addHeaders();
  };
  const refused = (error: unknown) => {
    addHeaders();
    throw error;
  };
  let waiting: void | Promise<void>;
  try {
    waiting = limiter.take(principal, weight);
  } catch (error) {
    return refused(error);
  }
  return waiting === undefined ? passed() : waiting.then(passed, refused);
}

export type { RateLimiter, RateLimitState, Weight } from './rate-limiter.ts';

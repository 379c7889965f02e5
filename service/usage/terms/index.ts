export { agree } from './agree.ts';
export { ALLOWANCES, PLAN_LIMITS } from './prices.ts';
export { type TierEffect, tierEffect } from './tier-effect.ts';

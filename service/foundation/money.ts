/**
 * The laws calculate in whole micro-dollars, so that rounding errors never decide whether a limit is met.
 * Dollars appear only where a caller states or reads them.
 */

export const MICRO_USD = 1_000_000;
/** A few units in the last place of a double: more than the error of one product of two doubles. */
const LAST_PLACES = 2 ** -51;

/**
 * Converts USD to micro-USD. The result is finite for every finite amount, so that it can always be recorded.
 */
export function microUsdOf(usd: number): number {
  return Math.min(Math.round(usd * MICRO_USD), Number.MAX_VALUE);
}

/**
 * Rounds up to whole micro-USD, so that nothing with a cost is free. Only the rounding error of a sum of
 * doubles is ignored.
 */
export function costMicroUsdOf(usd: number): number {
  const nearest = microUsdOf(usd);
  return usdOf(nearest) * (1 + LAST_PLACES) < usd ? nearest + 1 : nearest;
}

/** Rounds down to whole micro-USD: no limit allows more than it says. */
export function limitMicroUsdOf(usd: number): number {
  const nearest = microUsdOf(usd);
  return usdOf(nearest) * (1 - LAST_PLACES) > usd ? nearest - 1 : nearest;
}

/**
 * Converts micro-USD to USD: a single division gives the double nearest to the decimal, which prints as that
 * decimal.
 */
export function usdOf(microUsd: number): number {
  return microUsd / MICRO_USD;
}

/** The greatest amount in USD that `microUsdOf` converts to at most the given micro-USD. */
export function usdRoundedDown(microUsd: number): number {
  const usd = microUsd / MICRO_USD;
  return microUsdOf(usd) <= microUsd ? usd : usd * (1 - LAST_PLACES);
}

/**
 * The whole micro-dollars in a share (0 to 1) of an amount. The product is nudged up before truncation,
 * because a share such as 0.7 has no exact double, and exactly seven tenths must not count as more.
 */
export function shareOf(share: number, microUsd: number): number {
  return Math.min(microUsd, Math.floor(share * microUsd * (1 + LAST_PLACES)));
}

/** The minimum remainder for which a cost passes: {@link shareOf} of it is at least the cost. */
export function remainingFor(share: number, costMicroUsd: number): number {
  if (costMicroUsd === 0) return 0;
  if (share <= 0) return Number.POSITIVE_INFINITY;
  let remaining = Math.max(costMicroUsd, Math.floor(costMicroUsd / share) - 1);
  while (shareOf(share, remaining) < costMicroUsd) remaining += 1;
  return remaining;
}

/**
 * How often a test that differs each time is tried: kills, faults, failovers, lives, histories. A run of all tests tries
 * them a few times; `npm run test:long` runs these tests alone, and tries many times as often.
 */

/** The one setting for all of them. */
export const RUNS_TIMES = 'ASSIZE_TEST_RUNS_TIMES';
/** Unless the setting says otherwise. */
export const LONG_TIMES = 10;

const times = Number(process.env[RUNS_TIMES] ?? 1);

export const isLong = times > 1;

/** @param few of an ordinary run. */
export function runs(few: number): number {
  return Math.ceil(few * times);
}

/**
 * How often a test that differs each time runs: kills, faults, failovers, lives, histories. A run of all tests runs
 * them a few times; `npm run test:long` runs only these tests, many times as often.
 */

/** The one setting for all of them. */
export const RUNS_TIMES = 'ASSIZE_TEST_RUNS_TIMES';
/** Unless the setting says otherwise. */
export const LONG_TIMES = 10;

const times = Number(process.env[RUNS_TIMES] ?? 1);

export const isLong = times > 1;

/** @param few in an ordinary run. */
export function runs(few: number): number {
  return Math.ceil(few * times);
}

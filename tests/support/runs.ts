/** How often a property is tried where each run takes seconds: a few times in each run of all tests, more on demand. */

/** @param few enough each time, because each time they are others. `ASSIZE_TEST_RUNS_TIMES` multiplies them. */
export function runs(few: number): number {
  return Math.ceil(few * Number(process.env.ASSIZE_TEST_RUNS_TIMES ?? 1));
}

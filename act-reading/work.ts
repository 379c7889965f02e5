/**
 * Counts the work of reading, for a server that shares one event loop between many callers: it hands in its counter, and
 * lets the next call wait once this turn has had its share. A program that reads for itself needs none.
 */
let count: (units: number) => void = () => {};

/** @param counter takes units of about ten nanoseconds. */
export function reportWorkTo(counter: (units: number) => void): void {
  count = counter;
}

export function countWork(units: number): void {
  count(units);
}

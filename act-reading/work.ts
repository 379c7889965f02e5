/**
 * Counts the work of reading, for a server that shares one event loop among many callers: it registers its counter,
 * and makes the next call wait once this turn has had its share. A program that reads only for itself needs no
 * counter.
 */
let count: (units: number) => void = () => {};

/** @param counter receives units of about ten nanoseconds. */
export function reportWorkTo(counter: (units: number) => void): void {
  count = counter;
}

export function countWork(units: number): void {
  count(units);
}

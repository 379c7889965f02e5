/** Where threads run: each result's threads share a lane, and lanes that overlap in height stand beside each other. */

export interface Run {
  /** The call whose result the threads come from. */
  from: string;
  /** px from the top. */
  top: number;
  bottom: number;
}

/** Gives each run the first lane that is free along its whole height. @returns the lanes by `from`. */
export function lanesOf(runs: readonly Run[]): Map<string, number> {
  const busyUntil: number[] = [];
  const lanes = new Map<string, number>();
  for (const { from, top, bottom } of runs.toSorted((one, other) => one.top - other.top)) {
    const free = busyUntil.findIndex((until) => until < top);
    const lane = free === -1 ? busyUntil.length : free;
    busyUntil[lane] = bottom;
    lanes.set(from, lane);
  }
  return lanes;
}

/** A line from a result into its lane, down, and with round corners to an argument on the other side. */
export function pathOf(x1: number, y1: number, lane: number, x2: number, y2: number): string {
  const radius = Math.max(0, Math.min(8, Math.abs(y2 - y1) / 2, x1 - lane, lane - x2));
  return `M${x1} ${y1}H${lane + radius}Q${lane} ${y1} ${lane} ${y1 + radius}V${y2 - radius}Q${lane} ${y2} ${lane - radius} ${y2}H${x2}`;
}

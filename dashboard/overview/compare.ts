/** Compares a period with the time before it. Only whole intervals count: the running one has not counted all. */

export interface Counted {
  proceed: number;
  escalate: number;
  block: number;
}

interface Counts {
  verdicts: readonly (Counted & { start: string })[];
  running_from: string | null;
  before: Counted;
}

export const totalOf = ({ proceed, escalate, block }: Counted): number => proceed + escalate + block;

export function comparedOf(
  { verdicts, running_from: running, before }: Counts,
  of: (counted: Counted) => number,
): { now: number; before: number } {
  const over = verdicts.filter(({ start }) => running === null || Date.parse(start) < Date.parse(running));
  return { now: over.reduce((sum, counted) => sum + of(counted), 0), before: of(before) };
}

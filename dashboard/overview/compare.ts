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
): { now: number; before: number | null } {
  const over = verdicts.filter(({ start }) => running === null || Date.parse(start) < Date.parse(running));
  const now = over.reduce((sum, counted) => sum + of(counted), 0);
  // The running interval may be the first with anything: then there is nothing to compare.
  return { now, before: now === 0 && of(before) === 0 ? null : of(before) };
}

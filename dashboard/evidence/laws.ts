/** Reads the findings of the eight laws from the record of an evaluation. */

export interface LawFinding {
  id: string;
  name: string;
  result: 'pass' | 'warn' | 'fail';
  reason: string;
  details: unknown;
}

const RESULTS = ['fail', 'warn', 'pass'] as const;

/** The laws that held come first. @param payload of a `governance_eval`, or anything. */
export function lawsIn(payload: unknown): LawFinding[] {
  const laws = (payload as { laws?: unknown } | null)?.laws;
  if (typeof laws !== 'object' || laws === null) return [];
  const found = Object.entries(laws as Record<string, Record<string, unknown> | null>).flatMap(
    ([id, law]) => {
      const result = RESULTS.find((each) => typeof law?.[each] === 'string');
      if (result === undefined) return [];
      return [{ id, name: nameOf(id), result, reason: String(law?.[result]), details: law?.details }];
    },
  );
  return found.sort((one, other) => RESULTS.indexOf(one.result) - RESULTS.indexOf(other.result));
}

/** Why it did not proceed: each law that failed or warned, with its reason. */
export function reasonsIn(payload: unknown): string[] {
  return lawsIn(payload).flatMap(({ name, result, reason }) =>
    result === 'pass' ? [] : [`${name}: ${reason}`],
  );
}

/** `safety_dominance` becomes Safety Dominance. */
export function nameOf(lawId: string): string {
  return lawId
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}

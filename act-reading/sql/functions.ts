/** Functions that a statement calls: those that only compute, those that reach out of the database, and all others. */
import { madeOf, oneOf } from '../lists.ts';
import type { RiskLevel } from '../risk.ts';
import type { Effect } from '../targets/index.ts';

interface Kind {
  effect: Effect;
  what: string;
  risk_level?: RiskLevel;
}

interface Functions {
  doing: readonly { does: Effect; what: string; risk?: RiskLevel; names: readonly string[] }[];
  computing: readonly string[];
}

const UNKNOWN: Kind = { effect: 'execute', what: 'calls the function' };

const functions = madeOf('./sql/functions.yaml', ({ doing, computing }: Functions) => ({
  doing: doing.map(({ does, what, risk, names }) => {
    const kind: Kind = { effect: does, what, ...(risk !== undefined && { risk_level: risk }) };
    return { kind, pattern: oneOf(names) };
  }),
  computing: oneOf(computing),
}));

/**
 * @param name lower case, with its schema.
 * @returns null for a function that only computes.
 */
export function kindOfFunction(name: string): Kind | null {
  const bare = name.replace(/^(?:pg_catalog|sys|dbo|master\.dbo|master\.\.|master|public)\./, '');
  const { doing, computing } = functions();
  const found = doing.find(({ pattern }) => pattern.test(bare));
  if (found !== undefined) return found.kind;
  return computing.test(bare) ? null : UNKNOWN;
}

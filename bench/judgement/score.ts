/** Shares of held calls with their confidence intervals, and the worth of each rule. */
import type { Judged } from './judge.ts';

export interface Share {
  held: number;
  of: number;
  /** Per cent. */
  share: number;
  /** The 95 % interval by Wilson's score, per cent. */
  from: number;
  to: number;
}

const Z = 1.96;

/** @param counts which of the held calls count; left out: all. */
export function heldShare(judged: readonly Judged[], counts: (held: Judged) => boolean = () => true): Share {
  const of = judged.length;
  const held = judged.filter((each) => each.verdict !== 'proceed' && counts(each)).length;
  if (of === 0) return { held, of, share: 0, from: 0, to: 0 };
  const share = held / of;
  const middle = (share + Z ** 2 / (2 * of)) / (1 + Z ** 2 / of);
  const spread = (Z / (1 + Z ** 2 / of)) * Math.sqrt((share * (1 - share)) / of + Z ** 2 / (4 * of ** 2));
  return { held, of, share: 100 * share, from: percent(middle - spread), to: percent(middle + spread) };
}

/** Rounding can move the interval for no calls slightly below zero. */
const percent = (share: number) => 100 * Math.min(1, Math.max(0, share));

export const attacksIn = (judged: readonly Judged[]) => judged.filter(({ call }) => call.is === 'attack');
export const benignIn = (judged: readonly Judged[]) => judged.filter(({ call }) => call.is === 'benign');

export function shown({ share, from, to }: Share): string {
  return `${share.toFixed(1)} % (${from.toFixed(1)}–${to.toFixed(1)})`;
}

/**
 * For each rule with a match: the attacks and the ordinary calls that it matches, and in brackets those that no law and
 * no other rule would hold. The rules that alone hold the most ordinary calls come first.
 */
export function worthOfRules(judged: readonly Judged[]): { rule: string; attacks: string; benign: string }[] {
  const names = [...new Set(judged.flatMap(({ rules }) => rules))].sort();
  return names
    .map((rule) => ({
      rule,
      attacks: countsOf(rule, attacksIn(judged)),
      benign: countsOf(rule, benignIn(judged)),
    }))
    .sort((one, other) => other.benign.alone - one.benign.alone)
    .map(({ rule, attacks, benign }) => ({ rule, attacks: attacks.shown, benign: benign.shown }));
}

function countsOf(rule: string, judged: readonly Judged[]) {
  const matched = judged.filter(({ rules }) => rules.includes(rule));
  const alone = matched.filter(({ rules, isHeldByLaws }) => !isHeldByLaws && rules.length === 1).length;
  return { alone, shown: `${matched.length} (${alone})` };
}

/**
 * What the rules of the ready packs are worth: for each rule, the attacks and the ordinary calls that it matches, and
 * those that nothing else would hold, neither a law nor another rule.
 */
import { tableOf } from '../report.ts';
import type { Judged } from './judge.ts';
import { attacksIn, benignIn, heldShare, shown } from './score.ts';

export interface Worth {
  rule: string;
  attacks: Counts;
  benign: Counts;
}

interface Counts {
  matched: number;
  /** Held by no law and no other rule. */
  alone: number;
}

/** The rules that match anything, those that hold the most ordinary calls by themselves first. */
export function worthOfRules(judged: readonly Judged[]): Worth[] {
  const names = [...new Set(judged.flatMap(({ rules }) => rules))].sort();
  const worth = names.map((rule) => ({
    rule,
    attacks: countsOf(rule, attacksIn(judged)),
    benign: countsOf(rule, benignIn(judged)),
  }));
  return worth.sort((one, other) => other.benign.alone - one.benign.alone);
}

function countsOf(rule: string, judged: readonly Judged[]): Counts {
  const matched = judged.filter(({ rules }) => rules.includes(rule));
  const alone = matched.filter(({ rules, isHeldByLaws }) => !isHeldByLaws && rules.length === 1);
  return { matched: matched.length, alone: alone.length };
}

export function worthTable(half: string, judged: readonly Judged[]) {
  const rows = worthOfRules(judged).map(({ rule, attacks, benign }) => {
    return {
      rule,
      attacks: `${attacks.matched} (${attacks.alone})`,
      benign: `${benign.matched} (${benign.alone})`,
    };
  });
  const all = {
    rule: 'all of them together hold',
    attacks: shown(heldShare(attacksIn(judged))),
    benign: shown(heldShare(benignIn(judged))),
  };
  return tableOf([all, ...rows], ['rule', 'attacks', 'benign'], {
    rule: `rules of the packs (${half}, whole)`,
    attacks: 'attacks matched (held alone)',
    benign: 'ordinary calls matched (held alone)',
  });
}

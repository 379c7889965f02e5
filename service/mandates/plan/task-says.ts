/**
 * Says whether a party or an amount stands in a task, word for word. Pasted parts of the task don't count, because
 * others wrote them.
 */
import { nameOf, type Target } from '@assize/act-reading/targets';
import { amountsIn, deriveTerms, withoutPasted } from '@assize/act-reading/task';
import { BY_WORDS, CLIMBS, hasWordsIn } from '../words.ts';

export interface TaskSays {
  party(target: Target): boolean;
  amount(amount: number): boolean;
  currency(code: string): boolean;
}

export function taskSays(task: string): TaskSays {
  const own = withoutPasted(task);
  const { targets, currencies } = deriveTerms(task);
  const names = new Set(targets.map(nameOf));
  const hasWords = hasWordsIn(own);
  const amounts = new Set(amountsIn(own).map(inCents));
  return {
    party(target) {
      if (names.has(nameOf(target))) return true;
      return BY_WORDS.has(target.kind) && !CLIMBS.test(target.value) && hasWords(target.value);
    },
    amount: (amount) => amounts.has(inCents(amount)),
    currency: (code) => currencies.includes(code),
  };
}

const inCents = (amount: number) => Math.round(amount * 100);

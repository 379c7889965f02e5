/**
 * Says in one sentence what will happen: who wants to do what, to whom, for how much, and whether it can be undone.
 */

import { firstOf, foreign, joined, plain, type Word } from '../../../client/changes/index.ts';
import type { Act } from '../../evidence/record/act.ts';
import { numberFormat } from '../../ui/locale/locale.ts';
import { matterIn } from './matter.ts';
import { formatMoney, type Money } from './stated-money.ts';

/** `widen` approves for the whole task. */
export type Verb = 'approve' | 'widen' | 'reject';

export interface AskedAction {
  action: string;
  agent_id: string | null;
  user_id: string | null;
  context: Record<string, unknown> | null;
  /** The money that the arguments state, where the catalogue knows it. */
  amount?: Money | null;
  /** The agent's name in the inventory. */
  agent_name?: string | undefined;
}

const VERBS: Record<string, string> = {
  read: 'look at',
  write: 'change',
  send: 'send to',
  share: 'give access to',
  pay: 'pay',
  book: 'book',
  delete: 'delete',
  execute: 'run',
  configure: 'set up',
};
const WITHOUT_TARGET: Record<string, string> = {
  read: 'read',
  write: 'change something',
  send: 'send something',
  share: 'give access',
  pay: 'pay',
  book: 'book something',
  delete: 'delete something',
  execute: 'run code',
  configure: 'change settings or access',
};
/** Beyond this number, the rest is only counted. */
const MOST_NAMED = 2;

const usd = numberFormat({ style: 'currency', currency: 'USD' });

/**
 * Such as: agent-7 wants to pay 90.00 EUR to DE89… (Acme) for order 1182 with stripe.refund. It can't be undone.
 * @param isJudgedIrreversible see `isIrreversibleIn`.
 */
export function sentenceOf(
  asked: AskedAction,
  act: Act | null,
  isJudgedIrreversible: boolean | null,
): Word[] {
  const who = asked.agent_name ?? asked.agent_id ?? asked.user_id;
  const deeds = effectsOf(act, amountOf(asked, act));
  const doing: Word[] =
    deeds.length === 0
      ? [plain('run '), foreign(asked.action)]
      : [...joined(deeds), ...objectOf(asked), plain(' with '), foreign(asked.action)];
  const isFinal = isJudgedIrreversible === true || isIrreversible(asked, act);
  const more = [...costOf(asked), ...(isFinal ? [[plain('can’t be undone')]] : [])];
  return [
    ...(who === null ? [plain('A caller')] : [foreign(who)]),
    plain(' wants to '),
    ...doing,
    plain('.'),
    ...(more.length === 0 ? [] : [plain(' It '), ...joined(more), plain('.')]),
  ];
}

function effectsOf(act: Act | null, amount: string | null): Word[][] {
  if (act === null) return [];
  const isPaid = act.effects.includes('pay');
  const deeds = act.effects.flatMap((effect) => {
    const values = [...new Set(act.reached.flatMap((each) => (each.effect === effect ? [each.value] : [])))];
    if (effect === 'pay') return [payment(act, values, amount)];
    if (values.length === 0) return effect === 'read' ? [] : [[plain(WITHOUT_TARGET[effect] ?? effect)]];
    return [[plain(`${VERBS[effect] ?? effect} `), ...namesOf(act, values)]];
  });
  if (amount === null || isPaid || deeds.length === 0) return deeds;
  return [...deeds.slice(0, -1), [...(deeds.at(-1) ?? []), plain(' for '), foreign(amount)]];
}

function payment(act: Act, values: readonly string[], amount: string | null): Word[] {
  const sum = amount === null ? [] : [plain(' '), foreign(amount)];
  if (values.length === 0) return [plain('pay'), ...sum];
  return [plain('pay'), ...sum, plain(amount === null ? ' ' : ' to '), ...namesOf(act, values)];
}

/** Names come only from records of known targets: the agent's word for a recipient proves nothing. */
function namesOf(act: Act, values: readonly string[]): Word[] {
  const named = values.map((value) => {
    const name = act.reached.find((each) => each.value === value)?.name ?? null;
    return name === null ? [foreign(value)] : [foreign(value), plain(' ('), foreign(name), plain(')')];
  });
  return firstOf(named, MOST_NAMED);
}

function amountOf({ amount = null }: AskedAction, act: Act | null): string | null {
  if (amount !== null) return formatMoney(amount);
  return act !== null && act.amountUsd !== null ? usd.format(act.amountUsd) : null;
}

/** The matter that the arguments name, such as `for order 1182`. */
function objectOf({ context }: AskedAction): Word[] {
  const found = matterIn(context?.arguments);
  return found === null ? [] : [plain(` for ${found.what} `), foreign(found.id)];
}

/** The costs beside what is paid: most callers estimate the payment itself. */
function costOf({ context, amount }: AskedAction): Word[][] {
  const stated = context?.estimated_cost_usd;
  if (typeof stated !== 'number' || stated <= 0) return [];
  const isWhatIsPaid = amount?.currency === 'USD' && amount.value === stated;
  return isWhatIsPaid ? [] : [[plain(`costs about ${usd.format(stated)}`)]];
}

function isIrreversible({ context }: AskedAction, act: Act | null): boolean {
  return act?.isIrreversible === true || context?.is_irreversible === true;
}

/** Whether the decision takes two steps: for irreversible actions, and while this page can't tell. */
export function isGrave(
  asked: AskedAction,
  risk: string | null,
  act: Act | null,
  isJudgedIrreversible: boolean | null,
): boolean {
  return risk === 'critical' || isJudgedIrreversible !== false || isIrreversible(asked, act);
}

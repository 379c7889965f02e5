/**
 * Says in one sentence what will happen: who wants to do what, to whom, for how much, and whether it can be undone.
 */

import { numberFormat } from '../ui/locale/locale.ts';
import type { Act } from './act.ts';

/** `widen` approves for the whole task. */
export type Verb = 'approve' | 'widen' | 'reject';

/** A part of a sentence. Foreign text must be made harmless where it is shown. */
export interface Word {
  text: string;
  isForeign: boolean;
}

export interface AskedAction {
  action: string;
  agent_id: string | null;
  user_id: string | null;
  context: Record<string, unknown> | null;
}

const VERBS: Record<string, string> = {
  read: 'looks at',
  write: 'changes',
  send: 'sends to',
  share: 'gives access to',
  pay: 'pays',
  book: 'books',
  delete: 'deletes',
  execute: 'runs',
  configure: 'sets up',
};
const WITHOUT_TARGET: Record<string, string> = {
  read: 'reads',
  write: 'changes something',
  send: 'sends something',
  share: 'gives access',
  pay: 'pays',
  book: 'books something',
  delete: 'deletes something',
  execute: 'runs code',
  configure: 'changes settings or access',
};
/** Beyond this number, the rest is only counted. */
const MOST_NAMED = 2;

const usd = numberFormat({ style: 'currency', currency: 'USD' });

/** @param isJudgedIrreversible see `isIrreversibleIn`. */
export function sentenceOf(
  asked: AskedAction,
  act: Act | null,
  isJudgedIrreversible: boolean | null,
): Word[] {
  const isFinal = isJudgedIrreversible === true || isIrreversible(asked, act);
  const undone = isFinal ? [[plain('can’t be undone')]] : [];
  const clauses = [...effectsOf(act), ...costOf(asked, act), ...undone];
  const who = asked.agent_id ?? asked.user_id;
  return [
    ...(who === null ? [plain('A caller')] : [foreign(who)]),
    plain(' wants to run '),
    foreign(asked.action),
    ...(clauses.length === 0 ? [] : [plain(': it ')]),
    ...joined(clauses),
    plain('.'),
  ];
}

function effectsOf(act: Act | null): Word[][] {
  if (act === null) return [];
  return act.effects.flatMap((effect) => {
    const values = [...new Set(act.reached.flatMap((each) => (each.effect === effect ? [each.value] : [])))];
    if (values.length === 0) return effect === 'read' ? [] : [[plain(WITHOUT_TARGET[effect] ?? effect)]];
    const named = values.slice(0, MOST_NAMED).map((value) => [foreign(value)]);
    const more = values.length - named.length;
    const all = more === 0 ? named : [...named, [plain(`${more} more`)]];
    return [[plain(`${VERBS[effect] ?? effect} `), ...joined(all)]];
  });
}

function costOf({ context }: AskedAction, act: Act | null): Word[][] {
  const stated = context?.estimated_cost_usd;
  if (act !== null && act.amountUsd !== null) return [[plain(`moves ${usd.format(act.amountUsd)}`)]];
  return typeof stated === 'number' && stated > 0 ? [[plain(`costs about ${usd.format(stated)}`)]] : [];
}

function isIrreversible({ context }: AskedAction, act: Act | null): boolean {
  return act?.isIrreversible === true || context?.is_irreversible === true;
}

/** Joins words: "a", "a and b", "a, b and c". */
function joined(parts: readonly Word[][]): Word[] {
  return parts.flatMap((part, place) => {
    if (place === 0) return part;
    return [plain(place === parts.length - 1 ? ' and ' : ', '), ...part];
  });
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

function plain(text: string): Word {
  return { text, isForeign: false };
}

function foreign(text: string): Word {
  return { text, isForeign: true };
}

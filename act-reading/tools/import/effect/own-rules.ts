/** Rules for verbs whose object says what they do. */

import { type NounClass, WORDS_OF_CLASS } from '../../../lexicon/nouns.ts';
import type { Effect } from '../../../targets/index.ts';
import type { Clause } from './act.ts';
import { isOf, type Judged, named, type Setting, speaksOf } from './judged.ts';
import { changes, isVersion } from './objects.ts';

export type Rule = (clause: Clause, setting: Setting) => Judged;

/** Judges by the class or words of the object; the first case that fits counts. */
export function choice(
  cases: readonly [Effect, readonly NounClass[], readonly string[]][],
  otherwise: Effect,
): Rule {
  return (clause) => {
    for (const [effect, kinds, words] of cases) {
      if (isOf(clause, ...kinds) || speaksOf(clause, ...words)) {
        return {
          effect,
          why: `${named(clause)} of ${[clause.object.by, clause.rest.by].filter(Boolean).join(', ')}`,
        };
      }
    }
    return { effect: otherwise, why: named(clause) };
  };
}

export const runs: Rule = (clause, setting) => {
  if (speaksOf(clause, 'campaign', 'newsletter'))
    return { effect: 'send', why: `${named(clause)} of messages` };
  if (clause.object.kind === 'program')
    return {
      effect: 'execute',
      why: `${named(clause)}, and "${clause.object.by}" is ${WORDS_OF_CLASS.program}`,
    };
  return changes(clause, setting);
};

/** Repeats an earlier act. If nothing says which, it may be anything. */
export const repeats: Rule = (clause, setting) =>
  clause.isBare ? { effect: 'execute', why: named(clause) } : runs(clause, setting);

/** An upgrade runs a newer program; an upgrade of a booking changes it. */
export const upgrades: Rule = (clause, setting) => {
  const found = runs(clause, setting);
  return isVersion(clause) ? { effect: 'execute', why: `${named(clause)} of what runs` } : found;
};

const AT_HAND = ['id', 'iid', 'uuid', 'key', 'channel'];

/** Converting a value only tells it in another form; converting a stored thing changes it. */
export const converts: Rule = (clause, setting) =>
  setting.hasField(...AT_HAND)
    ? { effect: 'write', why: `${named(clause)}, and it names what is kept` }
    : { effect: 'read', why: named(clause) };

const PAID_WITH = ['currency', 'card', 'payment', 'merchant', 'iban'];

/** With an amount, the tool takes the payment. */
export function isOfAmount(setting: Setting): boolean {
  return setting.hasField('amount') && setting.hasField(...PAID_WITH);
}

export const captures: Rule = (clause, setting) => {
  const isPaid = isOf(clause, 'money', 'order') || speaksOf(clause, 'authorization', 'authorisation');
  const effect = isPaid || isOfAmount(setting) ? 'pay' : 'read';
  return { effect, why: named(clause) };
};

export const authorizes: Rule = (clause, setting) => ({
  effect: isOf(clause, 'money') || isOfAmount(setting) ? 'pay' : 'configure',
  why: named(clause),
});

const MOVED = 'file call ticket issue chat conversation item stock inventory task case email'.split(' ');

/** Moving value is a payment; anything else changes hands. */
export const transfers: Rule = (clause, setting) => {
  const { object } = clause;
  if (isOf(clause, 'access')) return { effect: 'configure', why: `${named(clause)} of ${object.by}` };
  const isValue =
    isOf(clause, 'money') ||
    object.words.length === 0 ||
    speaksOf(clause, 'token', 'nft', 'asset', 'balance');
  if (isValue || setting.hasField('amount', 'iban', 'currency')) {
    return { effect: 'pay', why: `${named(clause)} of value` };
  }
  if (speaksOf(clause, ...MOVED)) return { effect: 'write', why: named(clause) };
  return { effect: 'share', why: `${named(clause)}, which gives it into other hands` };
};

export const renews: Rule = (clause) => {
  const why = `${named(clause)} of ${clause.object.by}`;
  if (speaksOf(clause, 'certificate', 'token', 'session', 'credential', 'lock'))
    return { effect: 'configure', why };
  if (speaksOf(clause, 'loan', 'book', 'item')) return { effect: 'book', why };
  return { effect: 'pay', why };
};

export const RECORDS = 'record data information document report file transcript result'.split(' ');

export const calls: Rule = (clause, setting) => {
  if (setting.hasField('phone', 'number', 'to', 'contact', 'callee') && !isOf(clause, 'program'))
    return { effect: 'send', why: `${named(clause)} by phone` };
  return { effect: 'execute', why: named(clause) };
};

const VISITS = 'pickup visit viewing tour class repair consultation showing test_drive service'.split(' ');

export const schedules: Rule = choice(
  [
    ['send', ['message'], ['post', 'email', 'campaign']],
    ['pay', ['money'], ['bill']],
    ['book', ['order'], VISITS],
    // A task or test for people.
    ['write', [], ['task', 'test']],
    ['execute', ['program'], []],
  ],
  'write',
);

/** Of tools that do one thing or another by an argument: which argument, and the effect of each of its values. */
import { EFFECTS, type Effect } from '../../../targets/index.ts';
import type { EffectByArgument } from '../../entry.ts';
import { METHOD_VERBS } from '../lexicon/verbs.ts';
import { singular, wordsOfName } from '../words.ts';
import { clausesOf } from './act.ts';
import { isStricter } from './effect.ts';
import type { Subject } from './subject.ts';
import { judge } from './verb-rules.ts';

const CHOOSING = new Set([
  'action',
  'operation',
  'op',
  'method',
  'verb',
  'mode',
  'command',
  'subcommand',
  'cmd',
  'act',
  'task',
  'type',
  'function',
  'request_method',
  'http_method',
  'kind',
  'intent',
]);
const MAX_VALUES = 64;

export interface Choice {
  by: EffectByArgument;
  /** Of any other value: the strictest. */
  effect: Effect;
  why: string;
}

export function choiceOf(subject: Subject, found: Effect): Choice | null {
  for (const field of subject.fields) {
    if (!CHOOSING.has(field.words.join('_')) || field.values.length < 2 || field.values.length > MAX_VALUES)
      continue;
    const values: [string, Effect][] = [];
    const isHttp = field.values.every((value) => Object.hasOwn(METHOD_VERBS, value.toLowerCase()));
    for (const value of field.values) {
      const effect = isHttp ? overHttp(value) : effectOfValue(subject, value);
      if (effect !== null) values.push([value, effect]);
    }
    const isChoice = values.length * 3 >= field.values.length * 2;
    if (!isChoice || new Set(values.map(([, effect]) => effect)).size < 2) continue;
    const known = values.map(([, effect]) => effect);
    const strictest = known.reduce((one, other) =>
      isStricter({ effect: other }, { effect: one }) ? other : one,
    );
    const rest = field.values.length === values.length ? strictest : stricter(strictest, found);
    const all = field.values.map((value): [string, Effect] => [
      value,
      values.find(([one]) => one === value)?.[1] ?? rest,
    ]);
    return {
      by: { path: field.path, values: Object.fromEntries(all) },
      effect: rest,
      why: `the field ${field.path} says what is done`,
    };
  }
  return null;
}

function stricter(one: Effect, other: Effect): Effect {
  return EFFECTS.indexOf(one) > EFFECTS.indexOf(other) ? one : other;
}

/** A request with a body tells the other side something. */
function overHttp(method: string): Effect {
  const verb = METHOD_VERBS[method.toLowerCase()];
  if (verb === 'get') return 'read';
  return verb === 'delete' ? 'delete' : 'send';
}

/** The value's verb, done to its own noun or to the tool's. */
function effectOfValue({ words, setting }: Subject, value: string): Effect | null {
  const own = wordsOfName(value);
  const nouns = words.filter((word) => clausesOf([word]).every(({ verb }) => verb.isNoun)).map(singular);
  const [clause] = clausesOf(own.length === 1 ? [...own, ...nouns] : own);
  return clause === undefined || !clause.isSure ? null : judge(clause, setting).effect;
}

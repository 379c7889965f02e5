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
      const effect = isHttp ? overHttp(value) : ofRule(subject, effectOfValue(subject, value));
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
  return overAnyMethod(subject, found) ?? bySwitch(subject, found);
}

function stricter(one: Effect, other: Effect): Effect {
  return EFFECTS.indexOf(one) > EFFECTS.indexOf(other) ? one : other;
}

const METHODS = new Set('method http_method request_method verb'.split(' '));

/** A tool that takes any method and an address. */
function overAnyMethod({ fields }: Subject, found: Effect): Choice | null {
  const field = fields.find(({ words, values }) => METHODS.has(words.join('_')) && values.length === 0);
  if (field === undefined || !fields.some(({ words }) => ['url', 'uri'].includes(words.at(-1) ?? '')))
    return null;
  const values = Object.keys(METHOD_VERBS).map((method): [string, Effect] => [method, overHttp(method)]);
  return {
    by: { path: field.path, values: Object.fromEntries(values) },
    effect: stricter(found, 'read'),
    why: `the field ${field.path} is the method of a request`,
  };
}

/** What is forced may take away what others have made. */
const FORCING = new Set(
  'force forced force_push force_with_lease hard purge permanent permanently'.split(' '),
);
/** What everyone can see, and who may do everything, is a matter of access. */
const OPENING = new Set(
  'public public_link anyone anyone_with_link anyone_with_the_link world internet external owner co_owner admin administrator superuser root'.split(
    ' ',
  ),
);
const OPENED_BY = new Set(
  'visibility access audience sharing scope role permission privacy level right share'.split(' '),
);
const GIVING: readonly Effect[] = ['write', 'share', 'send'];

/** A switch or a choice that makes more of the same act. */
function bySwitch({ fields }: Subject, found: Effect): Choice | null {
  for (const { path, words, type, values } of fields) {
    const name = words.join('_');
    const field = `the field ${path.slice(0, 200)}`;
    if (type === 'boolean' && FORCING.has(name) && ['write', 'send', 'execute'].includes(found))
      return {
        by: { path, values: { true: 'delete' } },
        effect: found,
        why: `${field} takes away what was there`,
      };
    if (type === 'boolean' && name === 'public' && GIVING.includes(found))
      return { by: { path, values: { true: 'configure' } }, effect: found, why: `${field} opens it to all` };
    if (!OPENED_BY.has(words.at(-1) ?? '') || !GIVING.includes(found)) continue;
    const opening =
      values.length > 0 ? values.filter((value) => OPENING.has(wordsOfName(value).join('_'))) : [...OPENING];
    if (opening.length > 0 && values.length <= MAX_VALUES)
      return {
        by: { path, values: Object.fromEntries(opening.map((value) => [value, 'configure' as const])) },
        effect: found,
        why: `${field} can give all rights, or open it to all`,
      };
  }
  return null;
}

/** A rule that does it to each message, from now on, is a setting. */
function ofRule({ words }: Subject, effect: Effect | null): Effect | null {
  const isRule = words.some((word) => ['rule', 'filter'].includes(singular(word)));
  return isRule && (effect === 'write' || effect === 'read') ? 'configure' : effect;
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

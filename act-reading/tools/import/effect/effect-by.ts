/** Finds the argument that decides what a tool does, and the effect of each of its values. */

import { METHOD_VERBS, verbOf } from '../../../lexicon/verbs.ts';
import { setOf } from '../../../lists.ts';
import { EFFECTS, type Effect } from '../../../targets/index.ts';
import type { EffectByArgument } from '../../entry.ts';
import type { Field } from '../document/fields.ts';
import { singular, wordsOfName } from '../words.ts';
import { clausesOf } from './act.ts';
import { type Found, READING_METHODS } from './effect.ts';
import type { Subject } from './subject.ts';
import { judge } from './verb-rules.ts';

const CHOOSING = setOf(
  'action operation op method verb mode command subcommand sub_command cmd act task type function request_method http_method kind intent',
);
const MAX_VALUES = 64;

export interface Choice {
  by: EffectByArgument;
  /** For any other value, and if the field is absent. */
  effect: Effect;
  why: string;
}

/**
 * Finds the deciding field. If the name is certain, no value means less than it says: a call that is made stays one,
 * though its `method` is GET. An optional field raises nothing while it is absent.
 */
export function choiceOf(subject: Subject, found: Found): Choice | null {
  for (const field of subject.fields) {
    const choice = byField(field, subject, found);
    if (choice !== null) return choice;
  }
  return overAnyMethod(subject, found) ?? bySwitch(subject, found.effect);
}

function byField(field: Field, subject: Subject, found: Found): Choice | null {
  const { values, path, words } = field;
  if (!CHOOSING.has(words.join('_')) || values.length < 2 || values.length > MAX_VALUES) return null;
  const isHttp = values.every((value) => Object.hasOwn(METHOD_VERBS, value.toLowerCase()));
  // This is the method of a request that the tool has sent later, such as a callback.
  if (isHttp && found.isSure && found.effect !== 'read') return null;
  // If the name is certain, the kind of a thing adds nothing, and a search term is a filter; only acts add something.
  const isListOfActs = /\]\.\w+$/.test(path);
  const saysMore = isListOfActs || (found.effect !== 'read' && SAYING_HOW.has(words.at(-1) ?? ''));
  if (!isHttp && found.isSure && !saysMore) return null;
  const known = values.flatMap((value): [string, Effect][] => {
    const effect = isHttp ? overHttp(value) : ofRule(subject, effectOfValue(subject, value));
    return effect === null ? [] : [[value, floored(effect, subject, found)]];
  });
  const isKnownWell = known.length * 3 >= values.length * 2;
  const isRaised = found.isSure && NAMING_ACTS.has(words.at(-1) ?? '');
  if (known.length === 0 || (!isKnownWell && !isRaised)) return null;
  const strictest = known.map(([, effect]) => effect).reduce(stricter);
  const rest = known.length === values.length ? strictest : stricter(strictest, found.effect);
  const byValue = new Map(known);
  const all = values.map((value): [string, Effect] => [
    value,
    byValue.get(value) ?? (isKnownWell ? rest : found.effect),
  ]);
  const differs = all.some(([, effect]) => effect !== (found.isSure ? found.effect : all[0]?.[1]));
  if (!differs) return null;
  return {
    by: { path, values: Object.fromEntries(all) },
    effect: isAlwaysThere(field) || !(found.isSure || isInside(field)) ? rest : found.effect,
    why: `the field ${path} says what is done`,
  };
}

const SAYING_HOW = setOf('action operation op verb act method mode command subcommand cmd');
/** With these names, one known value is enough. */
const NAMING_ACTS = setOf('action operation op verb act');

function isAlwaysThere({ path, required }: Field): boolean {
  return required && !path.includes('*');
}

function isInside({ path }: Field): boolean {
  return /[.[]/.test(path);
}

/** A value that tells, gives or runs keeps that effect; a lesser one is raised to what the name says. */
function floored(effect: Effect, { definition }: Subject, found: Found): Effect {
  const isHarmless = effect === 'read' || effect === 'write';
  if (isHarmless && found.isSure) return stricter(effect, found.effect);
  const isChange = definition.http !== undefined && !READING_METHODS.has(definition.http.method);
  return isChange ? stricter(effect, 'write') : effect;
}

function stricter(one: Effect, other: Effect): Effect {
  return EFFECTS.indexOf(one) > EFFECTS.indexOf(other) ? one : other;
}

const METHODS = setOf('method http_method request_method verb');

/** Finds the field of a tool that takes any method and an address. */
function overAnyMethod({ fields }: Subject, { effect: found, isSure }: Found): Choice | null {
  const field = fields.find(
    ({ words, values, type }) =>
      METHODS.has(words.join('_')) && values.length === 0 && isWord(type) && type !== 'array',
  );
  if (
    (isSure && found !== 'read') ||
    field === undefined ||
    !fields.some(({ words }) => ['url', 'uri', 'path', 'endpoint'].includes(words.at(-1) ?? ''))
  )
    return null;
  const values = Object.keys(METHOD_VERBS).map((method): [string, Effect] => [method, overHttp(method)]);
  return {
    by: { path: field.path, values: Object.fromEntries(values) },
    effect: found === 'read' ? found : stricter(found, 'send'),
    why: `the field ${field.path} is the method of a request`,
  };
}

/** A forced change may remove what others have made. */
const FORCING = setOf('force forced force_push force_with_lease hard purge permanent permanently');
/** Opening something to everyone, or letting someone do everything, is a matter of access. */
const OPENING = setOf(
  'public public_link anyone anyone_with_link anyone_with_the_link world internet external owner co_owner admin administrator superuser root',
);
const OPENED_BY = setOf('visibility access audience sharing scope role permission privacy level right share');
const GIVING: readonly Effect[] = ['write', 'share', 'send'];

/** Finds a switch or a choice that makes the same act graver. */
function bySwitch({ fields }: Subject, found: Effect): Choice | null {
  for (const { path, words, type, values } of fields) {
    const name = words.join('_');
    const field = `the field ${path.slice(0, 200)}`;
    if (type === 'boolean' && FORCING.has(name) && found === 'write')
      return {
        by: { path, values: { true: 'delete' } },
        effect: found,
        why: `${field} takes away what was there`,
      };
    const forcing = CHOOSING.has(name) ? values.filter((value) => FORCING.has(value.toLowerCase())) : [];
    if (forcing.length > 0 && found === 'write')
      return {
        by: { path, values: Object.fromEntries(forcing.map((value) => [value, 'delete' as const])) },
        effect: found,
        why: `${field} can take away what was there`,
      };
    if (type === 'boolean' && name === 'public' && GIVING.includes(found))
      return { by: { path, values: { true: 'configure' } }, effect: found, why: `${field} opens it to all` };
    if (!OPENED_BY.has(words.at(-1) ?? '') || !GIVING.includes(found) || !isWord(type)) continue;
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

function isWord(type: string): boolean {
  return ['string', 'array', ''].includes(type);
}

/** A rule that does this to every later message is a setting. */
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

/** Judges the value's verb, with its own noun or the tool's. */
function effectOfValue({ words, setting }: Subject, value: string): Effect | null {
  const own = wordsOfName(value);
  const nouns = words.filter((word) => clausesOf([word]).every(({ verb }) => verb.isNoun)).map(singular);
  // `bulk_update` has no object either.
  const isBare = own.every((word) => verbOf(word) !== null);
  const [clause] = clausesOf(isBare ? [...own, ...nouns] : own);
  return clause === undefined || !clause.isSure ? null : judge(clause, setting).effect;
}

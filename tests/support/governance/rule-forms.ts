/** Says the meaning of a form of a rule once more, without CEL, and asks questions close to its values. */
import type { JsonObject, JsonValue } from '@assize/evidence-format';
import fc from 'fast-check';
import {
  CONFIDENTIALITIES,
  type FieldName,
  fieldOf,
  ORIGINS,
  ROLES,
} from '../../../dashboard/policies/form/fields.ts';
import type { Condition, RuleForm } from '../../../dashboard/policies/form/rule.ts';
import { RISKS } from '../../../dashboard/routes/draft.ts';
import type { PolicyInput } from '../../../service/governance/policies/policy.ts';

type Lists = Readonly<Record<string, readonly string[]>>;
/** null: it can't be evaluated. */
type Answer = boolean | null;

/** @returns null where the rule can't be evaluated. */
export function meaningOf({ join, conditions }: RuleForm, input: PolicyInput, lists: Lists): Answer {
  const answers = conditions.map((condition) => answerOf(condition, input, lists));
  const decisive = join === 'either';
  if (answers.includes(decisive)) return decisive;
  return answers.includes(null) ? null : !decisive;
}

function answerOf(condition: Condition, input: PolicyInput, lists: Lists): Answer {
  const { field, of } = condition;
  if (field.startsWith('target')) return answerOfTargets(condition, input, lists);
  const found = foundIn(field, of, input);
  if (found === 'unreadable') return null;
  if (condition.comparison === 'stated') return found !== 'absent';
  if (condition.comparison === 'stated_not') return found === 'absent';
  if (found !== 'absent') return compared(condition, found.value, lists);
  if (condition.absent === 'counts') return compared(condition, nothingFor(condition), lists);
  return { fails: false, holds: true, errs: null }[condition.absent];
}

function answerOfTargets(condition: Condition, { act }: PolicyInput, lists: Lists): Answer {
  const { field, of } = condition;
  const ofRole = act.targets.filter(({ role }) => of === '' || role === of);
  return ofRole.some(({ known, value = '', origin = '' }) => {
    const found = { target_known: known, target: value, target_origin: origin }[field as 'target'];
    return compared(condition, found, lists);
  });
}

function nothingFor({ comparison }: Condition): JsonValue {
  if (['yes', 'no'].includes(comparison)) return false;
  return ['above', 'at_least', 'below', 'at_most'].includes(comparison) ? 0 : '';
}

function compared({ comparison, values }: Condition, value: JsonValue, lists: Lists): Answer {
  const isText = typeof value === 'string';
  const texts = values.map(String);
  const first = values[0] as number;
  const isNumber = typeof value === 'number';
  const isFlag = typeof value === 'boolean';
  const not = (answer: Answer) => answer !== null && !answer;
  switch (comparison) {
    case 'is':
    case 'is_not':
      return (isText && texts.includes(value)) === (comparison === 'is');
    case 'listed':
    case 'listed_not':
      return (isText && (lists[String(first)] ?? []).includes(value)) === (comparison === 'listed');
    case 'starts':
      return isText ? texts.some((text) => value.startsWith(text)) : null;
    case 'ends':
      return isText ? texts.some((text) => value.endsWith(text)) : null;
    case 'contains':
      return isText ? texts.some((text) => value.includes(text)) : null;
    case 'starts_not':
      return isText ? not(texts.some((text) => value.startsWith(text))) : null;
    case 'ends_not':
      return isText ? not(texts.some((text) => value.endsWith(text))) : null;
    case 'contains_not':
      return isText ? not(texts.some((text) => value.includes(text))) : null;
    case 'above':
      return isNumber ? value > first : null;
    case 'at_least':
      return isNumber ? value >= first : null;
    case 'below':
      return isNumber ? value < first : null;
    case 'at_most':
      return isNumber ? value <= first : null;
    case 'yes':
      return isFlag ? value : null;
    case 'no':
      return isFlag ? !value : null;
    case 'includes':
      return texts.some((text) => (value as string[]).includes(text));
    case 'includes_not':
      return !texts.some((text) => (value as string[]).includes(text));
    default:
      throw new Error(`no meaning for ${comparison}`);
  }
}

type Found = { value: JsonValue } | 'absent' | 'unreadable';

function foundIn(field: FieldName, of: string, input: PolicyInput): Found {
  const { action, description, agent, user, facts, act, session, context } = input;
  const known: Partial<Record<FieldName, JsonValue | undefined>> = {
    ...{ action, description, tool: act.tool, listed: act.listed, effects: act.effects, kinds: act.kinds },
    ...{ irreversible: facts.is_irreversible, readable: act.unreadable.length === 0, amount: act.amount_usd },
    ...{ budget: facts.budget_remaining_usd, agent: agent.id, trust: agent.trust, how: agent.identity?.how },
    ...{ user: user.id, risk: facts.risk_level, approval: facts.approval, environment: facts.environment },
    ...{ strangers: session.content, confidentiality: session.confidentiality },
  };
  if (field === 'variable')
    return { value: (Object.hasOwn(context, of) ? context[of] : { amount: 0, to: '' }[of]) as JsonValue };
  if (field === 'context') return at(context, of.split('.'));
  const value = known[field];
  return value === undefined ? 'absent' : { value };
}

function at(value: JsonValue, [key, ...more]: readonly string[]): Found {
  if (key === undefined) return { value };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'unreadable';
  return Object.hasOwn(value, key) ? at(value[key] as JsonValue, more) : 'absent';
}

/** Questions whose values are those of the form, close to them, or of another type. */
export function questionsAbout(
  { conditions }: RuleForm,
  others: readonly string[],
): fc.Arbitrary<PolicyInput> {
  const values = conditions.flatMap((condition) => condition.values);
  const written = values.filter((value) => typeof value === 'string');
  const text = fc
    .tuple(
      fc.constantFrom(...written, ...written, ...others),
      fc.constantFrom('', '', 'x'),
      fc.constantFrom('', '', 'y'),
    )
    .map(([one, before, after]) => before + one.toWellFormed() + after);
  const numbers = values.filter((value) => typeof value === 'number');
  const number = fc
    .tuple(fc.constantFrom(0, ...numbers), fc.constantFrom(0, 0, 1, -1, 0.5))
    .map(([one, more]) => one + more);
  const json = fc.oneof(
    text,
    number,
    fc.boolean(),
    fc.constantFrom<JsonValue>(null, [], ['a'], {}, { a: 1 }),
  );
  const optional = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: undefined });
  const several = <T>(one: fc.Arbitrary<T>) => fc.array(one, { maxLength: 3 });
  const target = fc.record(
    {
      ...{ effect: fc.constant('send'), kind: fc.constant('email'), role: fc.constantFrom(...ROLES) },
      ...{ known: fc.boolean(), value: text, origin: fc.constantFrom(...ORIGINS) },
    },
    { requiredKeys: ['effect', 'kind', 'role', 'known'] },
  );
  const chosen = (field: FieldName) => fc.constantFrom(...(fieldOf(field).options ?? []), ...written);
  const act = fc.record({
    ...{ tool: optional(text), listed: fc.boolean(), amount_usd: optional(number), targets: several(target) },
    ...{ effects: several(chosen('effects')), kinds: several(chosen('kinds')) },
    ...{ unreadable: fc.constantFrom([], ['a']), contents: fc.constant({}) },
  });
  return fc
    .record({
      ...{ action: text, description: text, act, context: contextFor(conditions, json) },
      agent: fc.record({
        ...{ id: optional(text), trust: optional(number) },
        identity: optional(fc.record({ how: chosen('how'), registered: fc.boolean() })),
      }),
      user: fc.record({ id: optional(text) }),
      facts: fc.record({
        ...{ environment: chosen('environment'), risk_level: fc.constantFrom(...RISKS, ...written) },
        ...{ is_irreversible: fc.boolean(), approval: fc.constantFrom('verified', 'claimed', 'none') },
        budget_remaining_usd: optional(number),
      }),
      session: fc.record({
        ...{
          content: optional(fc.boolean()),
          confidentiality: optional(fc.constantFrom(...CONFIDENTIALITIES)),
        },
      }),
    })
    .map((input) => JSON.parse(JSON.stringify(input)) as PolicyInput);
}

/** The keys that the conditions read, each with a value, without one, or below something that is not a map. */
function contextFor(
  conditions: readonly Condition[],
  json: fc.Arbitrary<JsonValue>,
): fc.Arbitrary<JsonObject> {
  const paths = conditions.flatMap(({ field, of }) =>
    field === 'context' ? [of.split('.')] : field === 'variable' ? [[of]] : [],
  );
  const entry = (path: readonly string[]) =>
    fc.tuple(fc.constant(path), fc.integer({ min: 0, max: path.length * 3 }), json);
  return fc.tuple(...paths.map(entry)).map((entries) => {
    const context: JsonObject = {};
    for (const [path, depth, value] of entries)
      put(context, path.slice(0, depth), depth === 0 ? null : value);
    return context;
  });
}

function put(map: JsonObject, [key, ...more]: readonly string[], value: JsonValue): void {
  if (key === undefined) return;
  if (more.length === 0) {
    Object.defineProperty(map, key, { value, enumerable: true, configurable: true, writable: true });
    return;
  }
  const inner: JsonObject = Object.hasOwn(map, key) && isMap(map[key]) ? map[key] : {};
  put(map, [key], inner);
  put(inner, more, value);
}

function isMap(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

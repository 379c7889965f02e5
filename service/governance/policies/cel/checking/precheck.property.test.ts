/** The precheck of a rule gives the same answer as its evaluation, at the same cost. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { definitionsOf } from '../../compiled/readings.ts';
import type { Definitions } from '../definitions.ts';
import { ask, type Condition, RuleError, RuleQuestion, readCondition } from '../expression.ts';

const PATHS =
  'action description agent.id agent.trust user.id facts.risk_level facts.sure context.t context.n context.b context.l context.m context.m.k context.absent'.split(
    ' ',
  );
const LITERALS = '"a" "ab" "b" "" 0 1 -2 1.0 2.5 true false null'.split(' ');

const path = fc.constantFrom(...PATHS);
const literal = fc.constantFrom(...LITERALS);
const value = fc.oneof({ arbitrary: path, weight: 3 }, { arbitrary: literal, weight: 2 });

const words = fc
  .tuple(fc.array(literal, { maxLength: 4 }), fc.constantFrom('exists', 'all', 'exists_one'), fc.boolean())
  .chain(([list, loop, nested]) => {
    const body = fc.oneof(
      fc.tuple(path, fc.constantFrom('contains', 'endsWith')).map(([of, name]) => `${of}.${name}(x)`),
      fc.tuple(path, fc.constantFrom('==', '!=', '<')).map(([of, sign]) => `${of} ${sign} x`),
      fc.constantFrom('x', 'x == 1 || context.b', 'has(context.x) && x', 'x.absent == 1', 'size(x) == 1'),
    );
    return body.map((of) => {
      const inner = nested ? `(${of}) || [1, "a"].all(y, y == x || context.t == y)` : of;
      return `[${list.join(', ')}].${loop}(x, ${inner})`;
    });
  });

/** Parts that the precheck can decide for many inputs, and parts that only evaluation can. */
const part = fc.oneof(
  fc
    .tuple(value, fc.constantFrom('==', '!=', '<', '<=', '>', '>='), value)
    .map(([left, sign, right]) => `${left} ${sign} ${right}`),
  fc
    .tuple(path, fc.constantFrom('contains', 'startsWith', 'endsWith'), value)
    .map(([of, name, other]) => `${of}.${name}(${other})`),
  fc.tuple(value, fc.array(literal, { maxLength: 4 })).map(([of, list]) => `${of} in [${list.join(', ')}]`),
  fc.constantFrom(...PATHS.filter((each) => each.includes('.'))).map((each) => `has(${each})`),
  path,
  literal,
  words,
  fc.constantFrom(
    ...['size(context.l) > 1', 'context.l[0] == "a"', 'context.l == [1.0, 2.0]', '"k" in context.m'],
    ...['context.l.exists(x, x == action)', 'context.l.all(x, context.l.all(y, x != y))', '1 / 0 == 1'],
    ...[
      'action in lists.words',
      'context.t in lists.words',
      'context.n in lists.numbers',
      '1 in lists.numbers',
    ],
    ...['variables.plain', 'variables.erring', 'variables.long == context.t', '"a" in lists.words'],
    ...[
      'context.?m.?k.orValue("a") == "a"',
      'context.?l[?0].hasValue()',
      'lists.words.exists(x, x == action)',
    ],
    ...['(context.b ? action : description) == "a"', 'context.t.matches("a+b")', 'int(context.t) == 1'],
  ),
);

const { rule } = fc.letrec<{ rule: string }>((tie) => ({
  rule: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    part,
    fc
      .tuple(fc.constantFrom('&&', '||'), fc.array(tie('rule'), { minLength: 2, maxLength: 4 }))
      .map(([sign, parts]) => `(${parts.join(` ${sign} `)})`),
    tie('rule').map((of) => `!(${of})`),
  ),
}));

const text = fc.oneof(fc.constantFrom('a', 'ab', 'b', ''), fc.constant('ab'.repeat(10_000)));
const json = fc.oneof(text, fc.constantFrom(0, 1, 2.5, -2, true, false, null), fc.constant(['a', 1]));
const some = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined, freq: 4 });

const input = fc
  .record({
    action: text,
    description: text,
    agent: fc.record({ id: some(text), trust: some(fc.constantFrom(0, 1, 50)) }),
    user: fc.record({ id: some(text) }),
    facts: fc.record({ risk_level: text, sure: fc.boolean() }),
    context: fc.record({
      t: some(json),
      n: some(fc.constantFrom(0, 1, 2.5)),
      b: some(json),
      l: some(fc.oneof(fc.constant([1, 2]), fc.array(text, { maxLength: 3 }), json)),
      m: some(fc.oneof(fc.record({ k: some(json) }), json)),
    }),
  })
  .map((given) => JSON.parse(JSON.stringify(given)) as object);

const costBudget = fc.oneof(fc.constant(1_000_000), fc.integer({ min: 0, max: 5000 }));
const ANY = { kinds: 255 };
const VARIABLES = Object.fromEntries(
  ['action', 'description', 'agent', 'user', 'facts', 'context'].map((name) => [name, ANY]),
);
const DEFINITIONS = (await definitionsOf({
  variables: [
    { name: 'plain', expression: 'action == "a"' },
    { name: 'erring', expression: 'context.absent == 1 && variables.plain' },
    { name: 'long', expression: 'description + description' },
  ],
  lists: { words: ['a', 'ab', ''], numbers: [0, 1, 2.5] },
})) as Definitions;
const BROUGHT = {
  types: { ...DEFINITIONS.types, ...VARIABLES },
  lists: DEFINITIONS.lists,
  valuesWith: DEFINITIONS.valuesWith.bind(DEFINITIONS),
};

test('telling-that-a-rule-is-false-changes-neither-answers-nor-what-they-cost', () => {
  const counts = { asked: 0, recorded: 0 };
  fc.assert(
    fc.property(fc.array(rule, { minLength: 1, maxLength: 4 }), input, costBudget, (sources, given, left) => {
      const conditions = sources.flatMap((source) => readCondition(source, BROUGHT).condition ?? []);
      const reading = answersOf(conditions, given, left);
      const evaluating = answersOf(
        conditions.map((condition) => ({ ...condition, precheck: null })),
        given,
        left,
      );
      assert.deepEqual(reading, evaluating);
      counts.asked += conditions.length;
      counts.recorded += conditions.filter(({ precheck }) => tells(precheck, given)).length;
    }),
    { numRuns: 1000 },
  );
  assert.ok(counts.recorded > counts.asked / 10, `${counts.recorded} of ${counts.asked} were told`);
});

/** Puts one question to all of them; each answer comes with the units left after it. */
function answersOf(conditions: readonly Condition[], given: object, left: number): object[] {
  const question = new RuleQuestion(structuredClone(given));
  question.costBudget.left = left;
  return conditions.map((condition) => {
    const answer = ask(condition, question, BROUGHT);
    return { answer: answer instanceof RuleError ? 'erred' : answer, left: question.costBudget.left };
  });
}

function tells(precheck: Condition['precheck'], given: object): boolean {
  try {
    return precheck?.(given) === false;
  } catch {
    return false;
  }
}

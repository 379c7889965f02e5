/** Optional values: `.?` and `[?]` agree with `has()`, and never make a value out of a missing one. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { ask, RuleError, RuleQuestion, readCondition } from './expression.ts';

const CONTEXT = {
  a: { b: { c: 1 }, none: null },
  list: ['x', { k: 2 }],
  text: 'A-b',
  amount: 600,
};

const YES = [
  'context.?a.?b.?c.orValue(0) == 1',
  'context.?a.b.c.orValue(0) == 1',
  'context.?absent.?b.?c.orValue(5) == 5',
  'context.?absent.b.c.orValue(5) == 5',
  'context.a.?b.hasValue() && !context.a.?d.hasValue()',
  'context.?a.?none.orValue(3) == null',
  'context.?amount.value() == 600',
  'context[?"a"][?"b"].hasValue()',
  'context[?"a-b"].orValue("none") == "none"',
  'context.list[?1].?k.orValue(0) == 2',
  'context.?list[1].k.orValue(0) == 2',
  'context.list[?2].orValue("none") == "none"',
  'context.list[?context.amount].orValue("none") == "none"',
  'context.?absent.or(context.?text).orValue("") == "A-b"',
  'context.?absent.orValue([]).all(x, x == 1)',
  'context.?list.orValue([]).exists(x, x == "x")',
  'context.list.exists(x, x == "x" || x.?k.orValue(0) == 2)',
  'has(context.?a.b) && !has(context.?absent.b)',
  'context.?a == context.?a && context.?absent == context.?missing && context.?a != context.?absent',
  'agent.?trust.orValue(50.0) == 50',
  'user.?id.orValue("unknown") == "unknown"',
  // The alternative is evaluated only where the value is missing.
  'context.?text.orValue(context.absent) == "A-b"',
  'context.?text.or(context.absent.?deeper).orValue("") == "A-b"',
  // A question mark in a text, in a comment or in a conditional does not make an optional value.
  '"a.?b[?c" == r"a.?b[?c" && context.?a.hasValue() // .?x',
  '(context.?a.hasValue() ? 1 : 2) == 1',
  '(true?[1]:[2])[?0].orValue(0) == 1',
  'context . ? a.hasValue()',
];

const ERRS = [
  'context.?absent.value() == 1',
  'context.?absent.orValue(context.absent) == 1',
  'context.absent.?b.orValue(1) == 1',
  // A text or null in place of a map is not a missing field.
  'context.?text.?b.orValue(1) == 1',
  'context.?a.?none.?b.orValue(1) == 1',
  'context.?amount[?0].orValue(1) == 1',
  'context.list[?0.5].orValue(1) == 1',
  'context.list[?context.text].orValue(1) == 1',
];

const REFUSED: readonly [source: string, place: string, says: RegExp][] = [
  ['context.?a', '1:8', /true or false, but this is an optional value/],
  ['context.?a == 1', '1:12', /== does not take an optional value: end it with orValue/],
  ['size(context.?a) == 1', '1:1', /end it with orValue/],
  ['context.?a.exists(x, true)', '1:11', /exists\(\) goes over .* an optional value/],
  ['[context.?a] == []', '1:9', /can.t be used here/],
  ['{"a": context.?a} == {}', '1:14', /can.t be used here/],
  ['context.list.map(x, x.?a) == []', '1:22', /can.t be used here/],
  ['dyn(context.?a) == 1', '1:1', /end it with orValue/],
  ['context.?a.orValue() == 1', '1:11', /takes one value/],
  ['context.?a.hasValue(1)', '1:11', /takes nothing/],
  ['context.?a.orValue(context.?b) == 1', '1:11', /the value to use where there is none/],
  ['context.?a.or(1).hasValue()', '1:11', /or\(\) takes an optional value, but this is an int/],
  ['context.a.orValue(1) == 1', '1:10', /begin with \.\? or \[\?\]/],
  ['agent.?trsut.orValue(1.0) > 2.0', '1:6', /no field trsut here/],
  ['action.?a.hasValue()', '1:7', /a string has no field a/],
  ['has(context.?a)', '1:12', /does not come before a field or an element; has\(\) does not need one/],
  ['context.?size() == 1', '1:8', /does not come before a field/],
  ['[?context.a] == []', '1:1', /does not come before a field/],
  ['{?"a": context.?a} == {}', '1:2', /is not valid CEL/],
  ['context.?a.size() == 1', '1:11', /size\(\) does not take an optional value/],
];

describe('an-optional-field', () => {
  for (const source of YES) test(`true: ${source}`, () => assert.equal(said(source), true));
  for (const source of ERRS) test(`an error: ${source}`, () => assert.ok(said(source) instanceof RuleError));
  for (const [source, place, says] of REFUSED) {
    test(`refused: ${source}`, () => {
      const [fault] = readCondition(source).faults;
      assert.match(fault?.message ?? 'it is taken', says);
      assert.equal(`${fault?.line}:${fault?.column}`, place);
    });
  }
});

const field = fc.constantFrom('a', 'b', 'c');
const leaf = fc.constantFrom<unknown[]>(1, 'x', true);
const tree = [1, 2, 3].reduce<fc.Arbitrary<unknown>>(
  (inner) => fc.oneof({ arbitrary: fc.dictionary(field, inner, { minKeys: 1 }), weight: 3 }, leaf),
  leaf,
);

/** Every value on the way is a map or missing; the value at the end can be anything. */
function leadsOn(value: unknown, path: readonly string[]): boolean {
  const [first, ...rest] = path;
  if (first === undefined) return true;
  if (typeof value !== 'object' || value === null) return false;
  return !Object.hasOwn(value, first) || leadsOn((value as Record<string, unknown>)[first], rest);
}

test('an-optional-chain-says-what-has-says', () => {
  let there = 0;
  fc.assert(
    fc.property(
      fc.dictionary(field, tree),
      fc.array(field, { minLength: 1, maxLength: 4 }),
      (context, path) => {
        const optional = `context.?${path.join('.?')}.orValue("none") == "none"`;
        const plain = path.map((_, at) => `has(context.${path.slice(0, at + 1).join('.')})`).join(' && ');
        const chosen = `(${plain} ? context.${path.join('.')} : "none") == "none"`;
        const answer = said(optional, context);
        if (!leadsOn(context, path)) return assert.ok(answer instanceof RuleError);
        if (answer === false) there += 1;
        assert.equal(answer, said(chosen, context));
      },
    ),
    { numRuns: 1000 },
  );
  assert.ok(there > 50, `${there} were there`);
});

function said(source: string, context: object = CONTEXT): boolean | RuleError {
  const { condition, faults } = readCondition(source);
  assert.ok(condition !== null, `${source}: ${faults[0]?.message}`);
  return ask(
    condition,
    new RuleQuestion({ action: 'a', description: '', context, agent: {}, user: {}, facts: {} }),
  );
}

/**
 * The names that a policy defines: each is evaluated when a rule uses it, once for each question, and a fault names
 * its place.
 */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Definitions, type WrittenDefinitions } from './definitions.ts';
import { ask, RuleError, RuleQuestion, readCondition } from './expression.ts';
import { MAX_VARIABLE_NESTING, UNITS_OF_A_QUESTION } from './syntax/limits.ts';

const CONTEXT = { items: [{ usd: 5 }, { usd: 600 }], to: 'ann@example.com', n: 2, text: 'x'.repeat(2000) };

const WRITTEN: WrittenDefinitions = {
  variables: [
    { name: 'total', expression: 'context.items.map(i, i.usd).sum()' },
    { name: 'domain', expression: 'context.to.split("@")[1]' },
    { name: 'large', expression: 'variables.total > 500.0 && variables.domain == "example.com"' },
    { name: 'erring', expression: 'context.absent > 1' },
    { name: 'nothing', expression: 'context.?absent.orValue(null)' },
  ],
  lists: { domains: ['example.com', 'example.org'], codes: [1, 2.5, 2 ** 53], none: [] },
};

const ANSWERS: readonly [source: string, answer: boolean | 'an error'][] = [
  ['variables.total == 605', true],
  ['variables.large', true],
  ['variables.nothing == null && variables.nothing == null', true],
  ['variables.erring', 'an error'],
  ['variables.erring || variables.large', true],
  ['variables.erring && action == "other"', false],
  ['has(variables.total) && has(variables.erring)', true],
  ['context.items.exists(variables, variables.usd == 600)', true],
  ['context.items.exists(i, i.usd < variables.total && variables.total == 605)', true],
  ['variables.domain in lists.domains', true],
  ['"example.net" in lists.domains', false],
  ['context.n in lists.codes', false],
  ['1 in lists.codes && 2.5 in lists.codes && !(2 in lists.codes)', true],
  // Both numbers are rounded to the same double.
  ['9007199254740992 in lists.codes', true],
  ['9007199254740993 in lists.codes', false],
  ['context.items in lists.domains', false],
  ['context.to in lists.none', false],
  ['lists.domains.exists(d, context.to.endsWith(d))', true],
  ['size(lists.domains) == 2 && lists.domains[0] == "example.com"', true],
  ['(lists.domains + ["b"]).size() == 3', true],
];

describe('what-a-policy-defines', () => {
  const definitions = defined(WRITTEN);
  for (const [source, answer] of ANSWERS) {
    test(`${answer}: ${source}`, () => {
      const { condition, faults } = readCondition(source, definitions);
      assert.ok(condition !== null, faults[0]?.message);
      const given = ask(condition, asked(), definitions);
      assert.equal(given instanceof RuleError ? 'an error' : given, answer);
    });
  }
});

const REFUSED: readonly [expression: string, place: string, says: RegExp][] = [
  ['action ==', '1:8', /is not valid CEL/],
  ['true &&\n  context.x + 1 > 2', '2:13', /does not take a value of the context and an int/],
  ['variables.itself', '1:10', /there is no variables\.itself here; there are variables\.first/],
  ['variables.later == 1', '1:10', /there is no variables\.later here/],
  ['variables', '1:1', /variables is not a value: name one of its members/],
  ['lists.codes[0] == "a"', '1:16', /never equal/],
  ['"a" in lists.codes', '1:5', /never in a list of a double/],
  ['lists.absent == []', '1:6', /there is no lists\.absent here; there are lists\.codes/],
  ['size(lists)', '1:6', /lists is not a value/],
  ['context.?a', '1:8', /end it with orValue/],
];

describe('a-variable-is-refused', () => {
  for (const [expression, place, says] of REFUSED) {
    test(`for ${expression}`, () => {
      const { faults } = definedBy({
        variables: [
          { name: 'first', expression: '1' },
          { name: 'itself', expression },
          { name: 'later', expression: '1' },
        ],
        lists: { codes: [1] },
      });
      const [fault, ...others] = faults;
      assert.match(fault?.message ?? 'it is taken', says);
      assert.deepEqual(
        { variable: fault?.variable, place: fault?.place, lineAndColumn: `${fault?.line}:${fault?.column}` },
        { variable: 'itself', place: 1, lineAndColumn: place },
      );
      assert.equal(others.length, 0);
    });
  }

  test('for a name that another has', () => {
    const twice = { name: 'a', expression: '1' };
    assert.match(String(definedBy({ variables: [twice, twice] }).faults[0]?.message), /same name/);
  });
});

test('a-variable-is-evaluated-once-for-a-question-and-paid-for-once', () => {
  const definitions = defined({
    variables: [{ name: 'costly', expression: 'context.text.lowerAscii().upperAscii() != ""' }],
  });
  const { condition } = readCondition('variables.costly', definitions);
  assert.ok(condition !== null);
  const question = asked();
  const costs = [1, 2, 3].map(() => {
    const before = question.costBudget.left;
    assert.equal(ask(condition, question, definitions), true);
    return before - question.costBudget.left;
  });
  assert.ok((costs[0] as number) > 8000, String(costs));
  assert.deepEqual(costs.slice(1), [40, 40]);
  const next = asked();
  ask(condition, next, definitions);
  assert.equal(UNITS_OF_A_QUESTION - next.costBudget.left, costs[0]);
});

test('a-variable-that-no-rule-asks-for-costs-nothing', () => {
  const definitions = defined({ variables: [{ name: 'costly', expression: 'context.text.lowerAscii()' }] });
  const { condition } = readCondition('action == "b" && variables.costly == ""', definitions);
  assert.ok(condition !== null);
  const question = asked();
  assert.equal(ask(condition, question, definitions), false);
  assert.ok(UNITS_OF_A_QUESTION - question.costBudget.left < 200);
});

test('what-one-rule-could-not-pay-for-another-may', () => {
  const definitions = defined({ variables: [{ name: 'v', expression: 'context.text.upperAscii() != ""' }] });
  const spent = readCondition(`context.text.findAll("x").size() == 0 || variables.v`, definitions).condition;
  const { condition } = readCondition('variables.v', definitions);
  assert.ok(condition !== null && spent !== null);
  const question = asked();
  assert.ok(ask(spent, question, definitions) instanceof RuleError);
  assert.equal(ask(condition, question, definitions), true);
});

test('looking-a-value-up-costs-the-same-however-long-the-list', () => {
  const costs = [10, 10_000].map((length) => {
    const words = Array.from({ length }, (_, place) => `${place}@example.com`);
    const definitions = defined({ lists: { words } });
    const { condition } = readCondition('context.to in lists.words', definitions);
    assert.ok(condition !== null);
    return [{ ...condition, precheck: null }, condition].map((one) => {
      const question = asked();
      assert.equal(ask(one, question, definitions), false);
      return UNITS_OF_A_QUESTION - question.costBudget.left;
    });
  });
  assert.deepEqual(costs[0], costs[1]);
  assert.deepEqual(costs[0]?.[0], costs[0]?.[1]);
});

test('variables-build-on-one-another-so-deep-and-no-deeper', () => {
  // The deepest nesting that a source can have.
  const nested = `${'context.?absent.orValue('.repeat(47)}variables.v0${')'.repeat(47)}`;
  const chain = (length: number) => ({
    variables: [
      { name: 'v0', expression: 'action == "a"' },
      ...Array.from({ length: length - 1 }, (_, place) => ({
        name: `v${place + 1}`,
        expression: nested.replace('v0', `v${place}`),
      })),
    ],
  });
  const definitions = defined(chain(MAX_VARIABLE_NESTING));
  const { condition } = readCondition(`variables.v${MAX_VARIABLE_NESTING - 1} == true`, definitions);
  assert.ok(condition !== null);
  assert.equal(ask(condition, asked(), definitions), true);
  const [fault] = definedBy(chain(MAX_VARIABLE_NESTING + 1)).faults;
  assert.match(String(fault?.message), /at most 8 variables may build on one another/);
});

function defined(written: WrittenDefinitions): Definitions {
  const definitions = definedBy(written);
  assert.deepEqual(definitions.faults, []);
  return definitions;
}

function definedBy(written: WrittenDefinitions): Definitions {
  const definitions = new Definitions(written);
  for (const [place, variable] of (written.variables ?? []).entries()) definitions.add(variable, place);
  return definitions;
}

function asked(): RuleQuestion {
  return new RuleQuestion({ action: 'a', description: '', context: CONTEXT, agent: {}, user: {}, facts: {} });
}

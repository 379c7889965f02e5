/** Functions of texts and lists: what they give, what they err on, and that none costs more than it paid for. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { ask, RuleError, RuleQuestion, readCondition } from './expression.ts';
import { UNITS_OF_A_QUESTION, UNITS_OF_A_RULE } from './syntax/limits.ts';

const CONTEXT = {
  image: 'registry.example.com/shop/api:v1.2',
  text: ' Refund Ümlaut \u{1f600} ',
  csv: 'a,b,,c',
  empty: '',
  amounts: [5, 2.5, 100],
  names: ['b', 'a'],
  mixed: [1, 'a'],
  none: [],
};

const YES = [
  'context.csv.split(",") == ["a", "b", "", "c"]',
  'context.csv.split(",", 2) == ["a", "b,,c"]',
  'context.csv.split(",", 1) == ["a,b,,c"]',
  'context.csv.split(",", 0) == []',
  'context.csv.split(",", -1).size() == 4',
  'context.csv.split(",,") == ["a,b", "c"]',
  'context.empty.split(",") == [""]',
  '"a\u{1f600}b".split("") == ["a", "\u{1f600}", "b"]',
  '"abc".split("", 2) == ["a", "bc"]',
  'context.csv.split(",").join("-") == "a-b--c"',
  'context.none.join("-") == "" && ["a"].join("-") == "a"',
  'context.text.trim() == "Refund Ümlaut \u{1f600}"',
  'context.text.lowerAscii().contains("refund Ümlaut")',
  'context.text.upperAscii().contains("REFUND ÜMLAUT")',
  '"a-b-c".replace("-", "") == "abc"',
  '"a-b-c".replace("-", "+", 1) == "a+b-c"',
  '"a-b-c".replace("-", "+", 0) == "a-b-c"',
  '"aaa".replace("aa", "b") == "ba"',
  'context.image.substring(0, 8) == "registry" && context.image.substring(33) == "2"',
  'context.image.charAt(8) == "."',
  'context.image.indexOf("/") == 20 && context.image.indexOf("/", 21) == 25',
  'context.image.lastIndexOf(":") == 29 && context.image.indexOf("?") == -1',
  'context.image.find(":[a-z0-9.]+$") == ":v1.2"',
  'context.image.find("[A-Z]") == ""',
  'context.image.findAll("[a-z]+").size() == 6',
  'context.image.findAll("[a-z]+", 2) == ["registry", "example"]',
  '"aXbX".findAll("x?").size() == 5',
  '"a1b22".findAll(r"\\d+") == ["1", "22"]',
  'context.image.split("/").filter(x, x.endsWith("com")).size() == 1',
  'context.amounts.sum() == 107.5 && context.none.sum() == 0 && [1, 2].sum() == 3',
  'context.amounts.min() == 2.5 && context.amounts.max() == 100 && context.names.min() == "a"',
];

const ERRS = [
  'context.amounts.split(",").size() == 1',
  'context.mixed.join() == ""',
  'context.mixed.sum() == 1',
  'context.mixed.min() == 1',
  'context.none.max() == 1',
  '[9223372036854775807, 1].sum() > 0',
  'context.image.substring(99) == ""',
  'context.image.substring(3, 2) == ""',
  'context.image.charAt(99) == ""',
  'context.image.indexOf("a", 99) == 0',
  'context.csv.replace(context.empty, "x") == ""',
];

describe('a-function', () => {
  for (const source of YES) test(`true: ${source}`, () => assert.equal(said(source).answer, true));
  for (const source of ERRS)
    test(`an error: ${source}`, () => assert.ok(said(source).answer instanceof RuleError));
});

const LONG = { text: 'a'.repeat(130_000), list: Array.from({ length: 60_000 }, (_, n) => n) };
const BEYOND: readonly [what: string, source: string][] = [
  ['a text in all its pieces', 'context.text.split("a").size() > 1'],
  ['a text in its characters', 'context.text.split("").size() > 1'],
  ['a text that grows', `context.text${'.replace("a", "aaaaaaaa")'.repeat(6)} == ""`],
  [
    'texts joined again and again',
    '[1,2,3,4,5,6,7,8].all(x, [context.text, context.text, context.text].join().size() > 1)',
  ],
  ['a long text searched for a long one', 'context.text.indexOf(context.text + "b") == 0'],
  ['the same, from its end', 'context.text.lastIndexOf(context.text.replace("a", "b", 1)) == 0'],
  ['matches that look on to the end', 'context.text.substring(0, 3000).findAll("a.*b|a").size() == 1'],
  ['many matches', 'context.text.findAll("a").size() == 1'],
  ['capitals again and again', 'context.list.exists(x, context.text.upperAscii() == "")'],
  ['a text trimmed again and again', 'context.list.exists(x, context.text.trim() == "")'],
  ['sums again and again', 'context.list.all(x, context.list.sum() > 0)'],
  ['the greatest again and again', 'context.list.exists(x, context.list.max() < 0)'],
];

describe('a-hostile-use-of-a-function-ends-at-its-bound', () => {
  for (const [what, source] of BEYOND) {
    test(what, (t) => {
      const from = process.cpuUsage();
      const { answer, units } = said(source, LONG);
      const { user, system } = process.cpuUsage(from);
      t.diagnostic(`${(user + system) / 1000} ms, ${units} units`);
      assert.match(answer instanceof RuleError ? answer.why : String(answer), /costs more than a rule may/);
      assert.ok(units <= UNITS_OF_A_RULE, `${units} units`);
    });
  }
});

test('taking-a-text-apart-and-joining-it-gives-the-text', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', ',', '\u{1f600}'), maxLength: 30 });
  fc.assert(
    fc.property(
      text,
      fc.constantFrom('a', ',', 'ab', ''),
      fc.integer({ min: 1, max: 5 }),
      (given, by, most) => {
        for (const split of [`split(context.by)`, `split(context.by, ${most})`]) {
          assert.equal(
            said(`context.text.${split}.join(context.by) == context.text`, { text: given, by }).answer,
            true,
          );
        }
        const few = `context.text.split(context.by, ${most}).size() <= ${most}`;
        assert.equal(said(few, { text: given, by }).answer, true);
      },
    ),
  );
});

function said(source: string, context: object = CONTEXT): { answer: boolean | RuleError; units: number } {
  const { condition, faults } = readCondition(source);
  assert.ok(condition !== null, `${source}: ${faults[0]?.message}`);
  const asked = new RuleQuestion({ action: 'a', description: '', context, agent: {}, user: {}, facts: {} });
  return { answer: ask(condition, asked), units: UNITS_OF_A_QUESTION - asked.costBudget.left };
}

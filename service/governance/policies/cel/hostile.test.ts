/**
 * Rules and inputs made to hold up other requests: each is refused when it is written, or ends as an error once its
 * units are used up. Units are counted, so this holds on any machine; the output also shows the milliseconds on this
 * one.
 */

import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { compilePolicy, policySet } from '../compiled/compile.ts';
import { ask, RuleError, RuleQuestion, readCondition } from './expression.ts';
import { MAX_SOURCE_CHARACTERS, UNITS_OF_A_QUESTION, UNITS_OF_A_RULE } from './syntax/limits.ts';

const BODY = 256 * 1024;

const NUMBERS = { list: Array.from({ length: BODY / 2 - 10 }, (_, place) => place % 10) };
const EVIL_TEXT = { text: 'a'.repeat(BODY / 2), part: `${'a'.repeat(BODY / 8)}b${'a'.repeat(BODY / 8)}` };
const KEYS = { map: Object.fromEntries(Array.from({ length: 20_000 }, (_, place) => [`k${place}`, place])) };
const TEXTS = { list: Array.from({ length: 1000 }, (_, place) => String(place).padStart(250, 'x')) };
const UNICODE = {
  text: Array.from({ length: 60_000 }, (_, place) => String.fromCodePoint(0x4e00 + (place % 20_000))).join(
    '',
  ),
};
const RANDOM_AB = { text: randomly(BODY - 100) };
const TWINS = { left: nested(8000), right: nested(8000) };

/** Returns letters in an order without any pattern, the same ones each time. */
function randomly(length: number): string {
  let state = 1;
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return 'ab'[(state >> 16) & 1];
  }).join('');
}

function nested(length: number): unknown[] {
  return Array.from({ length }, (_, place) => [{ a: place % 7 }]);
}

/** Evaluations that must end at their bound. */
const BEYOND: readonly [what: string, rule: string, context: object][] = [
  ['loops in loops', 'context.list.all(a, context.list.all(b, a + b > -1.0))', NUMBERS],
  [
    'four loops',
    'context.list.all(a, context.list.all(b, context.list.all(c, context.list.all(d, true))))',
    NUMBERS,
  ],
  ['loops of errors', 'context.list.exists(a, context.list.exists(b, b.x.y == a))', NUMBERS],
  ['loops over keys', 'context.map.all(a, context.map.all(b, a != b || true))', KEYS],
  ['keys again and again', 'context.map.all(a, size(context.map) > 0)', KEYS],
  ['a part made for a text', 'context.text.contains(context.part)', EVIL_TEXT],
  ['nested repeats', 'context.text.matches("(a*)*(a+)+b")', EVIL_TEXT],
  ['a digit string', 'int(context.text) > 1', { text: '9'.repeat(BODY) }],
  ['one comparison of all', 'context.left == context.right', TWINS],
  ['a list looked through again and again', 'context.list.all(a, !(a + 100.0 in context.list))', NUMBERS],
  ['lists that double', `size(${doubled('context.list', 10)}) > 0`, NUMBERS],
  ['texts that double', `size(${doubled('context.text', 12)}) > 0`, EVIL_TEXT],
  ['texts that grow in a loop', 'context.list.map(a, context.list.map(b, a + b)).size() > 0', TEXTS],
  ['texts compared again and again', 'context.list.all(a, context.list.all(b, a <= b || a > b))', TEXTS],
  ['texts searched in a loop', 'context.list.all(a, context.list.all(b, !a.contains(b + "y")))', TEXTS],
  ['large values compared in a loop', 'context.left.all(a, context.left == context.right)', TWINS],
  ['a pattern with many states', 'context.text.matches("(a|b)*a(a|b){12}c")', RANDOM_AB],
  ['many patterns on a large text', Array(5).fill('context.text.matches("x[^y]*z")').join(' || '), EVIL_TEXT],
  ['a pattern on many letters', 'context.text.matches("([^x]{1,30}x){1,10}!")', UNICODE],
  [
    'a loop of literals',
    '[1,2,3,4,5,6,7,8,9].all(a, [1,2,3,4,5,6,7,8,9].all(b, [1,2,3,4,5,6,7,8,9].all(c, [1,2,3,4,5,6,7,8,9].all(d, a+b+c+d > 0))))',
    NUMBERS,
  ],
  ['a pattern in a loop', 'context.list.all(a, context.list.all(b, !a.matches("[^x]y")))', TEXTS],
];

/** Inputs that are large, but not made to be costly. */
const WITHIN: readonly [what: string, rule: string, context: object][] = [
  ['a word looked for in a long text', 'context.text.contains("invoice")', EVIL_TEXT],
  ['a pattern on a page', 'context.text.matches("(?i)drop\\\\s+table")', { text: 'select '.repeat(600) }],
  ['one loop over many', 'context.list.exists(a, a > 9)', { list: NUMBERS.list.slice(0, 1500) }],
  ['a hundred put together', 'size(context.list.map(a, a * 2.0)) > 1', { list: NUMBERS.list.slice(0, 400) }],
  ['a comparison of a thousand', 'context.left == context.right', { left: nested(800), right: nested(800) }],
];

/** Sources that are refused. */
const REFUSED: readonly [what: string, rule: string][] = [
  ['a source of 1 MB', `action == "${'a'.repeat(1024 * 1024)}"`],
  ['brackets', `${'('.repeat(1000)}true${')'.repeat(1000)}`],
  ['open brackets', '['.repeat(MAX_SOURCE_CHARACTERS)],
  ['signs', `${'!'.repeat(4000)}true`],
  ['choices', `${'true?false:'.repeat(300)}true`],
  ['a chain', `action${'+action'.repeat(400)} == ""`],
  ['many parts', `[${'1,'.repeat(1500)}1] == []`],
  ['quotes', '\'"'.repeat(MAX_SOURCE_CHARACTERS / 2)],
  [
    'five loops',
    'a'
      .repeat(5)
      .split('')
      .reduce((inner) => `[1].all(x, ${inner})`, 'true'),
  ],
  ['counts that multiply', 'action.matches("(((a{9}){9}){9}){9}")'],
  ['a count again and again', `action.matches("${'a{1000}'.repeat(60)}")`],
  ['many choices again and again', `action.matches("${'(a|b|c){200}'.repeat(20)}")`],
  ['a long pattern', `action.matches("${'(a|b)'.repeat(200)}")`],
  ['a class of all letters', 'action.matches("(?i)\\\\pL{3}")'],
  ['a class of all characters in either case', `action.matches("(?i)${'[\u0100-\u{1e000}]'.repeat(20)}")`],
  ['a class of all characters by their numbers', 'action.matches("(?i)[\\\\x{80}-\\\\x{1e000}]{9}")'],
  ['the pattern of an agent', 'action.matches(context.pattern)'],
];

describe('a-hostile-evaluation-ends-at-its-bound', () => {
  for (const [what, rule, context] of BEYOND) {
    test(what, (t) => {
      const { answer, units } = answered(t, rule, context);
      assert.ok(answer instanceof RuleError, String(answer));
      assert.match(answer.why, /costs more than a rule may/);
      assert.ok(units <= UNITS_OF_A_RULE, `${units} units`);
    });
  }
});

describe('what-could-be-hostile-is-done-within-its-bound', () => {
  for (const [what, rule, context] of WITHIN) {
    test(what, (t) => {
      const { answer, units } = answered(t, rule, context);
      if (answer instanceof RuleError) assert.doesNotMatch(answer.why, /costs more/);
      assert.ok(units <= UNITS_OF_A_RULE, `${units} units`);
    });
  }
});

describe('a-hostile-source-is-refused', () => {
  for (const [what, rule] of REFUSED) {
    test(what, (t) => {
      const { value, milliseconds } = timed(() => readCondition(rule));
      t.diagnostic(`${milliseconds.toFixed(2)} ms`);
      assert.ok(value.faults.length > 0);
    });
  }
});

test('all-rules-of-a-question-share-one-bound', async (t) => {
  const [, when, context] = BEYOND[0] as (typeof BEYOND)[number];
  const rules = Array.from({ length: 100 }, (_, place) => ({
    id: `r${place}`,
    description: '',
    when,
    effect: 'note' as const,
    message: '',
  }));
  const set = policySet(
    await Promise.all(
      Array.from({ length: 20 }, (_, place) => compilePolicy(`p${place}`, 1, { description: '', rules })),
    ),
  );
  const { value, milliseconds } = timed(() => set.match(inputWith(context)));
  t.diagnostic(`${milliseconds.toFixed(2)} ms for 2,000 rules`);
  assert.equal(value.length, 2000);
  assert.ok(value.every(({ erred }) => erred));
});

test('a-costly-rule-leaves-what-it-did-not-use-to-the-next', () => {
  const question = new RuleQuestion(inputWith(NUMBERS));
  const costly = readCondition((BEYOND[0] as (typeof BEYOND)[number])[1]).condition;
  const cheap = readCondition('size(context.list) > 3').condition;
  assert.ok(costly !== null && cheap !== null);
  assert.ok(ask(costly, question) instanceof RuleError);
  assert.ok(
    question.costBudget.left >= UNITS_OF_A_QUESTION - UNITS_OF_A_RULE,
    `${question.costBudget.left} left`,
  );
  assert.equal(ask(cheap, question), true);
});

function answered(
  t: TestContext,
  rule: string,
  context: object,
): { answer: boolean | RuleError; units: number } {
  const { condition, faults } = readCondition(rule);
  assert.ok(condition !== null, faults[0]?.message);
  const question = new RuleQuestion(inputWith(context));
  const { value, milliseconds } = timed(() => ask(condition, question));
  const units = UNITS_OF_A_QUESTION - question.costBudget.left;
  t.diagnostic(`${milliseconds.toFixed(2)} ms, ${units} units`);
  return { answer: value, units };
}

function inputWith(context: object): never {
  return { action: 'a', description: '', context, agent: {}, user: {}, facts: {} } as never;
}

function doubled(what: string, times: number): string {
  return times === 0 ? what : `[${doubled(what, times - 1)}].map(x, x + x)[0]`;
}

/** Measures only this process's own CPU time, since other processes run on the machine too. */
function timed<T>(work: () => T): { value: T; milliseconds: number } {
  const from = process.cpuUsage();
  const value = work();
  const { user, system } = process.cpuUsage(from);
  return { value, milliseconds: (user + system) / 1000 };
}

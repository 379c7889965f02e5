/**
 * A rule pays for the time it takes, also for a call that fails: every operator, function and method is
 * called with values of every kind, in loops, and takes no longer for a unit than an ordinary rule does, but for a factor.
 * A function that is added is in the tables, and so in here.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FUNCTIONS, METHODS, OPERATORS, type Signature } from './checking/types.ts';
import { ask, RuleQuestion, readCondition } from './expression.ts';
import { UNITS_OF_A_QUESTION } from './syntax/limits.ts';

/** Of CPU time for a unit, above an ordinary rule: errors with their stacks took 10 to 40 times as much. */
const MAX_TIMES_AS_LONG = 8;

const ORDINARY = 'a + b < -1.0';

const CONTEXT = {
  list: Array.from({ length: 60 }, (_, place) => place),
  text: 'x'.repeat(2000),
  map: { k: 1 },
};

/** By kind: a number, a text, a long one, a map, a list, and what errs itself. */
const VALUES = ['a', '"x"', 'context.text', 'context.map', 'context.list', 'a.k'];

const CHOICES = [
  '_ ? true : false',
  '_ && $',
  '_ || $',
  '!(_ && $) || _',
  '{_: 1} == {$: 1}',
  '[_][$] == 1',
  '_.?k.orValue(1) == 1',
  '_.?k.?k.value() == 1',
  '_[?$].hasValue()',
  '_.?k.or(_.?j) == _.?k',
];

const tables = { ...OPERATORS, ...FUNCTIONS, ...METHODS };

test('no-rule-takes-longer-than-it-pays-for', (t) => {
  nanosecondsOfUnit([ORDINARY], 30);
  const ordinary = nanosecondsOfUnit([ORDINARY], 30);
  const kinds = [
    ...Object.entries(tables).flatMap(calls),
    ...CHOICES.map((form): Kind => [form, filled(form)]),
  ];
  assert.ok(kinds.length > 30);
  for (const [what, bodies] of kinds) {
    const taken = nanosecondsOfUnit(bodies);
    t.diagnostic(`${what}: ${(taken / ordinary).toFixed(1)} times as long, ${taken.toFixed(1)} ns a unit`);
    assert.ok(
      taken < MAX_TIMES_AS_LONG * ordinary,
      `${what}: ${taken} ns a unit; ordinary ones: ${ordinary}`,
    );
  }
});

/** The longest of what is taken or refused late; with blanks of any number, it was 6 times as long and more. */
const ORDINARY_SOURCE = `action == "${'x'.repeat(2000)}"`;
const BLANK_SOURCES = ['true', 'true && true', '(true', '[1 == 1'].flatMap((source) =>
  [' ', '\n', '\t', '\r\n'].flatMap((blank) => {
    const blanks = blank.repeat(2000 / blank.length);
    return [
      `${source}${blanks}`,
      `${source}${blanks}|| true`,
      `${blanks}${source}`,
      `${source} //${blanks}x`,
    ];
  }),
);

test('blanks-take-no-longer-to-read-than-text', () => {
  const sources = Array.from({ length: BLANK_SOURCES.length }, () => ORDINARY_SOURCE);
  nanosecondsToRead(sources);
  const ordinary = nanosecondsToRead(sources);
  const taken = nanosecondsToRead(BLANK_SOURCES);
  assert.ok(taken < ordinary, `${taken} ns for blanks, ${ordinary} for text`);
});

function nanosecondsToRead(sources: readonly string[]): number {
  const from = cpuNanoseconds();
  for (const source of sources) readCondition(source);
  return cpuNanoseconds() - from;
}

type Kind = [what: string, bodies: string[]];

/** An operator stands between its operands; an index, which is no function, in brackets. */
function calls([name, signatures]: [string, readonly Signature[]]): Kind[] {
  const arities = new Set(signatures.map(({ takes }) => takes.length));
  return [...arities].map((arity) => {
    const parts = Array.from({ length: arity }, (_, place) => '_$#~'[place] as string);
    return [`${name}/${arity}`, filled(formOf(name, parts))];
  });
}

function formOf(name: string, [first = '', ...others]: string[]): string {
  if (name === '_[_]') return `dyn(${first}[${others}]) == true`;
  const sign = name === '@in' ? 'in' : name.replaceAll('_', '');
  if (Object.hasOwn(OPERATORS, name)) {
    return `dyn(${others.length === 0 ? `${sign}${first}` : `${first} ${sign} ${others}`}) == true`;
  }
  const called = Object.hasOwn(METHODS, name)
    ? `${first}.${name}(${others.join(', ')})`
    : `${name}(${[first, ...others].join(', ')})`;
  return `dyn(${called}) == true`;
}

/** A text stands as it is, since a pattern has to; of all others the kind is not known before. */
function filled(form: string): string[] {
  const written = (value: string) => (value === '"x"' ? value : `dyn(${value})`);
  return VALUES.flatMap((first) =>
    (form.includes('$') ? VALUES : ['']).flatMap((second) =>
      (form.includes('#') ? ['1', '"y"'] : ['']).map((third) =>
        form
          .replaceAll('_', written(first))
          .replaceAll('$', written(second))
          .replaceAll('#', third)
          .replaceAll('~', '1'),
      ),
    ),
  );
}

/** All of these bodies together, each in two loops that go on past an error. */
function nanosecondsOfUnit(bodies: readonly string[], times = 1): number {
  let units = 0;
  const conditions = bodies.flatMap((body) => {
    const source = `context.list.exists(a, context.list.exists(b, (${body}) && false))`;
    return readCondition(source).condition ?? [];
  });
  const from = cpuNanoseconds();
  for (let round = 0; round < times; round += 1) {
    for (const condition of conditions) {
      const asked = new RuleQuestion({ action: 'a', context: CONTEXT });
      ask(condition, asked);
      units += UNITS_OF_A_QUESTION - asked.costBudget.left;
    }
  }
  assert.ok(units > 0, `none of these can be asked: ${bodies[0]}`);
  return (cpuNanoseconds() - from) / units;
}

function cpuNanoseconds(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) * 1000;
}

/** The reasons for which a rule is refused, and the place that each names. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readCondition } from '../expression.ts';

const REFUSED: readonly [source: string, place: string, says: RegExp][] = [
  ['', '1:1', /found end of input/],
  ['  // nothing', '1:13', /found end of input/],
  ['action ==', '1:8', /is not valid CEL/],
  ['action == "a" &&\n  (context.x > 1', '1:15', /is not valid CEL/],
  ['action = "a"', '1:8', /found =/],
  ['action == "a" & true', '1:15', /found &/],
  ['action == "a" and true', '1:15', /found a/],
  [`true${' '.repeat(101)}|| false`, '1:5', /at most 100 blanks/],
  [`true ||\n  true // why${'\n'.repeat(101)}&& true`, '2:14', /at most 100 blanks/],
  ['action == "a', '1:8', /is not valid CEL/],
  ['action == "\\ud800"', '1:1', /surrogate/],
  ['true #', '1:6', /found #/],
  ['action', '1:1', /true or false, but this is a string/],
  ['1', '1:1', /true or false, but this is an int/],
  ['amount > 5', '1:1', /no variable amount; there are action, .*, act and session/],
  ['agent.trsut < 40', '1:6', /no field trsut here; there are id, trust and identity/],
  ['has(facts.risk)', '1:1', /no field risk here/],
  ['has(context)', '1:1', /asks for a field/],
  ['action > 3', '1:8', /> does not take a string and an int/],
  ['action == 3', '1:8', /never equal/],
  ['action in [1, 2]', '1:8', /never in a list of an int/],
  ['context.amount * 2 > 10', '1:16', /2\.0/],
  ['context.amount % 2 == 0', '1:16', /int\(/],
  ['action.lower() == "a"', '1:7', /no method lower\(\)/],
  ['lower(action) == "a"', '1:1', /no function lower\(\)/],
  ['contains(action, "a")', '1:1', /is a method/],
  ['action.size().matches("a")', '1:14', /matches\(\) does not take an int/],
  ['timestamp(action) > 1', '1:1', /no function timestamp/],
  ['context.items.exists(1, true)', '1:14', /takes the name of a variable/],
  ['action.exists(x, true)', '1:7', /goes over a list/],
  ['action ? true : false', '1:1', /before \? must be a bool/],
  ['action || true', '1:1', /each side of \|\| must be a bool/],
  ['9223372036854775808 > 1', '1:1', /greater than an int/],
  ['1u == 1', '1:1', /unsigned/],
  ['b"a" == b"a"', '1:1', /bytes/],
  ['google.protobuf.Duration{} == 1', '1:1', /messages/],
  ['for == 1', '1:1', /reserved/],
  ['action.matches("(a)\\\\1")', '1:16', /not valid in RE2/],
  ['action.matches("(?=a)b")', '1:16', /not valid in RE2/],
  ['action.matches("(?<!a)b")', '1:16', /not valid in RE2/],
  ['action.matches("(a")', '1:16', /not valid in RE2/],
  ['action.matches(description)', '1:16', /written out/],
  // A dot before a name should skip the loop's own variable, but the library gives that variable all the same.
  [`['x'].exists(action, .action == 'a')`, '1:22', /\.action is hidden by/],
  [`['x'].all(action, [1].all(y, . action == 'a'))`, '1:30', /\.action is hidden by/],
  ['context.items.exists(context, .context.n > 1)', '1:31', /\.context is hidden by/],
  [`['x'].exists(.action, action == 'a')`, '1:14', /a name without a dot/],
  ['action.find(description) == ""', '1:13', /pattern of find\(\) .* written out/],
  ['action.findAll(description) == []', '1:16', /pattern of findAll\(\) .* written out/],
  ['action.findAll("(?=a)b") == []', '1:16', /not valid in RE2/],
  ['context.items.exists(x, action.matches(x))', '1:40', /written out/],
];

const LARGE: readonly [source: string, ...places: string[]][] = [
  ['context.to == 9007199254740992', '1:15'],
  ['context.to == 9007199254740993.0', '1:15'],
  ['context.to == -9007199254740993', '1:15'],
  ['context.to == -9007199254740993.0', '1:15'],
  ['context.to == 0x20000000000001', '1:15'],
  ['context.to > 1e23', '1:14'],
  [
    'context.to in [1, 9007199254740993] ||\n  context.list.exists(x, x == {9007199254740993: 1}[0])',
    '1:19',
    '2:32',
  ],
  ['context.list.map(x, 9223372036854775807) == []', '1:21'],
];

describe('a-new-rule-is-refused-for-a-number-that-the-input-can-not-hold', () => {
  for (const [source, ...places] of LARGE) {
    test(source, () => {
      const faults = readCondition(source).refusedIfNew;
      assert.deepEqual(
        faults.map(({ line, column }) => `${line}:${column}`),
        places,
      );
      for (const { message } of faults) assert.match(message, /up to 9007199254740991 on either side/);
    });
  }

  for (const source of [
    'context.to == 9007199254740991',
    'context.to == -9007199254740991',
    'context.to == 1e22 || context.to > -1e16',
    'context.to < 123456789012345678.5',
    'context.to == "9007199254740993" // and not 9007199254740993',
  ]) {
    test(`and-not-for ${source}`, () => assert.deepEqual(readCondition(source).refusedIfNew, []));
  }

  test('while-one-that-is-in-force-goes-on', () => {
    for (const [source] of LARGE) assert.ok(readCondition(source).condition !== null, source);
  });
});

test('blanks-around-a-rule-and-as-many-as-are-laid-out-within-are-taken', () => {
  for (const source of [
    `true${' '.repeat(2040)}`,
    `${'\n'.repeat(90)}true`,
    `true${' '.repeat(100)}&& true`,
  ]) {
    assert.deepEqual(readCondition(source).faults, []);
  }
});

describe('a-rule-is-refused', () => {
  for (const [source, place, says] of REFUSED) {
    test(`for ${source}`, () => {
      const [fault] = readCondition(source).faults;
      assert.ok(fault !== undefined, 'it is taken');
      assert.match(fault.message, says);
      assert.equal(`${fault.line}:${fault.column}`, place);
    });
  }
});

test('every-fault-is-named-in-the-order-of-the-source', () => {
  const { faults } = readCondition('foo == 1 ||\r\n  action > 3 ||\n  bar');
  assert.deepEqual(
    faults.map(({ line, column }) => `${line}:${column}`),
    ['1:1', '2:10', '3:3'],
  );
});

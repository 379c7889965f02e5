/**
 * Rules against the CEL library's own evaluation and RE2's own search: what ours count on the way must not change what
 * they say. And whatever a rule and an input are, there is an answer, and it is always the same.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CelInput, celList, celMap, isCelError, run as runByLibrary } from '@bufbuild/cel';
import { RE2JS } from '@bufbuild/re2';
import fc from 'fast-check';
import { compilePolicy } from '../compile.ts';
import type { PolicyInput } from '../policy.ts';
import { build } from './build.ts';
import { readCondition } from './expression.ts';
import { UNITS_OF_A_RULE } from './limits.ts';
import { Pattern } from './pattern.ts';
import { SourceError } from './source-error.ts';
import { readTree } from './syntax.ts';
import { Erred, Run } from './values.ts';

const leaf = fc.constantFrom(
  ...'c.a c.b c.s c.t c.l c.m c.n c.absent c.m.k c.l[0] c.l[1] x d'.split(' '),
  ...'0 1 2 -3 1.0 2.5 "a" "ab" "" true false null ["a"] {"k":1} [1,2]'.split(' '),
);

const { expression } = fc.letrec<{ expression: string }>((tie) => {
  const part = tie('expression');
  const binary = fc.constantFrom('+', '-', '*', '/', '%', '==', '!=', '<', '<=', '>', '>=', '&&', '||', 'in');
  const macro = fc.constantFrom('exists', 'all', 'exists_one', 'map', 'filter');
  const method = fc.constantFrom('contains', 'startsWith', 'endsWith');
  return {
    expression: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      leaf,
      fc.tuple(part, binary, part).map(([left, sign, right]) => `(${left} ${sign} ${right})`),
      fc.tuple(part, part, part).map(([test_, yes, no]) => `(${test_} ? ${yes} : ${no})`),
      fc.tuple(part, macro, part).map(([range, name, body]) => `${range}.${name}(x, ${body})`),
      fc.tuple(part, method, part).map(([text, name, other]) => `${text}.${name}(${other})`),
      fc.tuple(fc.constantFrom('size', 'dyn', 'string'), part).map(([name, of]) => `${name}(${of})`),
      // The library takes two signs in a row for none, whatever stands behind them.
      fc.tuple(fc.constantFrom('!', '-'), leaf).map(([sign, of]) => `${sign}(${of})`),
      // And it takes a bool for a place in a list.
      fc
        .tuple(part, fc.constantFrom('0', '1', '1.0', '"k"', 'c.a', 'c.s'))
        .map(([of, key]) => `(${of})[${key}]`),
      // Of what is no map the library says that it has no such field, where ours errs.
      fc
        .tuple(fc.constantFrom('c', 'c.m', 'c.absent', '{"k": 1}'), fc.constantFrom('k', 'a'))
        .map(([of, field]) => `has(${of}.${field})`),
      part.map((of) => `[${of}, 1]`),
    ),
  };
});

const scalar = fc.oneof(
  fc.constantFrom<string | number | boolean>('a', 'ab', '', 1, 2, 0, -0.5, 1e300, true, false),
);
// The library takes a member that is null for absent where `in` asks; a null stands in a list only.
const context = fc.record(
  {
    a: fc.constantFrom(0, 1, 2, 2.5, -3),
    b: fc.boolean(),
    s: fc.constantFrom('', 'a', 'ab', 'abab'),
    t: scalar,
    l: fc.array(fc.oneof(scalar, fc.constant(null)), { maxLength: 4 }),
    m: fc.dictionary(fc.constantFrom('k', 'a', 'z'), scalar, { maxKeys: 3 }),
    n: fc.array(fc.array(scalar, { maxLength: 2 }), { maxLength: 2 }),
  },
  { requiredKeys: [] },
);

test('an-expression-says-what-the-library-says', () => {
  let compared = 0;
  const property = fc.property(expression, context, scalar, (source, c, d) => {
    const wanted = runByLibrary(source, { c: asCel(c), d, x: 7n } as never);
    const given = ours(source, { c, d, x: 7n });
    // A part that always fails is refused, and the library may pass it by.
    if (given instanceof SourceError) return;
    compared += 1;
    const told = (value: unknown): string => (typeof value === 'boolean' ? String(value) : 'no bool');
    const failed = (value: unknown): boolean => value instanceof Erred || isCelError(value);
    assert.equal(
      failed(given),
      failed(wanted),
      `${source} with ${JSON.stringify({ c, d })}: ${String(wanted)}`,
    );
    assert.equal(told(given), told(wanted), source);
  });
  fc.assert(property, { numRuns: 4000 });
  assert.ok(compared > 1000, `${compared} were compared`);
});

test('a-pattern-finds-what-re2-finds', () => {
  const { pattern } = fc.letrec<{ pattern: string }>((tie) => ({
    pattern: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(
        'a',
        'b',
        'ab',
        '.',
        '[ab]',
        '[^a]',
        '\\w',
        '\\b',
        '\\B',
        '^',
        '$',
        '(?i)A',
        '(?m)^b',
        '(?s).',
        'é',
      ),
      fc.tuple(tie('pattern'), tie('pattern')).map(([one, other]) => one + other),
      fc.tuple(tie('pattern'), tie('pattern')).map(([one, other]) => `(?:${one}|${other})`),
      fc
        .tuple(tie('pattern'), fc.constantFrom('*', '+', '?', '{2}', '{1,3}'))
        .map(([of, many]) => `(${of})${many}`),
    ),
  }));
  const text = fc.array(fc.constantFrom('a', 'b', 'A', ' ', '\n', 'é', '_', '\u{1f600}'), { maxLength: 12 });
  const property = fc.property(pattern, fc.array(text, { maxLength: 4 }), (source, texts) => {
    const ours_ = new Pattern(source);
    for (const each of texts.map((letters) => letters.join(''))) {
      // Each from the start, since RE2's own remembers what it has seen.
      assert.equal(
        ours_.isIn(each, new Run({}, UNITS_OF_A_RULE)),
        RE2JS.compile(source).test(each),
        `${source} in ${each}`,
      );
    }
  });
  fc.assert(property, { numRuns: 1500 });
});

test('whatever-the-source-it-is-read-or-refused-with-a-place', () => {
  const anything = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(fc.oneof(leaf, fc.constantFrom(...'()[]{}.,?:!"\'`\\&|'))).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(anything, (source) => {
      for (const { line, column } of readCondition(source).faults) assert.ok(line >= 1 && column >= 1);
    }),
    { numRuns: 2000 },
  );
});

test('a-policy-always-answers-and-always-the-same', () => {
  const sources = expression.map((source) =>
    source.replaceAll('c.', 'context.').replaceAll(/\bd\b/g, 'action'),
  );
  const json = fc.oneof(context, fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 5 })));
  let asked = 0;
  const property = fc.property(sources, json, (when, given) => {
    if (readCondition(when).faults.length > 0) return;
    asked += 1;
    const input = { ...INPUT, context: JSON.parse(JSON.stringify(given)) };
    const rules = [{ id: 'r', description: '', when, effect: 'block' as const, message: '' }];
    const once = compilePolicy('p', 1, { description: '', rules });
    const wanted = compilePolicy('p', 1, { description: '', rules }).match(input);
    for (let again = 0; again < 3; again += 1) assert.deepEqual(once.match(input), wanted);
  });
  fc.assert(property, { numRuns: 4000 });
  assert.ok(asked > 100, `${asked} were asked`);
});

const INPUT: PolicyInput = {
  action: 'a',
  description: '',
  context: {},
  agent: {},
  user: {},
  facts: { environment: 'production', risk_level: 'low', is_irreversible: false, approval: 'none' },
};

/** Without the check of types, which refuses more than the library does. */
function ours(source: string, input: object): unknown {
  try {
    return build(readTree(source)).evaluate(new Run(input, UNITS_OF_A_RULE));
  } catch (error) {
    if (error instanceof SourceError) return error;
    throw error;
  }
}

function asCel(value: unknown): CelInput {
  if (Array.isArray(value)) return celList(value.map(asCel));
  if (value === null || typeof value !== 'object') return value as CelInput;
  return celMap(new Map(Object.entries(value).map(([key, member]) => [key, asCel(member)]))) as CelInput;
}

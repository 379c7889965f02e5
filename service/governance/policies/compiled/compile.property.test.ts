/** Every rule has an answer to every question, and always the same one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@assize/evidence-format';
import fc from 'fast-check';
import { NO_ACT, type PolicyInput, type PolicyRule } from '../policy.ts';
import { compilePolicy, faultsOfRule } from './compile.ts';

const leaf = fc.constantFrom(
  ...'context.a context.s context.t context.l context.m context.n context.absent context.m.k context.l[0] x action'.split(
    ' ',
  ),
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
      fc.tuple(fc.constantFrom('!', '-'), leaf).map(([sign, of]) => `${sign}(${of})`),
      fc
        .tuple(part, fc.constantFrom('0', '1', '1.0', '"k"', 'context.a'))
        .map(([of, key]) => `(${of})[${key}]`),
      fc
        .tuple(
          fc.constantFrom('context', 'context.m', 'context.absent', '{"k": 1}'),
          fc.constantFrom('k', 'a'),
        )
        .map(([of, field]) => `has(${of}.${field})`),
      part.map((of) => `[${of}, 1]`),
    ),
  };
});

const context = fc.dictionary(
  fc.constantFrom('a', 's', 't', 'l', 'm', 'n'),
  fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom('ab', 1, 2.5, true), fc.constant({ k: 1 })),
);

function inputWith(given: JsonObject): PolicyInput {
  const facts = {
    environment: 'sandbox',
    risk_level: 'low',
    is_irreversible: false,
    approval: 'none',
  } as const;
  return {
    action: 'a.b',
    description: '',
    context: given,
    agent: {},
    user: {},
    facts,
    act: NO_ACT,
    session: {},
  };
}

test('a-rule-that-is-taken-has-the-same-answer-whenever-it-is-asked', async () => {
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(expression, context, async (when, given) => {
      const rule: PolicyRule = { id: 'r', description: '', when, effect: 'block', message: '' };
      if ((await faultsOfRule(rule, 0)).length > 0) return;
      taken += 1;
      const document = { description: '', rules: [rule] };
      const input = inputWith(given as JsonObject);
      const first = (await compilePolicy('p', 1, document)).match(input);
      const again = await compilePolicy('p', 1, document);
      assert.deepEqual(again.match(structuredClone(input)), first);
    }),
    { numRuns: 2000 },
  );
  assert.ok(taken > 100, `${taken} were taken`);
});

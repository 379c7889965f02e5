/** On ordinary schemas and values, fitting is what Ajv, which makes code of a schema, calls valid. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonValue } from '@assize/evidence-format';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { searchOnce } from '../../governance/policies/cel/index.ts';
import { unfittingIn } from './fit.ts';

const name = fc.constantFrom('a', 'b', 'c');
const size = fc.integer({ min: 0, max: 4 });
const text = fc.constantFrom('', 'a', 'ab', 'b', '😀', '😀😀', 'abcd');
const number = fc.constantFrom(0, 1, 2, 3, 1.5, -1);
const type = fc.constantFrom('string', 'number', 'integer', 'boolean', 'object', 'array', 'null');

const { value, schema } = fc.letrec<{ value: JsonValue; schema: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.oneof(text, number, fc.constantFrom<JsonValue>(null, true, false)),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(name, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
  schema: fc.oneof(
    { depthSize: 'small', maxDepth: 4 },
    fc.boolean(),
    fc.record(
      {
        type: fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 3 })),
        enum: fc.uniqueArray(fc.oneof(text, number), { minLength: 1, maxLength: 4 }),
        minimum: number,
        exclusiveMaximum: number,
        minLength: size,
        maxLength: size,
        pattern: fc.constantFrom('^a', 'b$', '[a-b]+', '^$'),
        minItems: size,
        maxItems: size,
      },
      { requiredKeys: [], noNullPrototype: true },
    ),
    fc.record(
      {
        const: tie('value'),
        items: tie('schema'),
        required: fc.uniqueArray(name, { maxLength: 2 }),
        properties: fc.dictionary(name, tie('schema'), { maxKeys: 3, noNullPrototype: true }),
        patternProperties: fc.record({ '^[ab]$': tie('schema') }),
        additionalProperties: tie('schema'),
      },
      { requiredKeys: [], noNullPrototype: true },
    ) as fc.Arbitrary<JsonValue>,
    fc.record(
      {
        allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
        anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }),
        oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }),
      },
      { requiredKeys: [], noNullPrototype: true },
    ) as fc.Arbitrary<JsonValue>,
  ),
}));

test('a-value-fits-where-another-validator-calls-it-valid', () => {
  fc.assert(
    fc.property(schema, fc.array(value, { minLength: 1, maxLength: 5 }), (of, values) => {
      const isValid = new Ajv({ strict: false }).compile(of as boolean | object);
      for (const each of values)
        assert.equal(unfittingIn(of, each, searchOnce) === null, isValid(each), JSON.stringify(each));
    }),
    { numRuns: 500 },
  );
});

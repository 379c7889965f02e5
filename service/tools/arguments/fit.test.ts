/** Values and the first place where they do not fit a schema. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject, JsonValue } from '@assize/evidence-format';
import { searchOnce } from '../../governance/policies/cel/index.ts';
import { unfittingIn } from './fit.ts';

/** Values that fit, and the place where something else does not; an empty place is the whole. */
interface Case {
  schema: JsonValue;
  fits?: JsonValue[];
  not?: [value: JsonValue, place: string][];
}

const at = (of: JsonValue): JsonObject => ({ type: 'object', properties: { a: of } });

const CASES: Record<string, Case> = {
  'a type': {
    schema: { type: 'integer' },
    fits: [1, -0, 2.0],
    not: [1.5, '1', null, true, [1], {}].map((value) => [value, '']),
  },
  'one of several types': { schema: { type: ['string', 'null'] }, fits: ['', null], not: [[0, '']] },
  'each type': {
    schema: {
      properties: {
        n: { type: 'number' },
        b: { type: 'boolean' },
        o: { type: 'object' },
        l: { type: 'array' },
        z: { type: 'null' },
      },
    },
    fits: [{ n: 0.5, b: false, o: {}, l: [], z: null }, 'not an object'],
    not: [
      [{ n: '5' }, 'n'],
      [{ b: 0 }, 'b'],
      [{ o: [] }, 'o'],
      [{ o: null }, 'o'],
      [{ l: {} }, 'l'],
      [{ z: 0 }, 'z'],
    ],
  },
  'a type that is not known': { schema: { type: 'decimal' }, fits: ['x', 1] },
  'a type that objects inherit': { schema: { type: 'constructor' }, fits: ['x'] },
  'const and enum': {
    schema: at({ anyOf: [{ const: { x: [1] } }, { enum: ['EUR', 'USD', null, [2]] }] }),
    fits: [{ a: { x: [1] } }, { a: 'EUR' }, { a: null }, { a: [2] }],
    not: [
      [{ a: { x: [2] } }, ''],
      [{ a: 'eur' }, ''],
      [{ a: [3] }, ''],
    ].map(([value]) => [value as JsonValue, 'a']),
  },
  'members that must be there': { schema: { required: ['a', 'toString'] }, not: [[{ a: 1 }, 'toString']] },
  'members that may be there': {
    schema: {
      properties: { a: true },
      patternProperties: { '^x-': { type: 'number' } },
      additionalProperties: false,
    },
    fits: [{ a: null }, { 'x-1': 1 }],
    not: [
      [{ b: 1 }, 'b'],
      [{ 'x-1': 'one' }, 'x-1'],
      [{ constructor: 1 }, 'constructor'],
    ],
  },
  'other members': {
    schema: { additionalProperties: { type: 'string' } },
    not: [[{ b: 1 }, 'b']],
    fits: [{ b: '1' }],
  },
  'a place that must be empty': { schema: at(false), fits: [{}], not: [[{ a: 1 }, 'a']] },
  'limits of a number': {
    schema: { minimum: 1, maximum: 9, exclusiveMaximum: 9 },
    fits: [1, 8.99, 'x'],
    not: [
      [0.99, ''],
      [9, ''],
    ],
  },
  'limits that were switches': {
    schema: { minimum: 1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false },
    fits: [1.01, 9],
    not: [
      [1, ''],
      [9.01, ''],
    ],
  },
  'limits of a text, in characters': {
    schema: { minLength: 2, maxLength: 3 },
    fits: ['ab', '😀😀', '😀😀😀'],
    not: [
      ['😀', ''],
      ['abcd', ''],
    ],
  },
  'limits of a list': {
    schema: { minItems: 1, maxItems: 2, items: { type: 'string' } },
    fits: [['a'], ['a', 'b']],
    not: [
      [[], ''],
      [['a', 'b', 'c'], ''],
      [['a', 1], '1'],
    ],
  },
  'places of a list': {
    schema: { prefixItems: [{ type: 'string' }], items: false },
    fits: [['a'], []],
    not: [
      [[1], '0'],
      [['a', 1], '1'],
    ],
  },
  'places of a list as they once were written': {
    schema: { items: [{ type: 'string' }], additionalItems: { type: 'number' } },
    fits: [['a', 1]],
    not: [
      [[1], '0'],
      [['a', 'b'], '1'],
    ],
  },
  'all and one of the forms': {
    schema: {
      allOf: [{ required: ['a'] }, at({ minimum: 1 })],
      oneOf: [at({ maximum: 5 }), at({ minimum: 4 })],
    },
    fits: [{ a: 1 }, { a: 6 }],
    not: [
      [{}, 'a'],
      [{ a: 0 }, 'a'],
      [{ a: 4 }, ''],
    ],
  },
  'the form that fits furthest': {
    schema: {
      anyOf: [{ type: 'null' }, { properties: { to: { properties: { city: { type: 'string' } } } } }],
    },
    not: [[{ to: { city: 1 } }, 'to.city']],
  },
  'null where a description of an API allows it': {
    schema: { type: 'string', nullable: true },
    fits: [null, 'a'],
  },
  'a pattern': { schema: { pattern: '^o-[0-9]+$' }, fits: ['o-1', 7], not: [['x o-1', '']] },
  'a pattern that RE2 does not have': { schema: { pattern: '(?=a)b' }, fits: ['x'] },
  'a reference': {
    schema: { $defs: { 'a/b': { type: 'string' } }, properties: { a: { $ref: '#/$defs/a~1b' } } },
    fits: [{ a: 'x' }],
    not: [[{ a: 1 }, 'a']],
  },
  'references that lead out of the document, or nowhere': {
    schema: {
      allOf: [{ $ref: 'https://example.com/s.json' }, { $ref: '#/$defs/x' }, { $ref: '#/constructor' }],
    },
    fits: [1, {}],
  },
  'a tree': {
    schema: { type: 'object', required: ['n'], properties: { children: { items: { $ref: '#' } } } },
    fits: [{ n: 1, children: [{ n: 2, children: [] }] }],
    not: [[{ n: 1, children: [{ n: 2, children: [{}] }] }, 'children.0.children.0.n']],
  },
  'keywords of the wrong kind, and unknown ones': {
    schema: {
      type: 5,
      required: 'x',
      enum: 'x',
      minimum: 'x',
      pattern: 1,
      items: 3,
      properties: [],
      anyOf: {},
      $ref: 1,
      format: 'email',
      not: {},
    },
    fits: [{ x: 1 }, 'x'],
  },
  'every schema': { schema: true, fits: [1, null] },
};

for (const [name, { schema, fits = [], not = [] }] of Object.entries(CASES)) {
  test(`checks-${name.replaceAll(/[ ,]+/g, '-')}`, () => {
    for (const value of fits)
      assert.equal(unfittingIn(schema, value, searchOnce), null, JSON.stringify(value));
    for (const [value, place] of not)
      assert.equal(unfittingIn(schema, value, searchOnce)?.path.join('.'), place, JSON.stringify(value));
  });
}

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import Type, { type TSchema } from 'typebox';
import type { SchemaError } from './fault-unions.ts';
import { faultsFromAjv, locPart, type RequestPart } from './faults.ts';
import { validatorCompiler } from './validation.ts';

type Row = [type: string, loc: string, msg?: string];

/** The faults of a value, found by the application's own validators; locations joined by dots. */
function faults(schema: TSchema, value: unknown, where: RequestPart = 'body'): Row[] {
  const validate = validatorCompiler({ schema, httpPart: where, method: 'POST', url: '/' });
  if (validate(value) === true) return [];
  return faultsFromAjv((validate.errors ?? []) as SchemaError[], where, value).map((fault) => {
    assert.deepEqual(Object.keys(fault), ['loc', 'msg', 'type']);
    return [fault.type, fault.loc.join('.'), fault.msg];
  });
}

const field = (schema: TSchema) => Type.Object({ x: schema }, { additionalProperties: false });

describe('names-faults-as-pydantic-does', () => {
  const risk = Type.Enum(['low', 'medium', 'high', 'critical']);
  // biome-ignore format: a table reads better with one case a line
  const rows: [string, TSchema, unknown, Row[]][] = [
    ['a missing field', field(Type.String()), {}, [['missing', 'body.x', 'Field required']]],
    ['a string', field(Type.String()), { x: 5 }, [['string_type', 'body.x', 'Input should be a valid string']]],
    ['null for a string', field(Type.String()), { x: null }, [['string_type', 'body.x', 'Input should be a valid string']]],
    ['a boolean as text', field(Type.Boolean()), { x: 'true' }, [['bool_type', 'body.x', 'Input should be a valid boolean']]],
    ['a number as text', field(Type.Number()), { x: '1' }, [['float_type', 'body.x', 'Input should be a valid number']]],
    ['an integer as text', field(Type.Integer()), { x: '1' }, [['int_type', 'body.x', 'Input should be a valid integer']]],
    ['a fraction', field(Type.Integer()), { x: 1.5 }, [['int_from_float', 'body.x', 'Input should be a valid integer']]],
    ['an object', field(Type.Object({})), { x: [] }, [['dict_type', 'body.x', 'Input should be a valid dictionary']]],
    ['a list', field(Type.Array(Type.String())), { x: {} }, [['list_type', 'body.x', 'Input should be a valid list']]],
    ['null', field(Type.Null()), { x: 0 }, [['none_required', 'body.x', 'Input should be null']]],
    ['an enum', field(risk), { x: 'LOW' }, [['literal_error', 'body.x', "Input should be 'low', 'medium', 'high' or 'critical'"]]],
    ['an enum of another type', field(risk), { x: 1 }, [['literal_error', 'body.x', "Input should be 'low', 'medium', 'high' or 'critical'"]]],
    ['a literal', field(Type.Literal('x')), { x: 'y' }, [['literal_error', 'body.x', "Input should be 'x'"]]],
    ['a minimum', field(Type.Number({ minimum: 0 })), { x: -1 }, [['greater_than_equal', 'body.x', 'Input should be greater than or equal to 0']]],
    ['a maximum', field(Type.Number({ maximum: 100 })), { x: 101 }, [['less_than_equal', 'body.x', 'Input should be less than or equal to 100']]],
    ['more than', field(Type.Number({ exclusiveMinimum: 0 })), { x: 0 }, [['greater_than', 'body.x', 'Input should be greater than 0']]],
    ['less than', field(Type.Number({ exclusiveMaximum: 1 })), { x: 1 }, [['less_than', 'body.x', 'Input should be less than 1']]],
    ['a multiple', field(Type.Number({ multipleOf: 5 })), { x: 1 }, [['multiple_of', 'body.x', 'Input should be a multiple of 5']]],
    ['an empty string', field(Type.String({ minLength: 1 })), { x: '' }, [['string_too_short', 'body.x', 'String should have at least 1 character']]],
    ['a long string', field(Type.String({ maxLength: 2 })), { x: 'abc' }, [['string_too_long', 'body.x', 'String should have at most 2 characters']]],
    ['a pattern', field(Type.String({ pattern: '^a$' })), { x: 'b' }, [['string_pattern_mismatch', 'body.x', "String should match pattern '^a$'"]]],
    ['too few items', field(Type.Array(Type.String(), { minItems: 1 })), { x: [] }, [['too_short', 'body.x', 'List should have at least 1 item']]],
    ['too many items', field(Type.Array(Type.String(), { maxItems: 1 })), { x: ['a', 'b'] }, [['too_long', 'body.x', 'List should have at most 1 item']]],
    ['an unknown field', Type.Object({}, { additionalProperties: false }), { contxt: {} }, [['extra_forbidden', 'body.contxt', 'Extra inputs are not permitted']]],
    ['a time', field(Type.String({ format: 'date-time' })), { x: 'soon' }, [['datetime_from_date_parsing', 'body.x', 'Input should be a valid datetime with a time zone']]],
    ['an item', field(Type.Array(Type.Object({ y: Type.String() }))), { x: [{ y: 'a' }, { y: 1 }, {}] }, [['string_type', 'body.x.1.y', 'Input should be a valid string'], ['missing', 'body.x.2.y', 'Field required']]],
    ['everything at once', Type.Object({ a: Type.String(), b: Type.Number({ minimum: 0 }) }, { additionalProperties: false }), { b: -1, c: 1 }, [['missing', 'body.a', 'Field required'], ['extra_forbidden', 'body.c', 'Extra inputs are not permitted'], ['greater_than_equal', 'body.b', 'Input should be greater than or equal to 0']]],
  ];
  for (const [name, schema, value, wanted] of rows)
    it(name, () => assert.deepEqual(faults(schema, value), wanted));
});

describe('tells-one-mistake-once', () => {
  const word = Type.Union([Type.Literal('all'), Type.Literal('none')]);
  // biome-ignore format: a table reads better with one case a line
  const rows: [string, TSchema, unknown, Row[]][] = [
    ['a union of words', field(word), { x: 'some' }, [['literal_error', 'body.x', "Input should be 'all' or 'none'"]]],
    ['an optional null', field(Type.Union([Type.String(), Type.Null()])), { x: 1 }, [['string_type', 'body.x', 'Input should be a valid string']]],
    ['null beside words', field(Type.Union([Type.Enum(['a', 'b']), Type.Null()])), { x: 1 }, [['literal_error', 'body.x', "Input should be 'a' or 'b'"]]],
    ['several types', field(Type.Union([Type.String(), Type.Array(Type.String())])), { x: 1 }, [['string_type', 'body.x', 'Input should be a valid string or a valid list']]],
    ['a list in a union', field(Type.Union([Type.Null(), Type.Array(Type.String())])), { x: ['a', 1] }, [['string_type', 'body.x.1', 'Input should be a valid string']]],
    ['an item of many', Type.Array(word), ['all', 'x', 'none', 'x'], [['literal_error', 'body.1', "Input should be 'all' or 'none'"], ['literal_error', 'body.3', "Input should be 'all' or 'none'"]]],
    ['the branch whose word fits', field(Type.Union([Type.Object({ kind: Type.Literal('a'), size: Type.Number() }), Type.Object({ kind: Type.Literal('b'), name: Type.String(), note: Type.String() })])), { x: { kind: 'b' } }, [['missing', 'body.x.name', 'Field required'], ['missing', 'body.x.note', 'Field required']]],
    ['a union in a union', field(Type.Union([Type.Null(), Type.Object({ y: word })])), { x: { y: 1 } }, [['literal_error', 'body.x.y', "Input should be 'all' or 'none'"]]],
  ];
  for (const [name, schema, value, wanted] of rows)
    it(name, () => assert.deepEqual(faults(schema, value), wanted));
});

describe('names-the-part-of-the-request', () => {
  const limit = Type.Object(
    {
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
      types: Type.Optional(Type.Array(Type.String())),
      full: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  );

  it('query', () => {
    assert.deepEqual(faults(limit, { limit: 'many', full: 'yes' }, 'querystring'), [
      ['int_parsing', 'query.limit', 'Input should be a valid integer'],
      ['bool_parsing', 'query.full', 'Input should be a valid boolean'],
    ]);
    for (const strange of ['Infinity', '-Infinity', 'NaN', '0x10', '1e1', ' 5', '', '9'.repeat(400)]) {
      assert.equal(faults(limit, { limit: strange }, 'querystring')[0]?.[0], 'int_parsing', strange);
    }
    assert.equal(faults(limit, { limit: ['1', '2'] }, 'querystring')[0]?.[0], 'int_parsing');
  });

  it('path-and-header', () => {
    assert.deepEqual(faults(field(Type.String({ maxLength: 1 })), { x: 'ab' }, 'params')[0]?.[1], 'path.x');
    assert.deepEqual(faults(Type.Object({ a: Type.String() }), {}, 'headers')[0]?.[1], 'header.a');
  });

  it('reads-text-as-its-type-outside-bodies-only', () => {
    const query = { limit: '7', types: 'governance_eval', full: 'true' };
    assert.deepEqual(faults(limit, query, 'querystring'), []);
    assert.deepEqual(query, { limit: 7, types: ['governance_eval'], full: true });
    assert.equal(faults(limit, { limit: '7', types: 'x', full: 'true' }).length, 3);
  });
});

describe('locates-the-whole-value', () => {
  const body = Type.Object({ a: Type.String() });
  it('absent', () => assert.deepEqual(faults(body, undefined), [['missing', 'body', 'Field required']]));
  for (const value of [null, 1, 'text', [], true]) {
    it(JSON.stringify(value), () => {
      assert.deepEqual(faults(body, value), [['dict_type', 'body', 'Input should be a valid dictionary']]);
    });
  }
});

describe('accepts-points-in-time-only', () => {
  const time = Type.String({ format: 'date-time' });
  for (const good of [
    '2026-02-28T23:59:59Z',
    '2026-02-28t01:02:03.123456+05:30',
    '2024-02-29T00:00:00.000Z',
  ]) {
    it(good, () => assert.deepEqual(faults(time, good), []));
  }
  const bad = [
    '2026-02-28',
    '2026-02-30T00:00:00Z',
    '2026-02-28T00:00:00',
    '2016-12-31T23:59:60Z',
    '2026-02-28 00:00:00Z',
    '2026-02-28T00:00:00Z\n',
    '2026-02-28T25:00:00Z',
    '',
    'now',
  ];
  for (const text of bad) it(JSON.stringify(text), () => assert.equal(faults(time, text).length, 1));
});

const MAX_CPU_US = 10_000_000;

describe('stays-small-and-silent-under-attack', () => {
  it('decodes-pointers', () => {
    const map = Type.Record(Type.String(), Type.Object({ y: Type.Number() }));
    assert.deepEqual(faults(map, { 'a/b~c~1': { y: 'x' } })[0]?.[1], 'body.a/b~c~1.y');
  });

  it('never-repeats-a-value', () => {
    const all = JSON.stringify(
      faults(field(Type.String({ maxLength: 2, pattern: '^a$', format: 'uuid' })), { x: 'hunter2' }),
    );
    assert.doesNotMatch(all, /hunter2/);
  });

  it('tells-at-most-100-even-of-100000', () => {
    const list = Array.from({ length: 100_000 }, () => 1);
    const started = process.threadCpuUsage().user;
    assert.equal(
      faults(Type.Array(Type.Union([Type.Literal('a'), Type.String(), Type.Null()])), list).length,
      100,
    );
    // Not by the clock, which other processes on the machine affect; work that grew with the square would take minutes.
    assert.ok(process.threadCpuUsage().user - started < MAX_CPU_US);
  });

  it('shortens-keys-and-repairs-lone-surrogates', () => {
    assert.equal(locPart('k'.repeat(1000)).length, 129);
    assert.equal(locPart(`${'k'.repeat(127)}😀`), `${'k'.repeat(127)}\ufffd…`);
    assert.equal(locPart('\ud800'), '\ufffd');
  });

  it('says-something-where-the-validator-said-nothing', () => {
    assert.deepEqual(faultsFromAjv([], 'body', {}), [
      { loc: ['body'], msg: 'Input is not valid', type: 'value_error' },
    ]);
  });
});

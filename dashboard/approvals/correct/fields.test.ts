/** Fields are made from a tool's schema and a call's arguments, and read back without changing what was not typed in. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type ArgumentField, correctedBy, fieldsOf, keyOf } from './fields.ts';

const SCHEMA = {
  type: 'object',
  properties: {
    amount: { type: 'number', description: 'In dollars' },
    count: { type: 'integer' },
    currency: { enum: ['USD', 'EUR'] },
    note: { type: ['string', 'null'] },
    address: { type: 'object', properties: { city: { type: 'string' }, zip: { type: 'string' } } },
  },
};
const GIVEN = {
  amount: 90,
  currency: 'USD',
  to: ['ann@example.com', 'bo@example.com'],
  urgent: false,
  address: { city: 'Groningen' },
  lines: [{ sku: 'a' }],
  note: null,
};

const kindsOf = (fields: readonly ArgumentField[]) =>
  Object.fromEntries(fields.map(({ path, kind }) => [path.join('.'), kind]));
const type = (texts: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(texts).map(([path, text]) => [keyOf({ path: path.split('.') }), text] as const),
  );

describe('fields-of-arguments', () => {
  test('follow-the-schema-and-then-the-arguments', () => {
    assert.deepEqual(kindsOf(fieldsOf(SCHEMA, GIVEN)), {
      amount: 'number',
      currency: 'choice',
      to: 'lines',
      urgent: 'flag',
      'address.city': 'text',
      'address.zip': 'text',
      lines: 'json',
      note: 'text',
      count: 'integer',
    });
    assert.deepEqual(kindsOf(fieldsOf(null, { amount: 90, to: 'Ann' })), { amount: 'number', to: 'text' });
  });

  test('change-what-was-typed-and-nothing-else', () => {
    const fields = fieldsOf(SCHEMA, GIVEN);
    const typed = type({
      amount: '80',
      to: 'ann@example.com\n',
      urgent: 'true',
      'address.zip': '9711',
      lines: '[]',
      note: '',
      currency: 'USD',
    });
    assert.deepEqual(correctedBy(GIVEN, fields, typed), {
      arguments: {
        ...GIVEN,
        amount: 80,
        to: ['ann@example.com'],
        urgent: true,
        address: { city: 'Groningen', zip: '9711' },
        lines: [],
      },
    });
    assert.deepEqual(correctedBy(GIVEN, fields, {}), { arguments: GIVEN });
    assert.deepEqual(GIVEN.amount, 90, 'the call itself stays');
  });

  test('say-what-they-cannot-read', () => {
    const fields = fieldsOf(SCHEMA, { ...GIVEN, count: 1 });
    for (const [path, text, fault] of [
      ['amount', 'much', 'This is not a number'],
      ['amount', '', 'This is not a number'],
      ['amount', '0x10', 'This is not a number'],
      ['amount', '9007199254740993', 'This number is too large'],
      ['count', '1.5', 'This is not a whole number'],
    ] as const) {
      assert.deepEqual(correctedBy(GIVEN, fields, type({ [path]: text })), {
        faults: { [keyOf({ path: [path] })]: fault },
      });
    }
    assert.ok('faults' in correctedBy(GIVEN, fields, type({ lines: '[' })));
  });

  test('take-names-that-mean-something-to-the-language', () => {
    const given = JSON.parse('{"__proto__": {"x": 1}, "constructor": "a", "to string": 1}');
    const fields = fieldsOf({ properties: { toString: { type: 'string' } } }, given);
    assert.deepEqual(
      fields.map(({ path, before }) => [path, before]),
      [
        [['__proto__', 'x'], 1],
        [['constructor'], 'a'],
        [['to string'], 1],
        [['toString'], undefined],
      ],
    );
    const corrected = correctedBy(given, fields, type({ '__proto__.x': '2' }));
    assert.deepEqual(
      JSON.stringify(corrected),
      '{"arguments":{"__proto__":{"x":2},"constructor":"a","to string":1}}',
    );
  });
});

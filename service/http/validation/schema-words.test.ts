import assert from 'node:assert/strict';
import { test } from 'node:test';
import TypeBox from 'typebox';
import Type from './schema-words.ts';

/** The same schema, said with the words of either. */
function schemas(words: typeof Type): object[] {
  const name = words.String({ minLength: 1, description: 'Called so' });
  const amount = words.Optional(words.Number({ minimum: 0 }));
  return [
    name,
    amount,
    words.Integer({ maximum: 7 }),
    words.Boolean(),
    words.Null(),
    words.Unknown(),
    words.Unknown({ description: 'Anything' }),
    words.Literal('all'),
    words.Literal(5, { description: 'Five' }),
    words.Literal(true),
    words.Enum(['low', 'high'], { description: 'How grave' }),
    words.Union([name, words.Null()], { default: null }),
    words.Array(name, { maxItems: 3 }),
    words.Record(words.String(), amount, { description: 'By name' }),
    words.Record(words.String({ pattern: '^[a-z]$' }), amount),
    words.Unsafe<string | number>({ type: ['string', 'number'] }),
    words.Object({}),
    words.Object({ amount }),
    words.Object({ amount, name }, { additionalProperties: false }),
    words.Object({ inner: words.Optional(words.Object({ name })), amount, none: words.Null() }),
  ];
}

test('makes-the-schemas-that-typebox-makes', () => {
  const [own, theirs] = [schemas(Type), schemas(TypeBox)];
  own.forEach((schema, place) => {
    assert.equal(JSON.stringify(schema), JSON.stringify(theirs[place]));
  });
});

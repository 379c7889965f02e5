/** How the API tells that an older database was once put back. */
import Type from '../validation/schema-words.ts';

export const Restores = Type.Array(
  Type.Object({
    index: Type.Integer({ description: 'Of the record that states it' }),
    id: Type.String({ description: 'Of that record' }),
    at: Type.String({ format: 'date-time', description: 'Of that record' }),
    last_signed_size: Type.Integer({ description: 'How many records had been signed before' }),
    last_signed: Type.String({ description: 'The signed note of exactly those, verbatim' }),
    found_size: Type.Integer({ description: 'How many records there were afterwards' }),
    proven_size: Type.Integer({
      description: 'The first so many of them are proven to be those that were signed',
    }),
    by: Type.String(),
    reason: Type.String(),
    repeated: Type.Boolean({
      description: 'Stated first by a record that a later restore has taken away, and repeated by that one’s',
    }),
  }),
  { description: 'Older databases that were put back, as records of the chain state; they stay for ever' },
);

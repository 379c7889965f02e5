/** How the API tells that an older database was once put back. */
import Type from 'typebox';

export const Restores = Type.Array(
  Type.Object({
    index: Type.Integer({ description: 'The index of the record that states the restore' }),
    id: Type.String({ description: 'The evidence id of that record' }),
    at: Type.String({ format: 'date-time', description: 'When that record was written' }),
    last_signed_size: Type.Integer({ description: 'How many records had been signed before the restore' }),
    last_signed: Type.String({ description: 'The signed note of exactly those records, verbatim' }),
    found_size: Type.Integer({ description: 'How many records there were after the restore' }),
    proven_size: Type.Integer({
      description: 'How many of them, from the first on, are proven to be those that were signed',
    }),
    by: Type.String(),
    reason: Type.String(),
    repeated: Type.Boolean({
      description:
        'First stated by a record that a later restore took away, and repeated by the record of that restore',
    }),
  }),
  {
    description: 'Restores of older databases, as records of the chain state them; they are listed for ever',
  },
);

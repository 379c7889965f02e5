/** Query parameters that routes share: times, pages and filters. */

import Type from 'typebox';
import { label } from './context-schema.ts';

/** A point in time with its zone, or a day, which begins at midnight UTC. */
export function Moment(description: string) {
  return Type.Union([Type.String({ format: 'date-time' }), Type.String({ format: 'date' })], { description });
}

/** ms since the epoch. */
export function parseMoment(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Date.parse(text);
}

export const pageLimit = Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100 }));

/** The place at which a list continues. */
export const pageCursor = Type.Optional(
  Type.String({ maxLength: 256, description: 'next_cursor of the previous page, with the same filters' }),
);

/** The paging of a list whose records can be large. */
export const pageOf = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1000,
      default: 100,
      description: 'A page with large records is shorter; next_cursor says whether more follows',
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      maxLength: 256,
      description: 'The next_cursor of the previous page, with the same filters',
    }),
  ),
};

export const ActionFilter = label('Exactly this action');

/** The shapes of answers that several routes share. */

import Type, { type TSchema } from 'typebox';
import { BASES } from '../../evaluation/question/index.ts';
import { CONFLICTS } from '../../foundation/failure.ts';
import { LawId } from './enums.ts';
import type { Surface } from './errors.ts';
import { named } from './named.ts';

export const Remedies = Type.Array(
  named(
    'Remedy',
    Type.Object({
      law_id: LawId,
      change: Type.Object(
        {},
        { additionalProperties: true, description: 'Merge this into context; null removes a field' },
      ),
      note: Type.String(),
    }),
  ),
  { description: 'For each law that did not pass, the smallest change that would make it pass' },
);

export const BasisOfVerdict = Type.Array(Type.Enum([...BASES]), {
  description:
    'What the verdict rests on. claims alone: the service knows nothing of this action but what the caller says',
});

/** ISO 8601. */
export const IsoTime = Type.String({ format: 'date-time' });

export function orNull<T extends TSchema>(schema: T, description?: string) {
  return Type.Union([schema, Type.Null()], description === undefined ? {} : { description });
}

/** One page of a list. */
export function pageOfItems<T extends TSchema>(item: T) {
  return Type.Object(
    { items: Type.Array(item), next_cursor: orNull(Type.String()) },
    { description: 'One page; next_cursor is null on the last' },
  );
}

export const Detail = named('Refusal', Type.Object({ detail: Type.String() }));
const Conflicting = named(
  'Conflicting',
  Type.Object({
    detail: Type.String(),
    code: Type.Enum([...CONFLICTS], { description: 'Why, for programs. New reasons may be added' }),
  }),
);
const DetailWithId = named('Failure', Type.Object({ detail: Type.String(), request_id: Type.String() }));
const Faults = named(
  'Invalid',
  Type.Object({
    detail: Type.Array(
      named(
        'Fault',
        Type.Object({ loc: Type.Array(Type.String()), msg: Type.String(), type: Type.String() }),
      ),
    ),
  }),
);
/** Surface B's 400 also answers a request that is broken before there are fields to name. */
const FaultsOrSentence = named(
  'InvalidOrUnreadable',
  Type.Object({ detail: Type.Union([Faults.properties.detail, Type.String()]) }),
);

const DESCRIPTIONS = {
  401: 'Missing or invalid API key',
  403: 'The key is revoked, expired or lacks the scope',
  404: 'There is no such thing for this tenant',
  409: 'The thing is not in a state that allows this',
  413: 'The body is over 256 KiB',
  415: 'The body is compressed, or on Surface A not declared as JSON',
  503: 'Nothing was decided or changed: try again after Retry-After seconds',
} as const;

type Refusable = 404 | 409 | 422;

/** The refusals every route with a key can answer with, and those named beyond. */
export function refusals(surface: Surface, ...also: Refusable[]): Record<number, TSchema> {
  const answers: Record<number, TSchema> = {
    401: { ...Detail, description: DESCRIPTIONS[401] },
    403: { ...Detail, description: DESCRIPTIONS[403] },
    500: { ...DetailWithId, description: 'A fault of the service' },
    503: { ...DetailWithId, description: DESCRIPTIONS[503] },
  };
  if (also.includes(422)) {
    answers[surface === 'a' ? 422 : 400] = {
      ...(surface === 'a' ? Faults : FaultsOrSentence),
      description: 'The request is not valid; every fault is listed',
    };
  }
  if (also.includes(404)) answers[404] = { ...Detail, description: DESCRIPTIONS[404] };
  if (also.includes(409)) answers[409] = { ...Conflicting, description: DESCRIPTIONS[409] };
  return answers;
}

/** What a body can be refused for before it is read. */
export function refusalsForBody(): Record<number, TSchema> {
  return {
    413: { ...Detail, description: DESCRIPTIONS[413] },
    415: { ...Detail, description: DESCRIPTIONS[415] },
  };
}

export function BatchResults(one: TSchema) {
  const Refused = named(
    'RefusedItem',
    Type.Object({
      status: Type.Integer(),
      detail: FaultsOrSentence.properties.detail,
    }),
  );
  return Type.Object(
    { results: Type.Array(Type.Union([one, Refused]), { description: 'In the order of the request' }) },
    { description: 'Each item as a single call would have answered it' },
  );
}

export const Restores = named(
  'Restores',
  Type.Array(
    Type.Object({
      index: Type.Integer({ description: 'The index of the record that states the restore' }),
      id: Type.String({ description: 'The evidence id of that record' }),
      at: Type.String({ format: 'date-time', description: 'When that record was written' }),
      last_signed_size: Type.Integer({
        description: 'How many records are known to have been signed before the restore',
      }),
      last_signed: Type.String({
        description: 'The signed note of exactly those records, verbatim; empty where none is known',
      }),
      found_size: Type.Integer({ description: 'How many records there were after the restore' }),
      proven_size: Type.Integer({
        description: 'How many of them, from the first on, are proven to be those that were signed',
      }),
      by: Type.String(),
      reason: Type.String(),
      backup_at: orNull(IsoTime, 'When the backup was made; null where that is not known'),
      signing: Type.Enum(['kept', 'copy', 'lost'], {
        description:
          'Whether the record of what was signed was kept, is an older copy, or was lost; after a copy, more may have been signed',
      }),
      signing_at: orNull(IsoTime, 'When that copy was made; null where it is none'),
      repeated: Type.Boolean({
        description:
          'First stated by a record that a later restore took away, and repeated by the record of that restore',
      }),
    }),
    {
      description:
        'Restores of older databases, as records of the chain state them; they are listed for ever',
    },
  ),
);

/** The schemas of answers that several routes share. */

import type { TSchema } from 'typebox';
import { BASES } from '../../evaluation/question/index.ts';
import { CONFLICTS } from '../../foundation/failure.ts';
import * as is from '../schemas/fields.ts';
import { described, named, object, record } from '../schemas/objects.ts';
import { LawId } from './enums.ts';
import type { Surface } from './errors.ts';

export const Remedies = is.list(
  record('Remedy', {
    law_id: LawId,
    change: is.open('Merge this into context; null removes a field'),
    note: is.text(),
  }),
  'For each law that did not pass, the smallest change that would make it pass',
);

export const BasisOfVerdict = named(
  'BasisOfVerdict',
  is.list(
    is.oneOf(BASES),
    "What the verdict is based on. claims alone: the service knows nothing about this action except the caller's claims",
  ),
);

/** A target as evidence names it. */
export const NamedTarget = record('NamedTarget', { kind: is.text(), value: is.text() });

/** One page of a list. */
export function pageOfItems<T extends TSchema>(item: T) {
  return described('One page; next_cursor is null on the last', {
    items: is.list(item),
    next_cursor: is.orNull(is.text()),
  });
}

export const Detail = record('Refusal', { detail: is.text() });
const Conflicting = record('Conflicting', {
  detail: is.text(),
  code: is.oneOf(CONFLICTS, 'The reason, for programs. New reasons may be added'),
  approval_id: is.optional(is.text('With second_person_needed: the approval that the change waits for')),
});
const DetailWithId = record('Failure', { detail: is.text(), request_id: is.text() });
const Faults = record('Invalid', {
  detail: is.list(record('Fault', { loc: is.list(is.text()), msg: is.text(), type: is.text() })),
});
/** Surface B's 400 also answers a request that is malformed before any field can be named. */
const FaultsOrSentence = record('InvalidOrUnreadable', {
  detail: is.either([Faults.properties.detail, is.text()]),
});

const DESCRIPTIONS = {
  401: 'Missing or invalid API key',
  403: 'The key is revoked, expired or lacks the scope',
  404: 'The object does not exist for this tenant',
  409: 'The object is not in a state that allows this',
  413: 'The body is over 256 KiB',
  415: 'The body is compressed, or on Surface A not declared as JSON',
  503: 'Nothing was decided or changed: try again after Retry-After seconds',
} as const;

export type Refusable = 404 | 409 | 422;

/** The refusals that every route with a key can answer with, and the additional ones named. */
export function refusals(surface: Surface, also: readonly Refusable[]): Record<number, TSchema> {
  const answers: Record<number, TSchema> = {
    401: { ...Detail, description: DESCRIPTIONS[401] },
    403: { ...Detail, description: DESCRIPTIONS[403] },
    500: { ...DetailWithId, description: 'An internal error of the service' },
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

/** Refusals of a body before it is read. */
export function refusalsForBody(): Record<number, TSchema> {
  return {
    413: { ...Detail, description: DESCRIPTIONS[413] },
    415: { ...Detail, description: DESCRIPTIONS[415] },
  };
}

export function BatchResults(one: TSchema) {
  const Refused = record('RefusedItem', { status: is.integer(), detail: FaultsOrSentence.properties.detail });
  return described('Each item has the answer that a single call would give', {
    results: is.list(is.either([one, Refused]), 'In the order of the request'),
  });
}

export const Restores = named(
  'Restores',
  is.list(
    object({
      index: is.integer('The index of the record that states the restore'),
      id: is.text('The evidence id of that record'),
      at: is.time('When that record was written'),
      last_signed_size: is.integer('How many records are known to have been signed before the restore'),
      last_signed: is.text('The signed note of exactly those records, verbatim; empty if none is known'),
      found_size: is.integer('The number of records after the restore'),
      proven_size: is.integer('How many of them, from the first on, are proven to be the signed ones'),
      by: is.text(),
      reason: is.text(),
      backup_at: is.orNull(is.time(), 'When the backup was made; null if unknown'),
      signing: is.oneOf(
        ['kept', 'copy', 'lost'],
        'Whether the record of what was signed was kept, is an older copy, or was lost; after a copy, more may have been signed',
      ),
      signing_at: is.orNull(is.time(), 'When that copy was made; null if it is not a copy'),
      repeated: is.flag(
        'Whether it was first stated by a record that a later restore removed, and repeated by the record of that restore',
      ),
    }),
    'Restores of older databases, as records of the chain state them; they are listed for ever',
  ),
);

/** The shapes of answers that several routes share. */

import Type, { type TSchema } from 'typebox';
import { LAW_IDS } from '../../evaluation/index.ts';
import type { Surface } from './errors.ts';

export const Remedies = Type.Array(
  Type.Object({
    law_id: Type.Enum([...LAW_IDS]),
    change: Type.Object(
      {},
      { additionalProperties: true, description: 'Merge this into context; null removes a field' },
    ),
    note: Type.String(),
  }),
  { description: 'For each law that did not pass, the smallest change that would make it pass' },
);

export const Detail = Type.Object({ detail: Type.String() });
const DetailWithId = Type.Object({ detail: Type.String(), request_id: Type.String() });
const Faults = Type.Object({
  detail: Type.Array(
    Type.Object({ loc: Type.Array(Type.String()), msg: Type.String(), type: Type.String() }),
  ),
});
/** Surface B's 400 also answers a request that is broken before there are fields to name. */
const FaultsOrSentence = Type.Object({ detail: Type.Union([Faults.properties.detail, Type.String()]) });

const DESCRIPTIONS = {
  401: 'Missing or invalid API key',
  403: 'The key is revoked, expired or lacks the scope',
  404: 'There is no such thing for this tenant',
  409: 'The thing is not in a state that allows this',
  413: 'The body is over 256 KiB',
  415: 'The body is not declared as JSON',
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
  if (also.includes(409)) answers[409] = { ...Detail, description: DESCRIPTIONS[409] };
  return answers;
}

/** What a body can be refused for before it is read. */
export function bodyRefusals(surface: Surface): Record<number, TSchema> {
  const tooLarge = { 413: { ...Detail, description: DESCRIPTIONS[413] } };
  return surface === 'b' ? tooLarge : { ...tooLarge, 415: { ...Detail, description: DESCRIPTIONS[415] } };
}

export function BatchResults(one: TSchema) {
  const Refused = Type.Object({
    status: Type.Integer(),
    detail: FaultsOrSentence.properties.detail,
  });
  return Type.Object(
    { results: Type.Array(Type.Union([one, Refused]), { description: 'In the order of the request' }) },
    { description: 'Each item as a single call would have answered it' },
  );
}

/** The options and the answers that all routes of SCIM share. */
import type { JsonObject } from '@assize/evidence-format';
import type { FastifyReply } from 'fastify';
import { PROVISIONS_MEMBERS } from '../../members/index.ts';
import * as is from '../schemas/fields.ts';
import { object } from '../schemas/objects.ts';
import { SCIM_TYPE } from './errors.ts';

const Query = object({
  filter: is.optional(is.text({ maxLength: 1000, pattern: is.NO_NUL })),
  startIndex: is.optional(is.text()),
  count: is.optional(is.text()),
  attributes: is.optional(is.text()),
  excludedAttributes: is.optional(is.text()),
});
export const options = {
  config: { scope: PROVISIONS_MEMBERS, environment: 'production' },
  schema: { hide: true, querystring: Query },
} as const;
/** For one resource, by its id. */
export const one = { ...options, schema: { ...options.schema, params: object({ id: is.text() }) } } as const;

export function send(reply: FastifyReply, body: JsonObject, status = 200): FastifyReply {
  return reply.code(status).type(SCIM_TYPE).send(JSON.stringify(body));
}

/** Answers refusals in the form of SCIM (RFC 7644, section 3.12), in the words of the other surfaces. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../../foundation/failure.ts';
import { answerFor } from '../answers/errors.ts';

export const SCIM_TYPE = 'application/scim+json; charset=utf-8';
const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';

/** RFC 7644, table 9. */
type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'uniqueness';

/** A refusal that only SCIM knows. */
export class ScimRefusal extends Error {
  readonly scimType: ScimType;

  constructor(scimType: ScimType, detail: string) {
    super(detail);
    this.scimType = scimType;
  }
}

export function answerInScim(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof ScimRefusal) return send(reply, 400, error.message, error.scimType);
  const { status, headers, body } = answerFor(error, 'b', request.id, request);
  if (status >= 500) request.log.error({ err: error }, 'request failed');
  const detail =
    typeof body.detail === 'string'
      ? body.detail
      : body.detail.map(({ loc, msg }) => `${loc.slice(1).join('.') || 'body'}: ${msg}.`).join(' ');
  // The last owner can't be removed, so their place is immutable for now.
  const told = body.code === 'last_owner' ? 400 : status;
  return send(reply.headers(headers), told, detail, typeOf(error, status));
}

function typeOf(error: unknown, status: number): ScimType | undefined {
  const conflict = error instanceof Failure ? error.details.conflict : undefined;
  if (conflict === 'last_owner') return 'mutability';
  if (conflict === 'member_exists') return 'uniqueness';
  return status === 400 ? (isUnreadable(error) ? 'invalidSyntax' : 'invalidValue') : undefined;
}

function isUnreadable(error: unknown): boolean {
  return !(error instanceof Failure) || error.details.faults === undefined;
}

function send(reply: FastifyReply, status: number, detail: string, scimType?: ScimType): FastifyReply {
  const body = {
    schemas: [ERROR],
    status: String(status),
    ...(scimType !== undefined && { scimType }),
    detail,
  };
  return reply.code(status).type(SCIM_TYPE).send(JSON.stringify(body));
}

/** The shapes of the issuers' routes. */

import { ALGORITHMS, MAX_EXPRESSION_CHARACTERS } from '../../../issuers/index.ts';
import { MAX_TOKEN_BYTES } from '../../../issuers/tokens/index.ts';
import { ENVIRONMENTS } from '../../../tenants/index.ts';
import { routesOf } from '../../answers/routes.ts';
import * as is from '../../schemas/fields.ts';
import { body, closedRecord, describedRecord, named, object, record } from '../../schemas/objects.ts';

const LONGEST_NAME = 200;
const LONGEST_URL = 2048;

const expression = (said: string) =>
  is.optional(is.text(said, { minLength: 1, maxLength: MAX_EXPRESSION_CHARACTERS, pattern: is.NO_NUL }));

const Mapping = closedRecord('IssuerMapping', {
  accept: expression('Whether a token is accepted at all. Default: true'),
  environment: expression('production or sandbox. Default: production'),
  agent: expression('The agent. Default: actor.sub, which is the subject of act, else that of the token'),
  user: expression('The person it acts for. Default: claims.sub where the token has act, else no one'),
  scopes: is.text('A list of scopes; never keys:manage, members:manage or members:provision', {
    minLength: 1,
    maxLength: MAX_EXPRESSION_CHARACTERS,
    pattern: is.NO_NUL,
  }),
});

const Algorithms = named(
  'IssuerAlgorithms',
  is.list(is.oneOf(ALGORITHMS), 'The signatures that count. Default: RS256 and ES256', {
    minItems: 1,
    maxItems: ALGORITHMS.length,
  }),
);

const Issuer = describedRecord('Issuer', 'The issuer as it is now', {
  issuer_id: is.text(),
  name: is.text(),
  issuer: is.text('The claim iss of its tokens'),
  audience: is.text('The claim aud, or one of its members'),
  jwks_uri: is.orNull(is.text(), "null: found by the issuer's metadata"),
  algorithms: is.list(is.oneOf(ALGORITHMS)),
  mapping: Mapping,
  status: is.oneOf(['active', 'disabled', 'removed']),
  revoked_before: is.orNull(is.time(), 'Tokens that were issued then or before are refused'),
  version: is.integer(),
  created_at: is.time(),
  created_by: is.text(),
  evidence_id: is.text('The record of its last change'),
});

const Revocation = record('TokenRevocation', {
  kind: is.oneOf(['jti', 'subject']),
  value: is.text(),
  revoked_at: is.time(),
  revoked_by: is.text(),
  evidence_id: is.text(),
});

export const AddBody = body(
  [
    {
      name: 'GitHub Actions',
      issuer: 'https://token.actions.githubusercontent.com',
      audience: 'assize-acme',
      mapping: {
        accept: "claims.repository_owner == 'acme'",
        agent: "'ci ' + claims.repository",
        user: 'claims.actor',
        scopes: "['governance:evaluate', 'evidence:write']",
      },
    },
  ],
  {
    name: is.label('The name that people see', LONGEST_NAME),
    issuer: is.label('The URL of the issuer, as in the claim iss', LONGEST_URL),
    audience: is.label('The audience of the tokens. Choose one that only you use', LONGEST_NAME),
    jwks_uri: is.optional(is.orNull(is.label('Default: from the issuer’s metadata', LONGEST_URL))),
    algorithms: is.optional(Algorithms),
    mapping: Mapping,
  },
);

export const ChangeBody = body([{ status: 'disabled' }], {
  name: is.optional(is.label('The name that people see', LONGEST_NAME)),
  jwks_uri: is.optional(is.orNull(is.label('null: from the metadata', LONGEST_URL))),
  algorithms: is.optional(Algorithms),
  mapping: is.optional(Mapping),
  status: is.optional(is.oneOf(['active', 'disabled'], 'disabled: none of its tokens is accepted')),
  version: is.optional(
    is.integer('The version you expect; you get 409 if it is another one', { minimum: 1 }),
  ),
});

const TriedToken = describedRecord('TriedToken', 'What the token would be, or why it is refused', {
  accepted: is.flag(),
  refused: is.orNull(is.text(), 'The reason; null where it is accepted'),
  caller: is.orNull(
    record('CallerByToken', {
      environment: is.oneOf(ENVIRONMENTS),
      agent_id: is.orNull(is.text()),
      user_id: is.orNull(is.text(), 'The person whom the agent acts for'),
      scopes: is.list(is.text()),
      subject: is.text(),
      actors: is.list(is.text(), 'The subjects of act, the present actor first'),
      expires_at: is.time(),
      needs_dpop: is.flag('It is accepted only with a proof of possession (RFC 9449)'),
    }),
  ),
});

const params = object({ issuer_id: is.text() });
const route = routesOf('a', 'Issuers');

export const LIST = route('listIssuers', 'List the issuers whose tokens are trusted, newest first', {
  200: describedRecord('IssuerList', 'All of the tenant', { items: is.list(Issuer) }),
});
export const ADD = route('addIssuer', 'Trust the tokens of an issuer', { body: AddBody, 201: Issuer });
export const SHOW = route('getIssuer', 'Get an issuer', { params, 200: Issuer });
export const CHANGE = route(
  'changeIssuer',
  "Change an issuer's keys, mapping or status; its URL and audience stay",
  {
    params,
    body: ChangeBody,
    200: Issuer,
  },
);
export const REMOVE = route('removeIssuer', 'Stop trusting an issuer, for good', {
  params,
  200: describedRecord('RemovedIssuer', 'None of its tokens is accepted', {
    issuer_id: is.text(),
    removed: is.flag(),
  }),
});
export const REVOCATIONS = route(
  'listTokenRevocations',
  'List the revoked tokens and subjects of an issuer',
  {
    params,
    200: describedRecord('TokenRevocationList', 'All of the issuer', { items: is.list(Revocation) }),
  },
);
export const REVOKE = route(
  'revokeTokens',
  'Revoke one token, all of one subject, or all that were issued until now',
  {
    params,
    body: body([{ subject: 'system:serviceaccount:prod:refunds' }], {
      jti: is.optional(is.label('The claim jti of the token', LONGEST_URL)),
      subject: is.optional(is.label('The claim sub', LONGEST_URL)),
      all: is.optional(is.flag('true: all tokens that were issued until now')),
    }),
    200: describedRecord('RevokedTokens', 'They are refused on every node within a second', {
      issuer_id: is.text(),
      revoked_before: is.orNull(is.time()),
    }),
  },
);
export const TEST = route('testToken', 'Try a token of an issuer; nothing is recorded', {
  params,
  body: body([{ token: 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhZ2VudC03In0.c2lnbmF0dXJl' }], {
    token: is.text('The token, which is neither stored nor repeated', {
      minLength: 1,
      maxLength: 2 * MAX_TOKEN_BYTES,
    }),
  }),
  200: TriedToken,
});

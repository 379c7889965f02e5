/** Surface A: the issuers whose tokens the tenant trusts: adds, changes and removes them, tries a token, and revokes their tokens. */

import {
  findIssuer,
  issuerFields,
  listIssuers,
  listRevocations,
  removeIssuer,
  revokeTokens,
} from '../../../issuers/index.ts';
import { requireProduction } from '../../../keys/index.ts';
import { ADD_ISSUER, CHANGE_ISSUER } from '../../../second-person/index.ts';
import { MANAGE, principalOf } from '../../callers/access.ts';
import { withFaultsOf } from '../../requests/body-parsing.ts';
import type { Noun, Services } from '../../services.ts';
import { changeOf, faultsOfAlgorithmsIn, wantedOf } from './issuer-document.ts';
import { ADD, CHANGE, LIST, REMOVE, REVOCATIONS, REVOKE, SHOW, TEST } from './issuer-schemas.ts';

const requireOneOf = withFaultsOf((given) => {
  const named = ['jti', 'subject', 'all'].filter((name) => name in given);
  if (named.length === 1 && (given as { all?: unknown }).all !== false) return [];
  return [{ loc: ['body'], msg: 'Exactly one of jti, subject and all is required', type: 'value_error' }];
});

const judgeAlgorithms = withFaultsOf(faultsOfAlgorithmsIn);

type Needs = Pick<Services, 'appender' | 'clock' | 'config' | 'db' | 'ids' | 'secondPerson' | 'tokens'>;

/** Issuers belong to the tenant, whose changes are in its production chain. @throws {Failure} `wrong_environment` */
function managing(request: Parameters<typeof principalOf>[0]) {
  const principal = principalOf(request);
  requireProduction(principal);
  return principal;
}

export const issuersA: Noun<Needs> = (app, services) => {
  const { db } = services;

  app.get('/issuers', { config: MANAGE, schema: LIST }, async (request) => {
    const all = await listIssuers(db, managing(request).tenantId);
    return { items: all.map(issuerFields) };
  });

  const adding = { config: MANAGE, schema: ADD, preValidation: judgeAlgorithms };
  app.post('/issuers', adding, async (request, reply) => {
    const principal = managing(request);
    const added = await services.secondPerson.make(ADD_ISSUER, principal, wantedOf(request.body));
    reply.code(201);
    return issuerFields(added);
  });

  app.get('/issuers/:issuer_id', { config: MANAGE, schema: SHOW }, async (request) =>
    issuerFields(await findIssuer(db, managing(request).tenantId, request.params.issuer_id)),
  );

  const changing = { config: MANAGE, schema: CHANGE, preValidation: judgeAlgorithms };
  app.patch('/issuers/:issuer_id', changing, async (request) => {
    const principal = managing(request);
    const { issuer_id: id } = request.params;
    const change = { ...changeOf(request.body), issuerId: id };
    return issuerFields(await services.secondPerson.make(CHANGE_ISSUER, principal, change));
  });

  app.delete('/issuers/:issuer_id', { config: MANAGE, schema: REMOVE }, async (request) => {
    const principal = managing(request);
    const { issuer_id: id } = request.params;
    await removeIssuer(services, principal.tenantId, principal, id);
    return { issuer_id: id, removed: true };
  });

  app.post('/issuers/:issuer_id/test', { config: MANAGE, schema: TEST }, async (request) => {
    const issuer = await findIssuer(db, managing(request).tenantId, request.params.issuer_id);
    return services.tokens.try(issuer, request.body.token);
  });
};

export const tokenRevocationsA: Noun<Needs> = (app, services) => {
  const { db } = services;
  app.get('/issuers/:issuer_id/revocations', { config: MANAGE, schema: REVOCATIONS }, async (request) => {
    const issuer = await findIssuer(db, managing(request).tenantId, request.params.issuer_id);
    return { items: await listRevocations(db, issuer) };
  });

  const revoking = { config: MANAGE, schema: REVOKE, preValidation: requireOneOf };
  app.post('/issuers/:issuer_id/revocations', revoking, async (request) => {
    const principal = managing(request);
    const { jti, subject } = request.body;
    const wanted = jti !== undefined ? { jti } : subject !== undefined ? { subject } : { all: true as const };
    const { issuer_id: id } = request.params;
    const { issuerId, revokedBefore } = await revokeTokens(
      services,
      principal.tenantId,
      principal,
      id,
      wanted,
    );
    return {
      issuer_id: issuerId,
      revoked_before: revokedBefore === null ? null : new Date(revokedBefore).toISOString(),
    };
  });
};

/** Surface A: the issuers whose tokens the tenant trusts: adds, changes and removes them, and revokes their tokens. */

import {
  addIssuer,
  changeIssuer,
  DEFAULT_ALGORITHMS,
  findIssuer,
  issuerFields,
  listIssuers,
  removeIssuer,
  revocationsIn,
  revokeTokens,
} from '../../../issuers/index.ts';
import { requireProduction } from '../../../keys/index.ts';
import { MANAGE, principalOf } from '../../callers/access.ts';
import { withFaultsOf } from '../../requests/body-parsing.ts';
import type { Noun, Services } from '../../services.ts';
import { ADD, CHANGE, LIST, REMOVE, REVOCATIONS, REVOKE, SHOW } from './issuer-schemas.ts';

const requireOneOf = withFaultsOf((given) => {
  const named = ['jti', 'subject', 'all'].filter((name) => name in given);
  if (named.length === 1 && (given as { all?: unknown }).all !== false) return [];
  return [{ loc: ['body'], msg: 'Exactly one of jti, subject and all is required', type: 'value_error' }];
});

type Needs = Pick<Services, 'appender' | 'clock' | 'config' | 'db' | 'ids'>;

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

  app.post('/issuers', { config: MANAGE, schema: ADD }, async (request, reply) => {
    const principal = managing(request);
    const { jwks_uri: jwksUri = null, algorithms = DEFAULT_ALGORITHMS, ...wanted } = request.body;
    const added = await addIssuer(services, principal.tenantId, principal, {
      ...wanted,
      jwksUri,
      algorithms,
    });
    reply.code(201);
    return issuerFields(added);
  });

  app.get('/issuers/:issuer_id', { config: MANAGE, schema: SHOW }, async (request) =>
    issuerFields(await findIssuer(db, managing(request).tenantId, request.params.issuer_id)),
  );

  app.patch('/issuers/:issuer_id', { config: MANAGE, schema: CHANGE }, async (request) => {
    const principal = managing(request);
    const { jwks_uri: jwksUri, ...change } = request.body;
    const { issuer_id: id } = request.params;
    return issuerFields(
      await changeIssuer(services, principal.tenantId, principal, id, { ...change, jwksUri }),
    );
  });

  app.delete('/issuers/:issuer_id', { config: MANAGE, schema: REMOVE }, async (request) => {
    const principal = managing(request);
    const { issuer_id: id } = request.params;
    await removeIssuer(services, principal.tenantId, principal, id);
    return { issuer_id: id, removed: true };
  });
};

export const tokenRevocationsA: Noun<Needs> = (app, services) => {
  const { db } = services;
  app.get('/issuers/:issuer_id/revocations', { config: MANAGE, schema: REVOCATIONS }, async (request) => {
    const issuer = await findIssuer(db, managing(request).tenantId, request.params.issuer_id);
    const rows = await revocationsIn(db, issuer).orderBy('revoked_at', 'desc').execute();
    const items = rows.map(({ issuer_id: _, revoked_at, kind, ...row }) => {
      return { ...row, kind: kind as 'jti' | 'subject', revoked_at: new Date(revoked_at).toISOString() };
    });
    return { items };
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

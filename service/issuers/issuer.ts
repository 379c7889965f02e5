/** An issuer whose tokens a tenant trusts: by which URL, for which audience, and what its claims mean here. */
import { canonicalJson, type JsonObject, parseJson } from '@assize/evidence-format';
import type { Selectable } from 'kysely';
import type { Database } from '../database/open.ts';
import type { IssuersTable } from '../database/tables/issuer.ts';
import { isoOrNull } from '../foundation/clock.ts';
import { Failure } from '../foundation/failure.ts';
import { isId } from '../foundation/ids.ts';

export const ISSUER_PREFIX = 'iss';

/** Signatures by a key that the service does not have (RFC 7518, RFC 8037): `none` and shared keys prove nothing. */
export const ALGORITHMS = [
  ...(['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'] as const),
  ...(['ES256', 'ES384', 'ES512', 'EdDSA'] as const),
] as const;
export type Algorithm = (typeof ALGORITHMS)[number];
export const DEFAULT_ALGORITHMS: readonly Algorithm[] = ['RS256', 'ES256'];

/** Each is an expression over `claims`, the payload of the token, and `actor`: its `act`, or else the payload. */
export interface Mapping {
  /** Whether a token is accepted at all. Default: true. */
  accept?: string;
  /** Default: production. */
  environment?: string;
  /** Default: `actor.sub`. */
  agent?: string;
  /** The person whom the agent acts for. Default: `claims.sub`, where the token has `act`. */
  user?: string;
  /** A list of scopes. */
  scopes: string;
}

export const MAX_EXPRESSION_CHARACTERS = 2000;

export interface WantedIssuer {
  name: string;
  issuer: string;
  audience: string;
  jwksUri: string | null;
  algorithms: readonly Algorithm[];
  mapping: Mapping;
}

export type IssuerStatus = 'active' | 'disabled' | 'removed';

export interface TrustedIssuer {
  issuerId: string;
  tenantId: string;
  name: string;
  /** The claim `iss`, compared exactly. */
  issuer: string;
  /** A member of the claim `aud`, compared exactly. */
  audience: string;
  /** null: it is found by the issuer's metadata. */
  jwksUri: string | null;
  algorithms: readonly Algorithm[];
  mapping: Mapping;
  status: IssuerStatus;
  /** Tokens that were issued then or before are revoked, ms since the epoch; null for none. */
  revokedBefore: number | null;
  version: number;
  createdAt: number;
  createdBy: string;
  evidenceId: string;
}

export function toIssuer(row: Selectable<IssuersTable>): TrustedIssuer {
  return {
    issuerId: row.issuer_id,
    tenantId: row.tenant_id,
    name: row.name,
    issuer: row.issuer,
    audience: row.audience,
    jwksUri: row.jwks_uri,
    algorithms: parseJson(row.algorithms) as Algorithm[],
    mapping: parseJson(row.mapping) as unknown as Mapping,
    status: row.status as IssuerStatus,
    revokedBefore: row.revoked_before,
    version: row.version,
    createdAt: row.created_at,
    createdBy: row.created_by,
    evidenceId: row.evidence_id,
  };
}

export function rowOf(issuer: TrustedIssuer) {
  const { issuerId, tenantId, name, audience, jwksUri, algorithms, mapping, status } = issuer;
  const { revokedBefore, version, createdAt, createdBy, evidenceId } = issuer;
  return {
    ...{ tenant_id: tenantId, issuer_id: issuerId, name, issuer: issuer.issuer, audience, jwks_uri: jwksUri },
    ...{ algorithms: JSON.stringify(algorithms), mapping: canonicalJson({ ...mapping }), status },
    ...{ revoked_before: revokedBefore, version, created_at: createdAt, created_by: createdBy },
    evidence_id: evidenceId,
  };
}

/** As the record of a change states it. */
export function recordedIssuer(issuer: TrustedIssuer): JsonObject {
  const { issuerId, name, audience, jwksUri, algorithms, mapping, status, revokedBefore, version } = issuer;
  return {
    ...{ issuer_id: issuerId, name, issuer: issuer.issuer, audience, jwks_uri: jwksUri },
    ...{
      algorithms: [...algorithms],
      mapping: { ...mapping },
      status,
      revoked_before: revokedBefore,
      version,
    },
  };
}

/** The issuer for a token, of whichever tenant; null where none is trusted. */
export async function findIssuerFor(
  db: Database,
  issuer: string,
  audience: string,
): Promise<TrustedIssuer | null> {
  const row = await db
    .selectFrom('issuers')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('audience', '=', audience)
    .where('status', '<>', 'removed')
    .executeTakeFirst();
  return row === undefined ? null : toIssuer(row);
}

/** @throws {Failure} `not_found`, also for an issuer of another tenant, or one that was removed. */
export async function findIssuer(db: Database, tenantId: string, issuerId: string): Promise<TrustedIssuer> {
  const row = isId(ISSUER_PREFIX, issuerId)
    ? await db
        .selectFrom('issuers')
        .selectAll()
        .where('tenant_id', '=', tenantId)
        .where('issuer_id', '=', issuerId)
        .where('status', '<>', 'removed')
        .executeTakeFirst()
    : undefined;
  if (row === undefined) throw new Failure('not_found', 'There is no such issuer.');
  return toIssuer(row);
}

/** Newest first. */
export async function listIssuers(db: Database, tenantId: string): Promise<TrustedIssuer[]> {
  const rows = await db
    .selectFrom('issuers')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('status', '<>', 'removed')
    .orderBy('created_at', 'desc')
    .orderBy('issuer_id', 'desc')
    .execute();
  return rows.map(toIssuer);
}

export interface Revocations {
  jtis: ReadonlySet<string>;
  subjects: ReadonlySet<string>;
}

export async function revocationsOf(
  db: Database,
  issuer: Pick<TrustedIssuer, 'tenantId' | 'issuerId'>,
): Promise<Revocations> {
  const rows = await revocationsIn(db, issuer).execute();
  const valuesOf = (kind: string) => new Set(rows.flatMap((row) => (row.kind === kind ? [row.value] : [])));
  return { jtis: valuesOf('jti'), subjects: valuesOf('subject') };
}

export function issuerFields(issuer: TrustedIssuer) {
  return {
    issuer_id: issuer.issuerId,
    name: issuer.name,
    issuer: issuer.issuer,
    audience: issuer.audience,
    jwks_uri: issuer.jwksUri,
    algorithms: [...issuer.algorithms],
    mapping: issuer.mapping,
    status: issuer.status,
    revoked_before: isoOrNull(issuer.revokedBefore),
    version: issuer.version,
    created_at: new Date(issuer.createdAt).toISOString(),
    created_by: issuer.createdBy,
    evidence_id: issuer.evidenceId,
  };
}

/** The tokens and subjects that were revoked one by one, newest first. */
export async function listRevocations(db: Database, issuer: Pick<TrustedIssuer, 'tenantId' | 'issuerId'>) {
  const rows = await revocationsIn(db, issuer).orderBy('revoked_at', 'desc').execute();
  return rows.map(({ issuer_id: _, revoked_at, kind, ...row }) => {
    return { ...row, kind: kind as 'jti' | 'subject', revoked_at: new Date(revoked_at).toISOString() };
  });
}

function revocationsIn(db: Database, { tenantId, issuerId }: Pick<TrustedIssuer, 'tenantId' | 'issuerId'>) {
  return db
    .selectFrom('token_revocations')
    .select(['issuer_id', 'kind', 'value', 'revoked_at', 'revoked_by', 'evidence_id'])
    .where('tenant_id', '=', tenantId)
    .where('issuer_id', '=', issuerId);
}

/** Tries a token of one issuer: whom it would make the caller, or why it is refused. Nothing of it is kept. */
import { Failure } from '../../foundation/failure.ts';
import type { Environment } from '../../tenants/index.ts';
import type { TrustedIssuer } from '../issuer.ts';
import type { Admit, Admitted } from './admit.ts';
import { tokenRefused } from './reading/refused.ts';
import { originOf } from './reading/token.ts';

export interface TriedToken {
  accepted: boolean;
  /** A sentence; null where it is accepted. */
  refused: string | null;
  caller: TriedCaller | null;
}

interface TriedCaller {
  environment: Environment;
  agent_id: string | null;
  user_id: string | null;
  scopes: string[];
  subject: string;
  actors: string[];
  expires_at: string;
  /** It must come with a proof of possession. */
  needs_dpop: boolean;
}

/** The latest time that RFC 3339 can write. */
const LATEST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
/** Why a token is refused, or can't be checked at the moment. */
const ANSWERS: ReadonlySet<string> = new Set(['unauthenticated', 'unavailable']);

export async function tryToken(admit: Admit, issuer: TrustedIssuer, token: string): Promise<TriedToken> {
  try {
    requireOf(issuer, token);
    return { accepted: true, refused: null, caller: callerIn(await admit(token)) };
  } catch (error) {
    if (!(error instanceof Failure) || !ANSWERS.has(error.code)) throw error;
    return { accepted: false, refused: error.publicMessage, caller: null };
  }
}

/** A token of another tenant's issuer says nothing here of what that tenant trusts. */
function requireOf({ issuer, audience }: TrustedIssuer, token: string): void {
  const origin = originOf(token);
  if (origin.issuer !== issuer) throw tokenRefused('is of another issuer (iss) than this one');
  if (!origin.audiences.includes(audience)) {
    throw tokenRefused('is for another audience (aud) than the one of this issuer');
  }
}

function callerIn({ verified, principal }: Admitted): TriedCaller {
  const { environment, scopes, identity } = principal;
  return {
    environment,
    agent_id: identity?.agentId ?? null,
    user_id: identity?.userId ?? null,
    scopes: [...scopes],
    subject: identity?.token?.subject ?? '',
    actors: [...(identity?.token?.actors ?? [])],
    expires_at: new Date(Math.min(verified.claims.exp * 1000, LATEST_MS)).toISOString(),
    needs_dpop: verified.thumbprint !== null,
  };
}

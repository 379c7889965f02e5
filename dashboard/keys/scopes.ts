/** Describes the scopes of keys in words. */
import type { Me } from '../../client/api.ts';

export type Scope = Me['scopes'][number];

export const SCOPES: Record<Scope, string> = {
  'governance:evaluate': 'Ask whether an action may be carried out. An agent needs nothing else.',
  'evidence:read': 'Read evidence, approvals, trust, compliance and how you are governed.',
  'evidence:write': 'Submit evidence and outcomes, approve and reject, check compliance, redact.',
  'usage:read': 'Read usage and costs.',
  'keys:manage':
    'Everything that changes how you are governed: keys, policies, settings, budgets, halts, webhooks.',
  'members:manage': 'Invite people, change their roles and remove them. Only an owner gives it.',
  'members:provision':
    'Let a directory add and remove members by SCIM, with any role. Only an owner gives it.',
};

export const LIFETIMES = [
  { value: '30', name: '30 days' },
  { value: '90', name: '90 days' },
  { value: '180', name: '180 days' },
  { value: '365', name: 'A year' },
] as const;

const DAY_MS = 86_400_000;
/** People are told a week ahead; from then on the list shows it. */
export const SOON_MS = 7 * DAY_MS;

/** The choice nearest to the key's lifetime; `never` for a key that does not expire. */
export function lifetimeOf({
  created_at,
  expires_at,
}: {
  created_at: string;
  expires_at: string | null;
}): string {
  if (expires_at === null) return 'never';
  const days = (Date.parse(expires_at) - Date.parse(created_at)) / DAY_MS;
  const [nearest] = LIFETIMES.map(({ value }) => value).sort(
    (one, other) => Math.abs(Number(one) - days) - Math.abs(Number(other) - days),
  );
  return nearest ?? '90';
}

export type KeyState = 'active' | 'ending' | 'expired' | 'revoked';

export function stateOf(
  { status, expires_at }: { status: 'active' | 'expired' | 'revoked'; expires_at: string | null },
  nowMs: number,
): KeyState {
  if (status !== 'active' || expires_at === null) return status;
  const leftMs = Date.parse(expires_at) - nowMs;
  if (leftMs <= 0) return 'expired';
  return leftMs < SOON_MS ? 'ending' : 'active';
}

/** The stage of a rotation: `create`, `use` until the new key is seen in use, `revoke`, `done`. */
export function rotationStepOf(
  old: { status: string } | undefined,
  next: { last_used_at: string | null } | undefined,
): 'create' | 'use' | 'revoke' | 'done' {
  if (next === undefined) return 'create';
  if (old === undefined || old.status !== 'active') return 'done';
  return next.last_used_at === null ? 'use' : 'revoke';
}

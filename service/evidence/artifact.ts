/** Artifacts, before and after they have their position in the chain. */
import type { BoundStatement, BudgetPeriod, RefusalQuery } from '../database/evidence/append-store.ts';
import type { OpenedApproval } from '../database/tables/approval.ts';
import type { WrittenEvent } from '../database/tables/event.ts';
import type { RefusedClaimsTable } from '../database/tables/governance.ts';
import type { Allowance, Counter } from '../foundation/meters.ts';

/** The types that a caller can name; the first six are the published ones. */
export const ARTIFACT_TYPES = [
  'governance_eval',
  'action_executed',
  'action_approved',
  'action_rejected',
  'compliance_check',
  'trust_update',
  'governance_change',
] as const;
export type ArtifactType = (typeof ARTIFACT_TYPES)[number];

/** An artifact without a place in its chain yet. */
export interface ArtifactDraft {
  /** `ev_` + 24 hex. */
  id: string;
  artifact_type: ArtifactType;
  action: string | null;
  verdict: string | null;
  /** The agent, else the user, else the key that acted. */
  actor: string;
  /** ms since the epoch. */
  created_at: number;
  /** Canonical JSON (RFC 8785): these are the bytes that are hashed and stored. */
  payload: string;
}

/** Makes a request with an idempotency key happen only once: a repetition is answered with `outcome`. */
export interface IdempotencyClaim {
  /** SHA-256 of the caller's key. */
  keyHash: Uint8Array;
  /** SHA-256 of the request. */
  requestHash: Uint8Array;
  outcome: string;
  expiresAt: number;
  /** The artifact of an earlier outcome that may not be returned again: this claim replaces it. */
  inPlaceOf?: string;
}

/** Reserves the cost of an action in each budget that covers it. */
export interface ReservationRequest {
  periods: readonly BudgetPeriod[];
  microUsd: number;
  /** The amount that must remain in each budget before it; at least the cost. */
  needMicroUsd: number;
  /** ms since the epoch. */
  lapsesAt: number;
}

/** One artifact and everything that must become durable together with it. */
export interface Append {
  chain: number;
  artifact: ArtifactDraft;
  /** The artifacts that directly follow it. */
  also?: ArtifactDraft[];
  /** The approval that it opens. */
  approval?: OpenedApproval;
  /** The month's allowance, if it must not be exceeded. */
  allowance?: Allowance;
  /** Its events. */
  events?: WrittenEvent[];
  idempotency?: IdempotencyClaim;
  /** The refused claim of an agent. */
  refused?: RefusedClaimsTable;
  /** Its reservations. If any budget has too little left, nothing is reserved and the append is overtaken. */
  reserve?: ReservationRequest;
  statements?: BoundStatement[];
  /** The append is overtaken if a claim of this agent and action was refused since then. */
  unlessRefused?: Omit<RefusalQuery, 'chain'>;
}

export type AppendResult =
  /** It is durable; `used` is the new count if it had an allowance. */
  | { kind: 'appended'; used?: number }
  /** The allowance has no room for it; nothing was written. */
  | { kind: 'over'; counter: Counter; used: number }
  /** The idempotency key was used before for this request; nothing was written. */
  | { kind: 'repeated'; requestHash: Uint8Array; outcome: string }
  /** The state was no longer the one that the caller assumed; nothing was written. */
  | { kind: 'overtaken' };

/** What an artifact is, before and after it has its place in the chain. */
import type { BoundStatement, BudgetPeriod } from '../database/append-store.ts';
import type { OpenedApproval } from '../database/tables/approval.ts';
import type { WrittenEvent } from '../database/tables/event.ts';
import type { RefusedClaimsTable } from '../database/tables/governance.ts';
import type { Allowance, Counter } from '../foundation/meters.ts';

/** The types a caller can meet and name; the first six are the published ones. */
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

/** An artifact that has happened but has no place in its chain yet. */
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

/** What makes a request with an idempotency key happen once: the same key again is answered with `outcome`. */
export interface IdempotencyClaim {
  /** SHA-256 of the caller's key. */
  keyHash: Uint8Array;
  /** SHA-256 of what was asked under it. */
  requestHash: Uint8Array;
  outcome: string;
  expiresAt: number;
  /** The artifact of an outcome that may not be given again: where the key stands for that one, this takes its place. */
  inPlaceOf?: string;
}

/** Of the cost of an action, in each of the budgets that cover it. */
export interface ReservationRequest {
  periods: readonly BudgetPeriod[];
  microUsd: number;
  /** What must remain of each before it; at least the cost. */
  needMicroUsd: number;
  /** ms since the epoch. */
  lapsesAt: number;
}

/** One artifact and everything that must become durable with it, or not at all. */
export interface Append {
  chain: number;
  artifact: ArtifactDraft;
  /** What stands right behind it. */
  also?: ArtifactDraft[];
  /** What it opens. */
  approval?: OpenedApproval;
  /** Where it may not exceed what a month may hold. */
  allowance?: Allowance;
  /** What is told of it. */
  events?: WrittenEvent[];
  idempotency?: IdempotencyClaim;
  /** What an agent claimed and was refused. */
  refused?: RefusedClaimsTable;
  /** What it reserves of budgets: all of it, or, where one of them has not enough left, it is overtaken. */
  reserve?: ReservationRequest;
  statements?: BoundStatement[];
  /** Overtaken where its actor was refused a claim of its action after this time, ms since the epoch. */
  unlessRefusedAfter?: number;
}

export type AppendResult =
  /** Durable; where it had an allowance, with how much of it is used now. */
  | { kind: 'appended'; used?: number }
  /** The allowance has no room for it; nothing was written. */
  | { kind: 'over'; counter: Counter; used: number }
  /** The idempotency key was used before, for this request; nothing was written. */
  | { kind: 'repeated'; requestHash: Uint8Array; outcome: string }
  /** A statement, or a refusal, found the world other than the caller assumed; nothing was written. */
  | { kind: 'overtaken' };

/** The published name of a chain, fixed for ever: `chn_` + 12 hex. */
export function chainId(chain: number): string {
  return `chn_${chain.toString(16).padStart(12, '0')}`;
}

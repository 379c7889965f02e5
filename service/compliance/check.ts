/** A check asks a question about one chain in one period; its answer names its numbers and its evidence. */

import type { Escalations } from '../approvals/index.ts';
import type { Artifact } from '../evidence/reading/index.ts';
import type { EvidenceInPeriod, EvidenceKind, Period } from '../evidence/search/index.ts';
import type { HeldPolicies } from '../governance/policies/index.ts';
import type { ApiKey } from '../keys/index.ts';
import type { SignedCheckpoint } from '../proof/log/index.ts';
import type { TimedVerification } from '../proof/verification/index.ts';
import type { Result } from './result.ts';
import type { HeldDocument } from './settings-in-period.ts';
import type { Span } from './spans.ts';

/** The limit of evidence ids for one check. */
export const MAX_EVIDENCE_IDS = 20;
/** The number of newest artifacts that stand for all, where reading every payload would be too much. */
export const SAMPLE = 100;
/** The number of newest answers to escalations that stand for all. */
export const SAMPLE_ANSWERS = 500;

export interface Finding {
  result: Result;
  /** One sentence, with the numbers. */
  finding: string;
  counts: Record<string, number>;
  /** The newest first. */
  evidenceIds: string[];
}

export interface Check {
  title: string;
  /** The condition of being met, and met in part; the report prints it. */
  rule: string;
  /** See `Judged`. */
  occasional?: boolean;
  decisive?: boolean;
  /** Whether a result of not met counts even if nothing was evaluated in the period. */
  evenUngoverned?: boolean;
  assess(chain: ChainInPeriod): Promise<Finding>;
}

/** The verdicts of a period. */
export interface Verdicts {
  proceed: number;
  escalate: number;
  block: number;
  all: number;
}

export interface Alarms {
  /** In the period. */
  raised: number;
  /** Not acknowledged, whenever they were raised. */
  open: number;
}

/** Settings, policies and halts in force, by the records that put them there. */
export interface Activations {
  /** The records that they name. */
  named: readonly string[];
  /** The number that name no record, or a record that is not in the chain. */
  missing: number;
}

/** All data that checks read. Costly data is read once, when a check asks for it. */
export interface ChainInPeriod {
  period: Period;
  /**
   * Settings, policies, budgets and keys are judged over this part of the period. It starts with the first evaluation,
   * since nothing was governed before.
   */
  governed: Period;
  /** When the check runs, ms since the epoch. */
  nowMs: number;
  evidence: EvidenceInPeriod;
  verdicts: Verdicts;
  /** The tenant's own, or the standard ones with the operator's present additions. */
  settings(): Promise<Span<HeldDocument>[]>;
  policies(): Promise<Span<HeldPolicies>[]>;
  /** The number in force. */
  budgets(): Promise<Span<number>[]>;
  /** Days that payloads are kept; null for no limit. The operator sets it without evidence, so this is the present value. */
  retentionDays: number | null;
  /** The keys of this environment that were active at some time in the governed period. */
  keys: readonly ApiKey[];
  /** The newest records of creating and revoking keys. */
  keyRecords(): Promise<Artifact[]>;
  evaluations(): Promise<Artifact[]>;
  outcomes(): Promise<Artifact[]>;
  /** The newest evaluations that said proceed. */
  proceeds(): Promise<Artifact[]>;
  /** Those of these evaluations whose outcome was reported. */
  reported(evaluations: readonly Artifact[]): Promise<ReadonlySet<string>>;
  escalations(): Promise<Escalations>;
  alarms(): Promise<Alarms>;
  verification(): Promise<TimedVerification>;
  /** The newest one; it covers all records looked at, unless none does. */
  checkpoint(): Promise<SignedCheckpoint | null>;
  /** The events that each enabled webhook endpoint wants; null for all of them. */
  listeners(): Promise<readonly (readonly string[] | null)[]>;
  activations(): Promise<Activations>;
}

export function idsOf(artifacts: readonly Artifact[]): string[] {
  return artifacts.slice(0, MAX_EVIDENCE_IDS).map(({ id }) => id);
}

export async function newestIds(evidence: EvidenceInPeriod, kind: EvidenceKind): Promise<string[]> {
  return idsOf(await evidence.newest(kind, MAX_EVIDENCE_IDS));
}

/**
 * The settings that a tenant can change: risk levels, approvals, and the thresholds of the laws. The version of the
 * law settings is the hash of their canonical form. Every evidence record names it, so that a verdict can be
 * recomputed with the numbers that held when it was given.
 */

import { RISK_LEVELS, type RiskLevel } from '@assize/act-reading/risk';
import { canonicalJson, type JsonObject, sha256Text } from '@assize/evidence-format';
import { DAY_MS } from '../../../foundation/clock.ts';
import type { Area } from '../../second-person/areas.ts';
import { type ApprovalRoute, DEFAULT_DETAIL, type Detail } from '../routes/routes.ts';
import type { WrittenActTerms } from './act-terms.ts';

/**
 * The tenant's own knowledge of an action, which a caller's claims can't change. In a pattern, `*` stands for any
 * characters.
 */
export interface CatalogueEntry {
  action: string;
  risk_level?: RiskLevel;
  is_irreversible?: boolean;
}

export interface LawSettings extends WrittenActTerms {
  /** `accepted`: the caller's claims count as stated. `verified`: only what the service itself can prove counts. */
  attestation: 'accepted' | 'verified';
  catalogue: CatalogueEntry[];
  budget: {
    /** The share of the remaining budget beyond which a cost needs a human. */
    warn_share: number;
    /** The share of the remaining budget that one irreversible step may cost. */
    irreversible_step_share: number;
  };
  confidence: { floor: Record<RiskLevel, number> };
  trust: {
    required: Record<RiskLevel, number>;
    irreversible_margin: number;
    /** The share of the required trust below which the law fails. */
    fail_share: number;
    /** Points by which a claim may exceed the ledger in `verified` mode. */
    claim_tolerance: number;
  };
}

export const DEFAULT_SETTINGS: LawSettings = {
  attestation: 'accepted',
  catalogue: [],
  budget: { warn_share: 0.8, irreversible_step_share: 0.5 },
  confidence: { floor: { low: 0, medium: 0.5, high: 0.7, critical: 0.9 } },
  trust: {
    required: { low: 20, medium: 40, high: 60, critical: 80 },
    irreversible_margin: 10,
    fail_share: 0.5,
    claim_tolerance: 20,
  },
};

/** Law settings with the version that names them: `sha256:` and the hex SHA-256 of their canonical JSON (RFC 8785). */
export interface SettingsVersion {
  settings: LawSettings;
  version: string;
}

export function versionOf(settings: LawSettings): SettingsVersion {
  return { settings, version: sha256Text(canonicalJson(settings)) };
}

const HOUR_MS = 3_600_000;
/** A year. */
export const MAX_APPROVAL_HOURS = 8760;
export const MAX_APPROVERS = 20;

export interface ApprovalSettings {
  /** How long after its opening an approval may be given and used, ms. */
  lifetimeMs: number;
  /** How many parties must approve, by effective risk; at least 1. */
  required: Readonly<Record<string, number>>;
  /** The key that asked may not decide. */
  separationOfDuties: boolean;
  /** The first that matches counts; none: everyone who may approve is asked. */
  routes?: readonly ApprovalRoute[];
}

export const DEFAULT_APPROVAL_SETTINGS: ApprovalSettings = {
  lifetimeMs: DAY_MS,
  required: { low: 1, medium: 1, high: 1, critical: 1 },
  separationOfDuties: false,
};

export interface SettingsDocument extends LawSettings {
  approvals: {
    lifetime_hours: number;
    /** How many parties must approve, by effective risk. */
    required: Record<RiskLevel, number>;
    separation_of_duties: boolean;
    routes?: ApprovalRoute[];
  };
  channels?: { detail: Detail };
  governance?: {
    /** The parts of governance whose changes need a second person. */
    second_person: Area[];
  };
}

/** Returns the settings of a tenant that has set none. @param installation the operator's settings. */
export function standardDocument({
  lifetimeMs,
  required,
  separationOfDuties,
}: ApprovalSettings): SettingsDocument {
  const byRisk = RISK_LEVELS.map((risk) => [risk, required[risk] ?? 1]);
  return {
    ...DEFAULT_SETTINGS,
    approvals: {
      lifetime_hours: lifetimeMs / HOUR_MS,
      required: Object.fromEntries(byRisk) as Record<RiskLevel, number>,
      separation_of_duties: separationOfDuties,
    },
  };
}

export function lawsOf({
  approvals: _,
  channels: _channels,
  governance: _governance,
  ...laws
}: SettingsDocument): LawSettings {
  return laws;
}

export function approvalsOf({ approvals }: SettingsDocument): ApprovalSettings {
  const { lifetime_hours, required, separation_of_duties, routes = [] } = approvals;
  return { lifetimeMs: lifetime_hours * HOUR_MS, required, separationOfDuties: separation_of_duties, routes };
}

export function detailOf({ channels }: Pick<SettingsDocument, 'channels'>): Detail {
  return channels?.detail ?? DEFAULT_DETAIL;
}

/** The parts of governance whose changes need a second person. */
export function secondPersonOf({ governance }: Pick<SettingsDocument, 'governance'>): readonly Area[] {
  return governance?.second_person ?? [];
}

export function documentText(document: SettingsDocument): string {
  return canonicalJson(document as unknown as JsonObject);
}

/** `sha256:` and hex. */
export function documentHash(text: string): string {
  return sha256Text(text);
}

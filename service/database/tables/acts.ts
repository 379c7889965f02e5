/** The tables by which actions are judged, as the queries see them. */
import type { Generated } from 'kysely';

/** Rows are only ever added, and removed targets are marked, so that old verdicts can be checked. */
export interface KnownTargetsTable {
  chain: number;
  target_id: string;
  /** The keyed hash of the name, 16 bytes. */
  hash: Uint8Array;
  kind: string;
  /** null for any. */
  role: string | null;
  /** null for every agent. */
  agent_id: string | null;
  /** null for any. */
  effect: string | null;
  source: 'record' | 'approval';
  name: string | null;
  until_at: number | null;
  created_at: number;
  created_by: string;
  /** The artifact that states the name in the clear; for a memory, the resolution of the approval. */
  evidence_id: string;
  /** The approval that was remembered; null for other targets. */
  approval_id: string | null;
  removed_at: Generated<number | null>;
  removed_evidence_id: Generated<string | null>;
}

/** The current mandate of one task of one agent. */
export interface MandatesTable {
  chain: number;
  mandate_id: string;
  agent_id: string;
  /** The version of the terms, from 1. */
  version: number;
  /** Canonical JSON, with targets as keyed hashes. */
  terms: string;
  /** The words of its task: sorted hashes of 8 bytes each. */
  words: Uint8Array;
  /** The limits of the terms, for a query. */
  most_actions: number | null;
  most_micro_usd: number | null;
  actions_used: Generated<number>;
  spent_micro_usd: Generated<number>;
  opened_at: number;
  opened_by: string;
  evidence_id: string;
  closed_at: Generated<number | null>;
  closed_by: Generated<string | null>;
  closed_evidence_id: Generated<string | null>;
  used_up_evidence_id: Generated<string | null>;
}

/** Every version of a mandate's terms. Rows are only ever added. */
export interface MandateVersionsTable {
  chain: number;
  mandate_id: string;
  version: number;
  terms: string;
  /** The artifact that made it. */
  evidence_id: string;
}

/** A verdict that used a mandate with a limit. */
export interface MandateUsesTable {
  chain: number;
  mandate_id: string;
  evaluation_id: string;
  micro_usd: number;
  used_at: number;
  /** An effect and the tool of a step, such as `pay bank.transfer`, where a step of the plan counts it. */
  step: Generated<string | null>;
}

export interface ActTables {
  mandates: MandatesTable;
  mandate_versions: MandateVersionsTable;
  mandate_uses: MandateUsesTable;
  known_targets: KnownTargetsTable;
}

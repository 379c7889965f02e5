/** The tables by which actions are judged, as the queries see them. */
import type { Confidentiality, ResultSource } from '@assize/act-reading/tools';
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

/** A session of an agent: what the results of its calls brought in. */
export interface SessionsTable {
  chain: number;
  /** The keyed hash of the agent and the session's id. */
  session_key: string;
  agent_id: string | null;
  results: number;
  /** The sum over its results. */
  value_count: number;
  /** 1 where some values of its results are not known. */
  incomplete: number;
  /** How many of its results have lost their values to a removal; 0 once it has ended. */
  emptied: Generated<number>;
  /** The highest that was read. */
  confidentiality: Confidentiality | null;
  /** 1 where a result has parts that strangers wrote. */
  has_content: number;
  opened_at: number;
  expires_at: number;
  /** The artifact of its first result. */
  evidence_id: string;
  ended_at: Generated<number | null>;
  /** null where it has expired. */
  ended_by: Generated<string | null>;
  ended_evidence_id: Generated<string | null>;
}

/** The result of one call. */
export interface SessionResultsTable {
  chain: number;
  session_key: string;
  /** Its place in the session, from 1. */
  number: number;
  evaluation_id: string;
  tool: string;
  source: ResultSource | null;
  confidentiality: Confidentiality | null;
  value_count: number;
  /** Sorted keyed hashes of 8 bytes each, then the class of each in a byte; empty once they were removed. */
  packed: Uint8Array;
  incomplete: number;
  reported_at: number;
  evidence_id: string;
}

export interface ActTables {
  sessions: SessionsTable;
  session_results: SessionResultsTable;
  mandates: MandatesTable;
  mandate_versions: MandateVersionsTable;
  mandate_uses: MandateUsesTable;
  known_targets: KnownTargetsTable;
}

/** The tables of a tenant's governance and its effects, as the queries see them. */
import type { Generated } from 'kysely';

/** Increases with every change of governance that verdicts depend on, so that nodes know when to reload. */
export interface GovernanceRevisionsTable {
  chain: number;
  revision: number;
  /** Increases only with the catalogue of tools. */
  tools_revision: Generated<number>;
  /** Increases only with the known targets. */
  targets_revision: Generated<number>;
}

/** Rows are only ever added. */
export interface SettingsVersionsTable {
  chain: number;
  /** From 1, without a gap. */
  version: number;
  /** Canonical JSON. */
  document: string;
  /** The hash of the law settings, as evaluations name it: `sha256:` and hex. */
  law_version: string;
  created_at: number;
  created_by: string;
}

export interface SettingsInForceTable {
  chain: number;
  version: number;
  /** The artifact that records it. */
  evidence_id: string;
  activated_at: number;
  activated_by: string;
}

/** A halted agent or, without one, all agents. */
export interface HaltsTable {
  chain: number;
  halt_id: string;
  agent_id: string | null;
  reason: string;
  halted_at: number;
  halted_by: string;
  evidence_id: string;
  lifted_at: Generated<number | null>;
  lifted_by: Generated<string | null>;
  lift_reason: Generated<string | null>;
  lift_evidence_id: Generated<string | null>;
}

/** The time when an agent was last refused an action with this claim. */
export interface RefusedClaimsTable {
  chain: number;
  agent_id: string;
  action: string;
  /** The effective risk. */
  risk_level: string;
  /** 0 or 1; the effective value. */
  is_irreversible: number;
  refused_at: number;
}

export interface PoliciesTable {
  chain: number;
  name: string;
  created_at: number;
  /** null if none of its versions is in force. */
  active_version: Generated<number | null>;
  /** The previous version, to which a roll-back returns. */
  former_version: Generated<number | null>;
  /** The artifact of the last change of what is in force. */
  evidence_id: Generated<string | null>;
  changed_at: number;
  changed_by: string;
}

/** Rows are only ever added. */
export interface PolicyVersionsTable {
  chain: number;
  name: string;
  /** From 1, without a gap. */
  version: number;
  /** SHA-256 of the document: `sha256:` and hex. */
  hash: string;
  /** Canonical JSON. */
  document: string;
  created_at: number;
  created_by: string;
  /** null where the author gave none. */
  reason: string | null;
}

/** Every set of versions that was in force together, by the version that evaluations name. Rows are only ever added. */
export interface PolicySetsTable {
  chain: number;
  /** SHA-256 of `members`: `sha256:` and hex. */
  set_version: string;
  /** Canonical JSON: `[{"name","version"}]`, by name. */
  members: string;
}

export interface BudgetsTable {
  chain: number;
  budget_id: string;
  name: string;
  /** null for every agent. */
  agent_id: string | null;
  /** null for every action. */
  action_pattern: string | null;
  period: 'day' | 'month';
  limit_micro_usd: number;
  /** Counts creation, changes and deletion, from 1; a change states the revision it expects. */
  revision: number;
  created_at: number;
  created_by: string;
  deleted_at: Generated<number | null>;
  /** The artifact of the last change. */
  evidence_id: string;
}

export interface BudgetPeriodsTable {
  chain: number;
  budget_id: string;
  /** Its first moment, UTC, ms since the epoch. */
  period_start: number;
  reserved_micro_usd: number;
  spent_micro_usd: number;
}

export interface BudgetReservationsTable {
  chain: number;
  evaluation_id: string;
  budget_id: string;
  period_start: number;
  micro_usd: number;
  status: 'held' | 'settled' | 'lapsed';
  reserved_at: number;
  lapses_at: number;
  settled_micro_usd: Generated<number | null>;
  /** The artifact that settled it. */
  outcome_id: Generated<string | null>;
}

/** The one reported outcome of an evaluation. */
export interface OutcomesTable {
  chain: number;
  evaluation_id: string;
  evidence_id: string;
  reported_at: number;
}

export interface TrustLedgerTable {
  chain: number;
  agent_id: string;
  /** Increases with each update. */
  revision: number;
  /** Weights, as of `as_of`. */
  successes: number;
  failures: number;
  as_of: number;
  /** The maximum of the score on the day (UTC) of `as_of`. */
  ceiling: number;
  /** Its `trust_update`. */
  last_update_id: string;
  /** The key of its name; empty until a version that knows of keys has seen it. */
  agent_key: Generated<string>;
  /** The party behind the request that counted last. Empty if an earlier version wrote the row. */
  party: Generated<string>;
}

/** The updates of the ledger, in their order for each agent. Rows are only ever added. */
export interface TrustUpdatesTable {
  chain: number;
  agent_id: string;
  /** From 1, without a gap. */
  revision: number;
  /** The `trust_update`. */
  evidence_id: string;
  /** The artifact of the fact. */
  cause_id: string;
}

/** The size of a chain when trust began: earlier artifacts don't count. Without a row, 0. */
export interface TrustBeginningsTable {
  chain: number;
  position: number;
}

/** Facts that are not yet in the ledger: written with the fact, deleted with its `trust_update`. */
export interface TrustCausesTable {
  chain: number;
  /** The artifact of the fact. */
  evidence_id: string;
  agent_id: string;
  cause: 'success' | 'failure' | 'executed_despite_block' | 'approved' | 'rejected';
  risk_level: string;
  action: string;
  happened_at: number;
  /** The party that asked for the evaluation. Empty if an earlier version wrote the row. */
  party: Generated<string>;
}

/** The model that plans the tasks of a chain. */
export interface PlannersTable {
  chain: number;
  api: 'openai' | 'anthropic';
  url: string;
  model: string;
  /** Sealed; see `secretBox`. */
  key: Uint8Array;
  timeout_ms: number;
  max_output_tokens: number;
  /** The artifact that records it. */
  evidence_id: string;
  set_at: number;
  set_by: string;
}

export interface GovernanceTables {
  planners: PlannersTable;
  governance_revisions: GovernanceRevisionsTable;
  settings_versions: SettingsVersionsTable;
  settings_in_force: SettingsInForceTable;
  halts: HaltsTable;
  refused_claims: RefusedClaimsTable;
  policies: PoliciesTable;
  policy_versions: PolicyVersionsTable;
  policy_sets: PolicySetsTable;
  budgets: BudgetsTable;
  budget_periods: BudgetPeriodsTable;
  budget_reservations: BudgetReservationsTable;
  outcomes: OutcomesTable;
  trust_ledger: TrustLedgerTable;
  trust_updates: TrustUpdatesTable;
  trust_causes: TrustCausesTable;
  trust_beginnings: TrustBeginningsTable;
}

/**
 * The tables as queries see them, on both databases. Times are integer milliseconds since the epoch, hashes are 32
 * bytes. Every primary key begins with the tenant or the chain, so that tenants can be spread over machines.
 */
import type { Generated } from 'kysely';
import type { ActTables } from './acts.ts';
import type { AgentTables } from './agent.ts';
import type { ApprovalTables } from './approval.ts';
import type { ChannelTables } from './channel.ts';
import type { ChatTables } from './chat.ts';
import type { EventTables } from './event.ts';
import type { EvidenceTables } from './evidence.ts';
import type { GovernanceTables } from './governance.ts';
import type { IssuerTables } from './issuer.ts';
import type { MemberTables } from './member.ts';
import type { NotificationTables } from './notification.ts';
import type { TokenTables } from './token.ts';
import type { ToolSchemasTable, ToolsTable } from './tool.ts';
import type { UsageTables } from './usage.ts';

/** The organisations that are governed. */
export interface TenantsTable {
  tenant_id: string;
  /** Unique, lower case; the tenant's name on the command line. */
  name: string;
  tier: string;
  plan: string;
  created_at: number;
  /** The address that notices go to. */
  contact: Generated<string | null>;
  /** 1 if it stops at its allowances although its tier could exceed them. */
  hard_limit: Generated<number>;
  /** JSON of an Enterprise tenant's terms: allowances, prices, limits. */
  agreed: Generated<string | null>;
  /** The time of the last notice of pending approvals. */
  approvals_told_at: Generated<number | null>;
  /** `filling` while `assize demo` makes it, then `whole`; null for every other tenant. */
  demo: Generated<string | null>;
}

/** One evidence chain per tenant and environment, and its head row, which every append locks. */
export interface ChainsTable {
  chain: number;
  tenant_id: string;
  environment: string;
  /** Artifacts appended so far, and so the index of the next one. */
  size: number;
  /** Hash of the last artifact; 32 zero bytes while there is none. */
  head_hash: Uint8Array;
}

export interface ApiKeysTable {
  tenant_id: string;
  key_id: string;
  environment: string;
  name: string;
  /** SHA-256 of the secret; the secret itself is not stored. */
  secret_hash: Uint8Array;
  /** The masked secret that listings show. */
  prefix: string;
  /** JSON array of scope names. */
  scopes: string;
  created_at: number;
  expires_at: number | null;
  revoked_at: Generated<number | null>;
  last_used_at: Generated<number | null>;
  /** The id of a member or a key, or `operator`; null if an earlier version did not say. */
  made_by: Generated<string | null>;
  /** The agent that the key belongs to; null: none. */
  agent_id: Generated<string | null>;
}

/** The leaf of each artifact, column by column. Rows are only ever added. */
export interface ArtifactsTable {
  chain: number;
  position: number;
  id: string;
  artifact_type: string;
  action: string | null;
  verdict: string | null;
  actor: string;
  payload_commitment: Uint8Array;
  created_at: number;
  previous_hash: Uint8Array;
  hash: Uint8Array;
}

/** The payload and salt of an artifact's commitment. Retention and redaction delete rows here, and only here. */
export interface ArtifactPayloadsTable {
  chain: number;
  position: number;
  salt: Uint8Array;
  /** UTF-8 of canonical JSON, exactly as hashed. */
  payload: Uint8Array;
}

/**
 * The artifacts of one type, verdict and action (or of one type and verdict) in a full block of a chain. Derived from
 * `artifacts`, and never changed.
 */
export interface ArtifactBlocksTable {
  chain: number;
  /** Empty for the row of all actions. */
  action: string;
  block: number;
  artifact_type: string;
  /** Empty if the artifacts have none. */
  verdict: string;
  /** How many. */
  artifacts: number;
  first_at: number;
  last_at: number;
  /** Their places in the block: 16 bits each, little-endian, ascending. */
  places: Uint8Array;
}

/** How many evaluations of an hour or a day had a verdict. Derived from `artifacts`. */
export interface VerdictCountsTable {
  chain: number;
  /** `hour`: all actions; `action_hour`, `action_day`: one action. */
  unit: string;
  /** ms since the epoch. */
  start: number;
  /** Empty for all. */
  action: string;
  verdict: string;
  evaluations: number;
}

export interface VerdictCountHeadsTable {
  chain: number;
  /** How many artifacts are counted: the first ones. */
  counted: number;
}

/** Random bytes that all nodes share. */
export interface InstallationSecretsTable {
  name: string;
  secret: Uint8Array;
}

export interface IdempotencyRecordsTable {
  chain: number;
  key_hash: Uint8Array;
  request_hash: Uint8Array;
  /** JSON of the first outcome, which answers a repetition. */
  outcome: string;
  expires_at: number;
}

export interface SchemaMigrationsTable {
  version: number;
  name: string;
  checksum: string;
  applied_at: number;
  /** The version that ran it. */
  program: Generated<string | null>;
  /** The oldest minor version whose programs may serve the database from then on. */
  oldest_program: Generated<string | null>;
}

/** The processes that serve the database. */
export interface NodesTable {
  node_id: string;
  /** The node's version. */
  program: string;
  /** The oldest minor version that may serve beside it. */
  oldest_beside: string;
  /** When the node last reported. */
  seen_at: number;
}

export interface Tables
  extends AgentTables,
    EvidenceTables,
    ApprovalTables,
    ChannelTables,
    ChatTables,
    EventTables,
    UsageTables,
    GovernanceTables,
    ActTables,
    MemberTables,
    NotificationTables,
    IssuerTables,
    TokenTables {
  tenants: TenantsTable;
  chains: ChainsTable;
  api_keys: ApiKeysTable;
  artifacts: ArtifactsTable;
  artifact_payloads: ArtifactPayloadsTable;
  artifact_blocks: ArtifactBlocksTable;
  verdict_counts: VerdictCountsTable;
  verdict_count_heads: VerdictCountHeadsTable;
  installation_secrets: InstallationSecretsTable;
  idempotency_records: IdempotencyRecordsTable;
  schema_migrations: SchemaMigrationsTable;
  nodes: NodesTable;
  tool_schemas: ToolSchemasTable;
  tools: ToolsTable;
}

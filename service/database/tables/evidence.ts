/** The tables that are derived from artifacts or record work on them, as the queries see them. */
import type { Generated } from 'kysely';

/**
 * The hashes of each chain's Merkle tree, 256 to a tile. A tile of level 0 is stored once, when it is full; those above
 * it grow by one hash whenever a tile below them is full.
 */
export interface TilesTable {
  chain: number;
  /** 0 holds leaf hashes, each level above the roots of the full tiles below. */
  level: number;
  tile: number;
  /** Concatenated, 32 bytes each. */
  hashes: Uint8Array;
}

/** The newest signed checkpoint of each chain. */
export interface CheckpointsTable {
  chain: number;
  size: number;
  root: Uint8Array;
  /** The C2SP signed note, verbatim. */
  note: string;
  signed_at: number;
}

/** The newest cosignature of each witness on the checkpoints of each chain. */
export interface CosignaturesTable {
  chain: number;
  /** The name of its key. */
  witness: string;
  /** The size of the checkpoint that it cosigned last; 0: none. */
  size: number;
  /** That checkpoint as the log signed it. */
  note: string | null;
  /** The signature line of the witness, with its line feed. */
  line: string | null;
  /** When the witness says that it had seen it. */
  cosigned_at: number | null;
  /** Why the last offer failed. */
  error: string | null;
  /** 1 if the witness says that it has seen another history. */
  disagrees: Generated<number>;
}

/** The published keys that have signed checkpoints. Not trusted: the key file decides. */
export interface VerifierKeysTable {
  public_key: Uint8Array;
  valid_from: number;
  /** null while it signs. */
  valid_until: number | null;
}

/** The node that holds a piece of work that only one node should do. */
export interface LeasesTable {
  name: string;
  holder: string;
  expires_at: number;
}

/** The position up to which each chain was found sound, and the state to continue from there. */
export interface VerificationsTable {
  chain: number;
  /** A whole number of tiles. */
  size: number;
  head_hash: Uint8Array;
  /** The state of a `treeBuilder` of `size` leaves. */
  tree: Uint8Array;
  /** JSON of the positions that were stated to be removed by then. */
  removals: string;
  verified_at: number;
  fully_verified_at: Generated<number | null>;
}

/** The findings of verification, and their acknowledgement. */
export interface IntegrityAlarmsTable {
  chain: number;
  alarm_id: string;
  position: number | null;
  problem: string;
  message: string;
  raised_at: number;
  acknowledged_at: Generated<number | null>;
  acknowledged_by: Generated<string | null>;
  /** The time when a full verification no longer found it; the same fault is then a new finding. */
  gone_at: Generated<number | null>;
}

/** Removals of payloads: first stated in an artifact, then carried out. */
export interface RemovalsTable {
  chain: number;
  /** The `governance_change` artifact that states it. */
  evidence_id: string;
  kind: 'redaction' | 'retention';
  first: number;
  behind_last: number;
  stated_at: number;
  removed_at: Generated<number | null>;
}

/** Legal holds. Lifted ones stay, because they explain what removals have left. */
export interface HoldsTable {
  chain: number;
  /** `hld_` + 24 hex. */
  hold_id: string;
  /** JSON. */
  filter: string;
  reason: string;
  held_at: number;
  held_by: string;
  evidence_id: string;
  lifted_at: Generated<number | null>;
  lifted_by: Generated<string | null>;
  lift_reason: Generated<string | null>;
  lift_evidence_id: Generated<string | null>;
  /** For a lifted hold: when retention caught up on what it had kept. */
  caught_up_at: Generated<number | null>;
}

/**
 * The artifacts of a full block that contain a word, by its keyed hash. This is an index: it can be computed again from
 * the payloads, and words removed there are removed here too.
 */
export interface ValueBlocksTable {
  chain: number;
  /** The first byte of the hashes in it. */
  bucket: number;
  block: number;
  /** Each entry is the next six bytes of a hash and a place of two bytes; ascending. */
  entries: Uint8Array;
}

/** Erasures of all that names one person. */
export interface ErasuresTable {
  chain: number;
  /** `era_` + 24 hex. */
  erasure_id: string;
  /** The keyed hash of what was searched for: `hmac-sha256:` and hex. */
  subject_hash: string;
  /** JSON array of the positions to redact, ascending. */
  found: string;
  /** How many of them have a stated removal: the first ones. */
  stated: Generated<number>;
  begun_at: number;
  begun_by: string;
  evidence_id: string;
  certified_at: Generated<number | null>;
  certificate_evidence_id: Generated<string | null>;
}

/** An export is a definition; each download generates its bytes again. */
export interface ExportsTable {
  chain: number;
  export_id: string;
  format: string;
  /** JSON. */
  filter: string;
  /** Artifacts at this position and later are not part of the export. */
  size: number;
  /** The signed checkpoint of `size`, verbatim. */
  checkpoint: string;
  artifact_count: number;
  created_at: number;
  created_by: string;
  /** The expiry of the link. */
  expires_at: number;
}

export interface ExportDownloadsTable {
  chain: number;
  export_id: string;
  download_id: string;
  /** A key's id, or `link`. */
  opened_by: string;
  started_at: number;
  /** null if it was interrupted. */
  finished_at: Generated<number | null>;
  bytes: Generated<number | null>;
}

/** The person who answers for a control of a framework, and for which period. */
export interface ControlOwnersTable {
  chain: number;
  framework: string;
  control: string;
  /** A member's id. */
  owner: string;
  from_at: number;
  to_at: number;
  evidence_id: string;
}

/** Chains of an earlier version that are yet to state what they held without a counterpart in evidence. */
export interface TakeoversDueTable {
  chain: number;
}

/** Incidents, each as its last change states it. */
export interface IncidentsTable {
  chain: number;
  incident_id: string;
  title: string;
  description: string;
  severity: string;
  /** JSON array of the harms that make it a serious one. */
  harms: string;
  happened_at: number;
  noticed_at: number;
  /** JSON array of those who were told. */
  told: string;
  /** JSON array of the evidence ids that belong to it. */
  records: string;
  /** The id of a member. */
  responsible: string | null;
  status: string;
  cause: string | null;
  remedy: string | null;
  /** Until when an authority must be told; null if none must. */
  report_due_at: number | null;
  /** When the first authority was told. */
  reported_at: number | null;
  opened_at: number;
  opened_by: string;
  closed_at: number | null;
  version: number;
  /** The record of the last change. */
  evidence_id: string;
}

export interface EvidenceTables {
  incidents: IncidentsTable;
  tiles: TilesTable;
  checkpoints: CheckpointsTable;
  cosignatures: CosignaturesTable;
  verifier_keys: VerifierKeysTable;
  leases: LeasesTable;
  verifications: VerificationsTable;
  integrity_alarms: IntegrityAlarmsTable;
  removals: RemovalsTable;
  evidence_holds: HoldsTable;
  value_blocks: ValueBlocksTable;
  erasures: ErasuresTable;
  exports: ExportsTable;
  export_downloads: ExportDownloadsTable;
  control_owners: ControlOwnersTable;
  takeovers_due: TakeoversDueTable;
}

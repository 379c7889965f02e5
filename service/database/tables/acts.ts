/** The tables by which actions are judged, as the queries see them. */
import type { Generated } from 'kysely';

/** Rows are only ever added, and removed ones marked, so that old verdicts can be checked. */
export interface KnownTargetsTable {
  chain: number;
  target_id: string;
  /** Of its name: the keyed hash, 16 bytes. */
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
  /** The artifact that states it in the clear; of a memory, the resolution of the approval. */
  evidence_id: string;
  /** Of a memory. */
  approval_id: string | null;
  removed_at: Generated<number | null>;
  removed_evidence_id: Generated<string | null>;
}

export interface ActTables {
  known_targets: KnownTargetsTable;
}

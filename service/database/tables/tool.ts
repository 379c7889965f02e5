/** The table of the catalogue of tools, as the queries see it. */
import type { Generated } from 'kysely';

/** One state of one entry. Rows are only ever added; the next state ends the previous one. */
export interface ToolsTable {
  chain: number;
  tool_id: string;
  /** The revision of the chain's tools from which this state is current. */
  since_revision: number;
  /** The revision from which it no longer is; null for the current state. */
  until_revision: Generated<number | null>;
  state: 'proposed' | 'accepted' | 'rejected' | 'changed' | 'removed';
  /** The normalised name, under which different spellings meet. */
  name: string;
  server: string | null;
  /** `import`, `ready:NAME`, `review` or `hand`. */
  source: string;
  /** SHA-256 of the document: `sha256:` and hex. */
  hash: string;
  /** The entry, as canonical JSON. */
  document: string;
  /** The artifact that records the change. */
  evidence_id: string;
  changed_at: number;
  changed_by: string;
}

/**
 * The schema of a tool's arguments as it was last imported. It is believed only where its hash is the one that the
 * entry of the tool names, so a tool has one row, and no evidence is needed.
 */
export interface ToolSchemasTable {
  chain: number;
  tool_id: string;
  /** The canonical JSON that was hashed. */
  document: string;
}

/** The inventory of agents, and when they were seen. */

export interface AgentsTable {
  chain: number;
  /** The agent's id in the form in which names meet. */
  name_key: string;
  agent_id: string;
  name: string;
  owner_kind: string | null;
  /** The id of a member, or the name of a team. */
  owner: string | null;
  purpose: string;
  status: string;
  status_reason: string | null;
  version: number;
  created_at: number;
  created_by: string;
  /** The record of the last change. */
  evidence_id: string;
}

export interface AgentSightingsTable {
  chain: number;
  name_key: string;
  /** As its first evaluation spelled it. */
  agent_id: string;
  first_seen_at: number;
  first_evidence_id: string;
  last_seen_at: number;
  /** How the agent was known when it was last seen: claimed, key or token. */
  how: string;
}

export interface AgentTables {
  agents: AgentsTable;
  agent_sightings: AgentSightingsTable;
}

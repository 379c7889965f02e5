export {
  type AgentRow,
  type AgentStatus,
  type AgentsInForce,
  agentsInForce,
  agentsOf,
  LONGEST_AGENT_ID,
  LONGEST_NAME,
  LONGEST_PURPOSE,
  LONGEST_REASON,
  noSuchAgent,
  OWNER_KINDS,
  type Owner,
  ownerOf,
  recordedAgent,
} from './agent.ts';
export { changeAgent, registerAgent, setAgentStatus } from './change.ts';
export {
  AGENT_CHANGES,
  agentHistory,
  findListed,
  type HeldAgent,
  LISTED_STATUSES,
  type ListedAgent,
  type ListedStatus,
  listAgents,
  statusAfter,
} from './list.ts';
export type { AgentSightings, Sighting } from './sightings.ts';
export { type Agents, startAgents } from './start.ts';

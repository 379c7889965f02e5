export {
  AGENT_STATUSES,
  type AgentRow,
  type AgentStatus,
  type AgentsInForce,
  agentsInForce,
  agentsOf,
  findAgent,
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
export { type AgentChange, changeAgent, registerAgent, setAgentStatus, type WantedAgent } from './change.ts';
export {
  AGENT_CHANGES,
  agentHistory,
  findListed,
  type HeldAgent,
  LISTED_STATUSES,
  type ListedAgent,
  type ListedStatus,
  listAgents,
} from './list.ts';
export { type AgentSightings, agentSightings, type Sighting } from './sightings.ts';
export { type Agents, startAgents } from './start.ts';

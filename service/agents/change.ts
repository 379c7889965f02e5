/**
 * Registers agents, changes them, and suspends, resumes and retires them, with evidence. A change holds at once on this
 * node, and within a second on every other. A retired agent stays on record, and its id is never given to another.
 */
import { nameKey } from '@assize/act-reading/names';
import { bound } from '../database/evidence/append-store.ts';
import { eventOf } from '../events/index.ts';
import {
  type Actor,
  changeGovernance,
  type GovernDeps,
  partyOf,
  stampNow,
} from '../evidence/changes/index.ts';
import { Failure } from '../foundation/failure.ts';
import { retryOvertaken } from '../foundation/retry.ts';
import {
  type AgentRow,
  type AgentStatus,
  agentsOf,
  findAgent,
  noSuchAgent,
  type Owner,
  recordedAgent,
} from './agent.ts';

export interface WantedAgent {
  agentId: string;
  name: string;
  owner: Owner | null;
  purpose: string;
}

export interface AgentChange extends Partial<Omit<WantedAgent, 'agentId'>> {
  /** The version that the caller expects; any by default. */
  version?: number;
}

/** All agents of a chain are in memory on each node. */
export const MAX_AGENTS = 10_000;
/** An attempt fails only because of another change. */
const MAX_ATTEMPTS = 20;

/**
 * @param actor a key's id, or the operator.
 * @throws {Failure} `invalid` for an owner who is not a member, or a name without letters; `conflict` where an agent
 *    with an id that means the same is registered, or there are too many; `unavailable`.
 */
export async function registerAgent(
  deps: GovernDeps & { tenantId: string },
  chain: number,
  actor: Actor,
  { agentId, name, owner, purpose }: WantedAgent,
): Promise<AgentRow> {
  const { db } = deps;
  requireLetters(agentId);
  await requireMember(deps, owner);
  const stamp = stampNow(deps);
  const row: AgentRow = {
    name_key: nameKey(agentId),
    agent_id: agentId,
    name,
    owner_kind: owner?.kind ?? null,
    owner: owner?.id ?? null,
    purpose,
    status: 'active',
    status_reason: null,
    version: 1,
    created_at: stamp.at,
    created_by: partyOf(actor),
    evidence_id: stamp.id,
  };
  const last = agentsOf(db, chain)
    .limit(1)
    .offset(MAX_AGENTS - 1);
  const insertion = db
    .insertInto('agents')
    .values({ chain, ...row })
    .onConflict((conflict) => conflict.doNothing());
  const result = await changeGovernance(deps, {
    chain,
    stamp,
    action: 'agent.register',
    actor,
    change: recordedAgent(row),
    statements: [bound(last, 0), bound(insertion, 1)],
  });
  if (result.kind === 'appended') return row;
  const other = await findAgent(db, chain, agentId);
  throw other === undefined
    ? Failure.conflict('too_many_agents', `There are ${MAX_AGENTS} agents already, which is the limit.`)
    : Failure.conflict(
        'agent_registered',
        `The agent ${other.agent_id} is registered, and its id means the same.`,
      );
}

/** @throws {Failure} `not_found`; `conflict` where it is retired or was changed meanwhile; `invalid`; `unavailable`. */
export async function changeAgent(
  deps: GovernDeps & { tenantId: string },
  chain: number,
  actor: Actor,
  agentId: string,
  { version, name, owner, purpose }: AgentChange,
): Promise<AgentRow> {
  if (owner !== undefined) await requireMember(deps, owner);
  return changeRow(deps, chain, agentId, (row) => {
    if (row.status === 'retired') throw retired();
    if (version !== undefined && version !== row.version) {
      throw Failure.conflict('agent_changed', `The agent is at version ${row.version}.`);
    }
    const set = {
      name: name ?? row.name,
      purpose: purpose ?? row.purpose,
      ...(owner !== undefined && { owner_kind: owner?.kind ?? null, owner: owner?.id ?? null }),
    };
    return write(deps, chain, actor, row, 'agent.change', set);
  });
}

const CHANGE_OF_STATUS = {
  active: { action: 'agent.resume', event: 'agent.resumed' },
  suspended: { action: 'agent.suspend', event: 'agent.suspended' },
  retired: { action: 'agent.retire', event: undefined },
} as const;

/**
 * Giving it the status that it has changes nothing. @param reason null where it acts again.
 * @throws {Failure} `not_found`; `conflict` where it is retired; `unavailable`.
 */
export function setAgentStatus(
  deps: GovernDeps,
  chain: number,
  actor: Actor,
  agentId: string,
  { status, reason }: { status: AgentStatus; reason: string | null },
): Promise<AgentRow> {
  return changeRow(deps, chain, agentId, (row) => {
    if (row.status === status) return Promise.resolve(true);
    if (row.status === 'retired') throw retired();
    const { action, event } = CHANGE_OF_STATUS[status];
    return write(deps, chain, actor, row, action, { status, status_reason: reason }, event);
  });
}

function changeRow(
  { db }: GovernDeps,
  chain: number,
  agentId: string,
  change: (row: AgentRow) => Promise<boolean>,
): Promise<AgentRow> {
  return retryOvertaken(agentId, MAX_ATTEMPTS, async () => {
    const row = await findAgent(db, chain, agentId);
    if (row === undefined) throw noSuchAgent();
    return (await change(row)) ? findAgent(db, chain, agentId) : undefined;
  });
}

/** @returns false where another change came first. */
async function write(
  deps: GovernDeps,
  chain: number,
  actor: Actor,
  row: AgentRow,
  action: string,
  set: Partial<AgentRow>,
  event?: (typeof CHANGE_OF_STATUS)[AgentStatus]['event'],
): Promise<boolean> {
  const { db, ids } = deps;
  const stamp = stampNow(deps);
  const changed = { ...row, ...set, version: row.version + 1, evidence_id: stamp.id };
  const update = db
    .updateTable('agents')
    .set(changed)
    .where('chain', '=', chain)
    .where('name_key', '=', row.name_key)
    .where('version', '=', row.version);
  const data = { agent_id: row.agent_id, evidence_id: stamp.id };
  const result = await changeGovernance(deps, {
    chain,
    stamp,
    action,
    actor,
    change: recordedAgent(changed),
    statements: [bound(update, 1)],
    events: event === undefined ? [] : [eventOf(ids, { chain, type: event, data, at: stamp.at })],
  });
  return result.kind === 'appended';
}

function requireLetters(agentId: string): void {
  if (/[\p{L}\p{N}]/u.test(agentId)) return;
  const message = 'Input should have letters or digits: it names an agent';
  throw Failure.invalid([{ field: ['agent_id'], message, type: 'value_error' }]);
}

async function requireMember({ db, tenantId }: GovernDeps & { tenantId: string }, owner: Owner | null) {
  if (owner === null || owner.kind === 'team') return;
  const member = await db
    .selectFrom('members')
    .select('member_id')
    .where('tenant_id', '=', tenantId)
    .where('member_id', '=', owner.id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (member !== undefined) return;
  const message = 'Input should be the id of a member';
  throw Failure.invalid([{ field: ['owner', 'id'], message, type: 'value_error' }]);
}

function retired(): Failure {
  return Failure.conflict('agent_retired', 'The agent is retired. Register another one.');
}

/** Surface A: the inventory of agents: registers, changes, suspends, resumes and retires them. */

import type { FastifyReply } from 'fastify';
import {
  type AgentStatus,
  changeAgent,
  findListed,
  listAgents,
  noSuchAgent,
  registerAgent,
  setAgentStatus,
} from '../../../agents/index.ts';
import { allPages } from '../../../database/signed-cursor.ts';
import { haltOf } from '../../../governance/halts/index.ts';
import type { Principal } from '../../../keys/index.ts';
import { openMandatesOf } from '../../../mandates/standing/index.ts';
import { agentActivity, inventoryCsv, inventoryOf } from '../../../reports/index.ts';
import { attachment } from '../../answers/files.ts';
import { MANAGE, principalOf, READ } from '../../callers/access.ts';
import type { Noun, Services } from '../../services.ts';
import { CHANGE, EXPORT, LIST, REGISTER, RESUME, RETIRE, SHOW, SUSPEND } from './agent-schemas.ts';

type Needs = Pick<Services, 'appender' | 'clock' | 'db' | 'fillRandom' | 'governance' | 'ids'>;

export const agentsA: Noun<Needs> = (app, services) => {
  const { db, clock } = services;
  const inventory = ({ tenantId, environment, chain }: Principal) => {
    return { db, tenantId, environment, chain, at: clock.now() };
  };
  const shown = (principal: Principal, agentId: string) => agentInFull(services, principal, agentId);
  const governing = ({ tenantId }: Principal) => ({ ...services, tenantId });

  app.get('/agents', { config: READ, schema: LIST }, async (request) => {
    const principal = principalOf(request);
    const { status, limit = 100, cursor } = request.query;
    const { items, nextCursor } = await listAgents(services, principal.chain, status, limit, cursor);
    return { items: await inventoryOf(inventory(principal), items), next_cursor: nextCursor };
  });

  app.get('/agents/export', { config: READ, schema: EXPORT }, async (request, reply) => {
    const principal = principalOf(request);
    const { chain } = principal;
    const all = await allPages((limit, cursor) => listAgents(services, chain, undefined, limit, cursor));
    const items = await inventoryOf(inventory(principal), all);
    if (request.query.format !== 'csv') return { items };
    const csv = await inventoryCsv(items);
    return (reply as FastifyReply).headers(attachment('assize-agents.csv', 'csv')).send(csv);
  });

  app.post('/agents', { config: MANAGE, schema: REGISTER }, async (request, reply) => {
    const principal = principalOf(request);
    const { agent_id: agentId, name = agentId, owner = null, purpose = '' } = request.body;
    const wanted = { agentId, name, owner, purpose };
    await registerAgent(governing(principal), principal.chain, principal, wanted);
    reply.code(201);
    return shown(principal, agentId);
  });

  app.get('/agents/:agent_id', { config: READ, schema: SHOW }, async (request) =>
    shown(principalOf(request), request.params.agent_id),
  );

  app.patch('/agents/:agent_id', { config: MANAGE, schema: CHANGE }, async (request) => {
    const principal = principalOf(request);
    const { agent_id: id } = request.params;
    await changeAgent(governing(principal), principal.chain, principal, id, request.body);
    return shown(principal, id);
  });

  const setStatus = async (principal: Principal, id: string, status: AgentStatus, reason: string | null) => {
    await setAgentStatus(services, principal.chain, principal, id, { status, reason });
    return shown(principal, id);
  };

  app.post('/agents/:agent_id/suspend', { config: MANAGE, schema: SUSPEND }, (request) =>
    setStatus(principalOf(request), request.params.agent_id, 'suspended', request.body.reason),
  );
  app.post('/agents/:agent_id/resume', { config: MANAGE, schema: RESUME }, (request) =>
    setStatus(principalOf(request), request.params.agent_id, 'active', null),
  );
  app.post('/agents/:agent_id/retire', { config: MANAGE, schema: RETIRE }, (request) =>
    setStatus(principalOf(request), request.params.agent_id, 'retired', request.body.reason),
  );
};

/** @throws {Failure} `not_found` for an agent that is not registered and was never seen. */
async function agentInFull(
  { db, clock, governance }: Needs,
  { chain, tenantId, environment }: Principal,
  agentId: string,
) {
  const at = clock.now();
  const listed = await findListed(db, chain, agentId);
  if (listed === null) throw noSuchAgent();
  const [agent] = await inventoryOf({ db, tenantId, environment, chain, at }, [listed]);
  if (agent === undefined) throw noSuchAgent();
  const { halts } = await governance.of(chain);
  const { costUsd, byDay, ...activity } = await agentActivity(db, chain, listed.agentId, at);
  return {
    ...agent,
    activity: {
      ...activity,
      cost_usd: costUsd,
      by_day: byDay.map(({ start, costUsd: cost, ...verdicts }) => {
        return { start: new Date(start).toISOString(), ...verdicts, cost_usd: cost };
      }),
    },
    open_mandates: await openMandatesOf(db, chain, listed.agentId, at),
    is_halted: haltOf(halts, listed.agentId) !== null,
  };
}

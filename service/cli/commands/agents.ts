/** `assize agents list|show|register|change|suspend|resume|retire|export`: the inventory of agents. */
import {
  changeAgent,
  findListed,
  LISTED_STATUSES,
  type ListedStatus,
  LONGEST_NAME,
  LONGEST_PURPOSE,
  LONGEST_REASON,
  listAgents,
  noSuchAgent,
  type Owner,
  registerAgent,
  setAgentStatus,
} from '../../agents/index.ts';
import { allPages } from '../../database/signed-cursor.ts';
import { OPERATOR } from '../../evidence/changes/index.ts';
import { agentActivity, type InventoryAgent, inventoryCsv, inventoryOf } from '../../reports/index.ts';
import { findTenant } from '../../tenants/index.ts';
import type { ChainOptions, ChainRun, ServiceCommand, View } from '../command.ts';
import { LONGEST_AGENT_ID, textUpTo } from '../options.ts';
import type { Columns } from '../terminal.ts';

interface DescribingOptions {
  name?: string;
  ownerMember?: string;
  ownerTeam?: string;
  purpose?: string;
}

type AgentRun<Own = unknown> = ChainRun<ChainOptions & Own>;

const AGENT_ID = [
  '<agent_id>',
  'the agent_id that it uses in evaluations',
  textUpTo(LONGEST_AGENT_ID),
] as const;
const REASON = ['--reason <text>', 'the reason, which becomes evidence', textUpTo(LONGEST_REASON)] as const;

export function agentCommands(program: ServiceCommand): void {
  const agents = program.command('agents').description('register agents, see what they do, and suspend them');
  const command = (name: string) => agents.command(name).onChain('whose agents').json();
  const describing = (name: string) =>
    command(name)
      .argument(...AGENT_ID)
      .option('--name <name>', 'the name that people see (default: its id)', textUpTo(LONGEST_NAME))
      .option('--owner-member <member_id>', 'the member who answers for it')
      .option('--owner-team <team>', 'the team that answers for it', textUpTo(LONGEST_NAME))
      .option('--purpose <text>', 'what it is for', textUpTo(LONGEST_PURPOSE));

  describing('register')
    .description('register an agent')
    .runOnChain(async (run: AgentRun<DescribingOptions>, agentId: string) => {
      const { name = agentId, purpose = '' } = run.options;
      const wanted = { agentId, name, owner: ownerIn(run.options) ?? null, purpose };
      await registerAgent(await governing(run), run.chain, OPERATOR, wanted);
      return shown(run, agentId);
    }, AGENT);

  describing('change')
    .description("change an agent's name, owner or purpose")
    .runOnChain(async (run: AgentRun<DescribingOptions>, agentId: string) => {
      const { name, purpose } = run.options;
      const change = { name, purpose, owner: ownerIn(run.options) };
      await changeAgent(await governing(run), run.chain, OPERATOR, agentId, change);
      return shown(run, agentId);
    }, AGENT);

  command('list')
    .description('list the agents that are registered or were seen')
    .choice('--status <status>', 'only these', LISTED_STATUSES)
    .runOnChain((run: AgentRun<{ status?: ListedStatus }>) => inventory(run, run.options.status), {
      columns: COLUMNS,
    });

  command('show')
    .argument(...AGENT_ID)
    .description('show an agent, and what it did in the last seven days')
    .runOnChain(async (run: AgentRun, agentId: string) => {
      const { service, chain } = run;
      const agent = await shown(run, agentId);
      return { ...agent, activity: await agentActivity(service.db, chain, agentId, service.clock.now()) };
    }, AGENT);

  statusCommands(command);

  command('export')
    .description('print the inventory as CSV, or with --json as JSON')
    .runOnChain((run: AgentRun) => inventory(run), {
      lines: async (all) => (await inventoryCsv(all)).trimEnd().split('\r\n'),
    });
}

function statusCommands(command: (name: string) => ServiceCommand): void {
  command('suspend')
    .argument(...AGENT_ID)
    .description(
      'suspend an agent: its evaluations are blocked, and its keys and tokens refused, within a second',
    )
    .requiredOption(...REASON)
    .runOnChain(setting('suspended'), AGENT);

  command('resume')
    .argument(...AGENT_ID)
    .description('let a suspended agent act again')
    .runOnChain(setting('active'), AGENT);

  command('retire')
    .argument(...AGENT_ID)
    .description('retire an agent for good')
    .requiredOption(...REASON)
    .runOnChain(setting('retired'), AGENT);
}

function setting(status: 'active' | 'suspended' | 'retired') {
  return async (run: AgentRun<{ reason?: string }>, agentId: string) => {
    const { service, chain, options } = run;
    await setAgentStatus(service, chain, OPERATOR, agentId, { status, reason: options.reason ?? null });
    return shown(run, agentId);
  };
}

/** undefined where the options name none. */
function ownerIn({ ownerMember, ownerTeam }: DescribingOptions): Owner | undefined {
  if (ownerMember !== undefined && ownerTeam !== undefined) {
    throw new Error('Give --owner-member or --owner-team, not both.');
  }
  if (ownerMember !== undefined) return { kind: 'member', id: ownerMember };
  return ownerTeam === undefined ? undefined : { kind: 'team', id: ownerTeam };
}

async function governing({ service, options }: AgentRun) {
  const { tenantId } = await findTenant(service.db, options.tenant);
  return { ...service, tenantId };
}

async function inventoryDeps({ service: { db, clock }, chain, options }: AgentRun) {
  const { tenantId } = await findTenant(db, options.tenant);
  return { db, tenantId, chain, environment: options.environment, at: clock.now() };
}

async function inventory(run: AgentRun, status?: ListedStatus): Promise<InventoryAgent[]> {
  const { service, chain } = run;
  const all = await allPages((limit, cursor) => listAgents(service, chain, status, limit, cursor));
  return inventoryOf(await inventoryDeps(run), all);
}

async function shown(run: AgentRun, agentId: string): Promise<InventoryAgent> {
  const listed = await findListed(run.service.db, run.chain, agentId);
  const [agent] = listed === null ? [] : await inventoryOf(await inventoryDeps(run), [listed]);
  if (agent === undefined) throw noSuchAgent();
  return agent;
}

const COLUMNS: Columns<InventoryAgent> = {
  agent: 'agent_id',
  name: ({ name }) => name ?? '',
  owner: ({ owner }) => owner?.name ?? owner?.id ?? '',
  status: 'status',
  known: ({ identified_by }) => identified_by ?? '',
  'last seen': 'last_seen_at',
};

type Shown = InventoryAgent & { activity?: Awaited<ReturnType<typeof agentActivity>> };

const AGENT: View<Shown, unknown> = {
  lines: ({ agent_id, status, status_reason, owner, purpose, first_seen_at, last_seen_at, activity }) => [
    `${agent_id}  ${status}${status_reason ? `: ${status_reason}` : ''}`,
    `owner ${owner?.name ?? owner?.id ?? '-'}  purpose ${purpose || '-'}`,
    `first seen ${first_seen_at ?? '-'}  last seen ${last_seen_at ?? '-'}`,
    ...(activity === undefined ? [] : linesOf(activity)),
  ],
};

function linesOf({ days, verdicts, tools }: NonNullable<Shown['activity']>): string[] {
  const { proceed, escalate, block } = verdicts;
  return [
    `${days} days: ${proceed} proceed, ${escalate} escalate, ${block} block`,
    ...tools.map(({ name, count }) => `  ${name} ${count}`),
  ];
}

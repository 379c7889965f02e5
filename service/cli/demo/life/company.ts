/** The first day of the demo's company sets up people, agents, tools, targets, policies, money and a route. */
import { createKey } from '../../../keys/index.ts';
import type { Tenant } from '../../../tenants/index.ts';
import type { Service } from '../../../wiring.ts';
import type { Ask, Asking } from '../asking.ts';
import { type Joined, joined, type PersonKey } from './people.ts';

export type Agent = 'support-desk' | 'invoice-clerk' | 'report-writer' | 'release-bot';

export interface Company {
  people: Record<PersonKey, Joined>;
  agents: Record<Agent, Ask>;
}

interface Registered {
  agent_id: Agent;
  name: string;
  purpose: string;
  owner: PersonKey | string;
}

const AGENTS: readonly Registered[] = [
  {
    agent_id: 'support-desk',
    name: 'Support desk',
    purpose: 'Answers tickets and mail, and refunds',
    owner: 'milan',
  },
  { agent_id: 'invoice-clerk', name: 'Invoice clerk', purpose: 'Pays suppliers', owner: 'sofia' },
  {
    agent_id: 'report-writer',
    name: 'Report writer',
    purpose: 'Reads the database for reports',
    owner: 'dana',
  },
  { agent_id: 'release-bot', name: 'Release bot', purpose: 'Builds and deploys', owner: 'Platform' },
];

const CATALOGUES = ['gmail', 'postgres', 'shell', 'fetch', 'zendesk', 'stripe'];

const BANK = [
  {
    tool: 'bank.pay_invoice',
    effect: 'pay',
    risk_level: 'medium',
    is_irreversible: true,
    targets: [{ path: 'iban', kind: 'account', role: 'payee' }],
    amount: { path: 'amount', currency: 'USD' },
  },
  { tool: 'bank.list_suppliers', effect: 'read', targets: [], result: 'own' },
];

const TARGETS = [
  { kind: 'domain', value: 'northwind.example', name: 'Our own' },
  { kind: 'domain', value: 'brightside-hotels.example', name: 'Customer' },
  { kind: 'account', value: 'DE89 3704 0044 0532 0130 00', name: 'Office rent' },
  { kind: 'account', value: 'FR14 2004 1010 0505 0001 3M02 606', name: 'Print shop' },
  { kind: 'object', value: 'pi_3Qx81', name: 'Payment of Brightside Hotels' },
];

const NO_DROP = {
  id: 'no-drop',
  when: "has(act.effects) && 'delete' in act.effects && action.startsWith('postgres.')",
  effect: 'block',
  message: 'Ask the platform team.',
};
const NO_SECRETS = {
  id: 'no-secrets-by-mail',
  when: "action == 'gmail.send_email' && has(context.arguments) && string(context.arguments.body).contains('sk_live_')",
  effect: 'block',
  message: 'A key of the payment provider must not leave by mail.',
};

/** The limit for refunds in a day. The last refund of the demo spends nearly all of it, on any day. */
const REFUNDS_USD = 200;

/** Everything that the company has on its first day. */
export async function foundCompany(service: Service, asking: Asking, tenant: Tenant): Promise<Company> {
  const person = (key: PersonKey) => joined(service, asking, tenant, key);
  const people = {
    dana: await person('dana'),
    milan: await person('milan'),
    sofia: await person('sofia'),
    priya: await person('priya'),
  };
  const ask = await people.dana.signIn();
  for (const ready of CATALOGUES) await ask('/tools/import', { ready, accept: true });
  for (const entry of BANK) await ask('/tools', { entry }, 'PUT');
  await ask('/targets', { targets: TARGETS });
  await ask('/policies', { name: 'data', description: 'What agents may do to data', rules: [NO_DROP] });
  await ask('/policies/data/activate', { version: 1, expected_version: null });
  await ask('/budgets', {
    name: 'Refunds',
    limit_usd: REFUNDS_USD,
    period: 'day',
    action_pattern: 'stripe.create_refund',
  });
  await addRoute(ask, [people.sofia.memberId, people.dana.memberId]);
  return { people, agents: await agentsOf(service, asking, { tenant, people, ask }) };
}

/** A later version of the policy, so that its history has a difference. */
export async function widenPolicy({ people: { dana } }: Company): Promise<void> {
  const description = 'What agents may do to data, and what may not leave';
  const ask = await dana.signIn();
  await ask('/policies/data/versions', { expected_version: 1, description, rules: [NO_DROP, NO_SECRETS] });
  await ask('/policies/data/activate', { version: 2, expected_version: 1 });
}

async function addRoute(ask: Ask, members: readonly string[]): Promise<void> {
  const { group_id } = await ask('/groups', { name: 'Finance', members });
  const { settings, version } = await ask('/settings');
  const route = { name: 'Payments', when: { action: 'bank.*' }, ask: [{ group: group_id, approvals: 1 }] };
  const approvals = { ...settings.approvals, routes: [route] };
  await ask('/settings', { settings: { ...settings, approvals }, expected_version: version }, 'PUT');
}

async function agentsOf(
  service: Service,
  asking: Asking,
  { tenant, people, ask }: { tenant: Tenant; people: Company['people']; ask: Ask },
): Promise<Company['agents']> {
  const agents = {} as Company['agents'];
  for (const { owner, ...agent } of AGENTS) {
    const member = people[owner as PersonKey];
    const answers =
      member === undefined ? { kind: 'team', id: owner } : { kind: 'member', id: member.memberId };
    await ask('/agents', { ...agent, owner: answers });
    // The operator makes it, so that each member may decide on what the agent asks.
    const key = await createKey(service, tenant, null, {
      name: agent.name,
      environment: 'production',
      agentId: agent.agent_id,
    });
    if (key === null) throw new Error('the key of an agent was not stored');
    agents[agent.agent_id] = asking.withKey(key.secret);
  }
  return agents;
}

/** A tenant with many of each thing, and with names as long as the service takes them. */
import { askPerson, callWithKey } from '../people/people.ts';
import type { RunningService } from '../processes/service.ts';

const A = '/api/v1';
const MANY = 60;
/** Breaks nowhere. */
const LONG = 'a_name_without_a_blank_that_is_longer_than_any_column_has_room_for_'.repeat(2);
const SPOKEN = 'Invoices of the suppliers in the northern region that finance has not seen before '
  .repeat(2)
  .trim();

export async function makeLarge(service: RunningService): Promise<void> {
  const call = (path: string, body: object, method?: string) => callWithKey(service, A + path, body, method);
  for (let at = 0; at < MANY; at += 1) {
    const agent = at % 3 === 0 ? `${LONG}${at}` : `agent-${at}`;
    const action = at % 5 === 0 ? `${LONG}.pay` : `invoice.${['pay', 'read', 'send'][at % 3]}`;
    await call('/agents', {
      ...{ agent_id: agent, name: at % 2 === 0 ? SPOKEN : `Agent ${at}`, purpose: SPOKEN },
      owner: { kind: 'team', id: at % 2 === 0 ? LONG : 'finance' },
    });
    const context = {
      risk_level: 'medium',
      confidence_score: 0.95,
      trust_score: 95,
      amount_usd: 1_234_567.89,
    };
    for (const risk_level of ['low', 'critical'])
      await call('/core/governance/evaluate', {
        action,
        agent_id: agent,
        context: { ...context, risk_level },
      });
    await call('/budgets', {
      name: `${SPOKEN} ${at}`,
      limit_usd: 987_654_321,
      period: 'month',
      action_pattern: '*',
    });
    await call('/targets', {
      targets: [{ kind: 'email', value: `${'a'.repeat(50)}${at}@${'b'.repeat(50)}.example`, name: SPOKEN }],
    });
    await call('/policies', {
      ...{ name: `policy-${at}-${'x'.repeat(40)}`, description: SPOKEN },
      rules: [
        { id: `rule-${'y'.repeat(50)}`, when: `action == '${LONG}'`, effect: 'escalate', message: SPOKEN },
      ],
    });
    if (at % 3 === 0) await makeSome(call, at, agent);
    if (at % 4 === 0) await askPerson(service, { action, agent_id: agent, description: SPOKEN });
  }
}

async function makeSome(
  call: (path: string, body: object, method?: string) => Promise<unknown>,
  at: number,
  agent: string,
): Promise<void> {
  await call('/api-keys', { name: `${SPOKEN} ${at}`, environment: 'production', scopes: ['evidence:read'] });
  await call('/mandates', { agent_id: agent, task: SPOKEN.repeat(5), keep_task: true });
  await call('/groups', { name: `${SPOKEN.slice(0, 90)} ${at}`, members: [] });
  await call('/holds', { filter: { actors: [agent] }, reason: SPOKEN });
  await call('/core/halts', { agent_id: `${agent}-halted`, reason: SPOKEN });
  const tool = { name: `${LONG}${at}`, description: SPOKEN, inputSchema: { type: 'object', properties: {} } };
  await call('/tools/import', { source: { tools: [tool] }, server: 'helpdesk' });
}

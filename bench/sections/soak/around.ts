/** The rest of a soak's load: exports, and budgets, mandates and halts that come and go. */
import type { Body } from '../../servers/in-process.ts';
import type { Load } from './load.ts';

const EXPORTED_MS = 30_000;

export async function exportSome(load: Load, format: string): Promise<void> {
  const wanted = { format, from_date: new Date(Date.now() - EXPORTED_MS).toISOString() };
  const made = await load.asks('export', 'POST', '/api/v1/evidence/export', wanted);
  if (made === null) return;
  const file = await load.send('download', { url: made.download_url, method: 'GET' });
  if (file === null || format !== 'json') return;
  const { end } = JSON.parse(file.body) as Body;
  if (end.artifact_count !== made.artifact_count)
    load.note('download', 'another number of artifacts', `${made.artifact_count}`);
}

const MADE = {
  budget: {
    path: '/api/v1/budgets',
    body: { name: 'Soak', limit_usd: 250, period: 'day', action_pattern: 'soak.*' },
  },
  mandate: {
    path: '/api/v1/mandates',
    body: { agent_id: 'agent-of-mandates', task: 'Send the minutes of Monday to ann@example.com' },
  },
  halt: {
    path: '/api/v1/core/halts',
    body: { agent_id: 'agent-of-halts', reason: 'It sent 400 mails in a minute' },
  },
};

export async function makeAndRemove(load: Load, what: keyof typeof MADE): Promise<void> {
  const { path, body } = MADE[what];
  const made = await load.asks(what, 'POST', path, body);
  if (made === null) return;
  const url = `${path}/${made[`${what}_id`]}`;
  if (what === 'mandate') await load.asks(what, 'POST', `${url}/close`, {});
  else await load.asks(what, 'DELETE', what === 'halt' ? `${url}?reason=over` : url);
}

const RULE = {
  id: 'large-payment',
  when: 'action == "payment.send" && context.amount_usd > 1000',
  effect: 'escalate',
  message: 'Payments above 1,000 USD need a person.',
};
/** The rule that applies to every evaluation. */
export const POLICY = { name: 'payments', rules: [RULE] };
const CASE = {
  name: 'asks a person beyond a thousand',
  request: { action: 'payment.send', context: { amount_usd: 1001 } },
  expect: { verdict: 'escalate' },
};
export const POLICY_TEST = { rules: [RULE], cases: [CASE] };

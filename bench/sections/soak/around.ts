/** What stands around verdicts during a soak: searches and lists, exports, verification, and what people change. */
import type { Draw } from '../../fill/requests.ts';
import { type RunningAssize, send } from '../../servers/assize.ts';
import { asker, type Body, ignore, iso, type Run } from './asking.ts';
import type { Load } from './load.ts';

const EXPORTED_MS = 30_000;

export function reading(running: RunningAssize, draw: Draw): [string, number, Run][] {
  const asked = asker(running);
  const get = (name: string, perSecond: number, path: string): [string, number, Run] => [
    name,
    perSecond,
    (load) => asked(load, name, 'GET', path).then(ignore),
  ];
  return [
    [
      'search',
      1,
      async (load) => {
        const filter = draw.one([
          { verdict: 'block' },
          { action: 'email.read' },
          { artifact_type: 'action_executed' },
        ]);
        await asked(load, 'search', 'POST', '/api/v1/evidence/search', { ...filter, limit: 20 });
      },
    ],
    [
      'record',
      1,
      async (load) => {
        const id = load.evidenceIds[draw.below(Math.max(1, load.evidenceIds.length))];
        if (id !== undefined) await asked(load, 'record', 'GET', `/v1/evidence/${id}`);
      },
    ],
    ...[
      get('list evidence', 0.5, '/v1/evidence?limit=50'),
      get('list approvals', 0.5, '/v1/approvals?limit=50'),
    ],
    ...[get('statistics', 0.1, '/api/v1/evidence/statistics'), get('usage', 0.3, '/api/v1/usage/summary')],
    ...[
      get('trust', 0.3, '/api/v1/core/trust?limit=20'),
      get('events', 0.3, '/api/v1/events?after=0&limit=20'),
    ],
    ...[get('latest', 0.3, '/api/v1/evidence/latest'), get('halts', 0.2, '/api/v1/core/halts')],
    [
      'checkpoint',
      0.2,
      (load) => load.send('checkpoint', send(running, 'GET', '/api/v1/evidence/checkpoint')).then(ignore),
    ],
  ];
}

/** People and programs, whose number does not grow with that of the agents' questions. */
export function governing(running: RunningAssize, draw: Draw): [string, number, Run][] {
  const asked = asker(running);
  const formats = ['json', 'csv', 'pdf'];
  let exported = 0;
  return [
    ['export', 1 / 60, (load) => exportSome(running, load, formats[exported++ % formats.length] ?? 'json')],
    [
      'verification',
      1 / 60,
      async (load) => {
        const body = await asked(load, 'verification', 'GET', '/api/v1/evidence/verify');
        if (body !== null && !body.valid) load.note('verification', 'not valid', JSON.stringify(body));
      },
    ],
    [
      'truth verification',
      1 / 1800,
      async (load) => {
        const body = await asked(load, 'truth verification', 'GET', '/api/v1/evidence/truth-verification');
        if (body !== null && body.gaps_detected !== 0)
          load.note('truth verification', 'gaps', JSON.stringify(body));
      },
    ],
    [
      'policy test',
      1 / 10,
      (load) => asked(load, 'policy test', 'POST', '/api/v1/policies/test', POLICY_TEST).then(ignore),
    ],
    ['budget', 1 / 30, (load) => cameAndWent(running, load, 'budget')],
    ['mandate', 1 / 30, (load) => cameAndWent(running, load, 'mandate')],
    ['halt', 1 / 60, (load) => cameAndWent(running, load, 'halt')],
    [
      'page',
      1 / 5,
      async (load) => {
        const path = draw.one([
          '/',
          '/docs',
          '/openapi.json',
          '/.well-known/authzen-configuration',
          '/readyz',
          '/healthz',
        ]);
        await load.send('page', send(running, 'GET', path));
      },
    ],
  ];
}

async function exportSome(running: RunningAssize, load: Load, format: string): Promise<void> {
  const wanted = { format, from_date: iso(Date.now() - EXPORTED_MS) };
  const made = await asker(running)(load, 'export', 'POST', '/api/v1/evidence/export', wanted);
  if (made === null) return;
  const file = await load.send('download', { url: made.download_url, method: 'GET' });
  if (file === null || format !== 'json') return;
  const { end } = JSON.parse(file.body) as Body;
  if (end.artifact_count !== made.artifact_count)
    load.note('download', 'another number of artifacts', `${made.artifact_count}`);
}

const MADE = {
  budget: ['/api/v1/budgets', { name: 'Soak', limit_usd: 250, period: 'day', action_pattern: 'soak.*' }],
  mandate: [
    '/api/v1/mandates',
    { agent_id: 'agent-of-mandates', task: 'Send the minutes of Monday to ann@example.com' },
  ],
  halt: ['/api/v1/core/halts', { agent_id: 'agent-of-halts', reason: 'It sent 400 mails in a minute' }],
} as const;

async function cameAndWent(running: RunningAssize, load: Load, what: keyof typeof MADE): Promise<void> {
  const asked = asker(running);
  const [path, body] = MADE[what];
  const made = await asked(load, what, 'POST', path, body);
  if (made === null) return;
  const id = made[`${what}_id`];
  if (what === 'mandate') await asked(load, what, 'POST', `${path}/${id}/close`, {});
  else await asked(load, what, 'DELETE', `${path}/${id}${what === 'halt' ? '?reason=over' : ''}`);
}

const RULE = {
  id: 'large-payment',
  when: 'action == "payment.send" && context.amount_usd > 1000',
  effect: 'escalate',
  message: 'Payments above 1,000 USD need a person.',
};
const POLICY_TEST = {
  rules: [RULE],
  cases: [
    {
      name: 'asks a person beyond a thousand',
      request: { action: 'payment.send', context: { amount_usd: 1001 } },
      expect: { verdict: 'escalate' },
    },
  ],
};

/** The rule that every evaluation is judged by. */
export const POLICY = { name: 'payments', rules: [RULE] };

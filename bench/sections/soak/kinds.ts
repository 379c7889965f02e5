/** What the tenant's agents, people and programs ask for during a soak, and what a right answer is. */
import { type Draw, requestOf } from '../../fill/requests.ts';
import type { Method } from '../../http.ts';
import { escalatingRequest } from '../../question.ts';
import { type RunningAssize, send } from '../../servers/assize.ts';
import type { Counts, Kind, Load } from './load.ts';
import { type Person, signInAndOut } from './person.ts';

/** At this rate the numbers below are those of a second. */
const USUAL_RATE = 60;
const BATCH_ITEMS = 5;
const EXPORTED_MS = 30_000;
const [A, B] = ['/api/v1/core/governance/evaluate', '/v1/governance/evaluate'];
const ONE: Partial<Counts> = { evaluations: 1 };

/** An answer, not yet typed: each kind takes from it what it needs. */
type Body = ReturnType<typeof JSON.parse>;
type Run = (load: Load, dueAt: number) => Promise<void>;

/** @param rate of evaluations per second, single ones and those in batches. */
export function kindsOf(running: RunningAssize, draw: Draw, rate: number, person: Person): Kind[] {
  const often: [string, number, Run][] = [...evaluating(running, draw), ...reading(running, draw)];
  const seldom: [string, number, Run][] = [
    ...governing(running, draw),
    ['sign-in', 1 / 60, (load) => signInAndOut(running, load, person)],
  ];
  return [
    ...often.map(([name, perSecond, run]) => ({ name, perSecond: (perSecond * rate) / USUAL_RATE, run })),
    ...seldom.map(([name, perSecond, run]) => ({ name, perSecond, run })),
  ];
}

/** 60 evaluations in a second. */
function evaluating(running: RunningAssize, draw: Draw): [string, number, Run][] {
  let number = 0;
  const asked = asker(running);
  return [
    ['single a', 18, (load, dueAt) => mixed(running, load, draw, dueAt)],
    [
      'single b',
      18,
      async (load, dueAt) => {
        const body = await asked(load, 'single b', 'POST', B, easy(draw), ONE);
        if (body?.verdict === 'PROCEED') load.answeredEvaluation(body.evidence_id, dueAt);
        else if (body !== null) load.note('single b', `verdict ${body.verdict}`, JSON.stringify(body));
      },
    ],
    ['batch a', 2, (load) => batch(running, load, draw, 'batch a', A)],
    ['batch b', 2, (load) => batch(running, load, draw, 'batch b', B)],
    ['escalation', 0.5, (load) => escalate(running, load, number++)],
    ['idempotent', 1, (load) => repeat(running, load, draw, `soak-${draw.below(2 ** 31)}-${number++}`)],
    ['authzen', 1, (load) => authzen(running, load, draw)],
    [
      'outcome',
      5,
      async (load) => {
        const isA = draw.below(2) === 0;
        const path = isA ? '/api/v1/evidence/outcomes' : '/v1/evidence';
        const told = { outcome: draw.below(20) === 0 ? 'failure' : 'success', executed_at: iso(Date.now()) };
        await asked(load, 'outcome', 'POST', path, { ...easy(draw), ...told }, { outcomes: 1 });
      },
    ],
    [
      'simulation',
      1,
      (load) =>
        asked(load, 'simulation', 'POST', `${A.replace('evaluate', 'simulate')}`, easy(draw)).then(ignore),
    ],
  ];
}

/** The usual mix, whose escalations people decide. */
async function mixed(running: RunningAssize, load: Load, draw: Draw, dueAt: number): Promise<void> {
  const asked = asker(running);
  const request = requestOf(draw);
  const isApproved = draw.below(3) > 0;
  const body = await asked(load, 'single a', 'POST', A, request, ONE);
  if (body === null) return;
  load.answeredEvaluation(body.evidence_id, dueAt);
  if (body.verdict === 'escalate' && body.approval_id !== undefined) {
    await asked(
      load,
      'decision',
      'POST',
      `/api/v1/approvals/${body.approval_id}/${isApproved ? 'approve' : 'reject'}`,
      {},
    );
  }
}

async function batch(running: RunningAssize, load: Load, draw: Draw, kind: string, path: string) {
  const evaluations = Array.from({ length: BATCH_ITEMS }, () => easy(draw));
  const counts = { evaluations: BATCH_ITEMS };
  const body = await asker(running)(load, kind, 'POST', `${path}/batch`, { evaluations }, counts);
  if (body === null) return;
  const right = (body.results as Body[]).filter(({ verdict }) => verdict?.toLowerCase() === 'proceed');
  if (right.length !== BATCH_ITEMS) load.note(kind, 'not all proceed', JSON.stringify(body));
  for (const { evidence_id } of right) load.answeredEvaluation(evidence_id, null);
}

/** An agent waits while a person decides, and then uses the approval. */
async function escalate(running: RunningAssize, load: Load, number: number): Promise<void> {
  const asked = asker(running);
  const request = escalatingRequest(number);
  const escalated = await asked(load, 'escalation', 'POST', B, request, ONE);
  if (escalated === null) return;
  const { approval_id } = escalated;
  if (approval_id === undefined)
    return load.note('escalation', `verdict ${escalated.verdict}`, JSON.stringify(escalated));
  load.answeredEvaluation(escalated.evidence_id, null);
  const verb = number % 3 === 0 ? 'reject' : 'approve';
  const waiting = asked(load, 'wait', 'GET', `/v1/approvals/${approval_id}?wait=20`);
  await asked(load, 'decision', 'POST', `/v1/approvals/${approval_id}/${verb}`, { comment: 'seen' });
  const resolved = await waiting;
  const wanted = verb === 'reject' ? 'rejected' : 'approved';
  if (resolved !== null && resolved.status !== wanted)
    load.note('wait', resolved.status, JSON.stringify(resolved));
  if (verb === 'reject') return;
  const context = { ...request.context, has_approval: true, approval_id };
  const used = await asked(load, 'use', 'POST', A, { ...request, context }, ONE);
  if (used !== null && used.verdict !== 'proceed')
    load.note('use', `verdict ${used.verdict}`, JSON.stringify(used));
}

/** The same key twice is judged once. */
async function repeat(running: RunningAssize, load: Load, draw: Draw, key: string): Promise<void> {
  const request = { ...easy(draw), idempotency_key: key };
  const asked = asker(running);
  const first = await asked(load, 'idempotent', 'POST', B, request, ONE);
  const second = await asked(load, 'idempotent', 'POST', B, request, first === null ? ONE : {});
  if (first === null || second === null || first.evidence_id === second.evidence_id) return;
  load.note('idempotent', 'judged twice', JSON.stringify([first, second]));
}

async function authzen(running: RunningAssize, load: Load, draw: Draw): Promise<void> {
  const subject = { type: 'agent', id: `reader-${draw.below(300)}` };
  const question = { subject, action: { name: 'calendar.read' }, resource: { type: 'calendar', id: 'team' } };
  const context = { risk_level: 'low' };
  const body = await asker(running)(
    load,
    'authzen',
    'POST',
    '/access/v1/evaluation',
    { ...question, context },
    ONE,
  );
  if (body !== null && body.decision !== true) load.note('authzen', 'refused', JSON.stringify(body));
}

function reading(running: RunningAssize, draw: Draw): [string, number, Run][] {
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
function governing(running: RunningAssize, draw: Draw): [string, number, Run][] {
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

function easy(draw: Draw) {
  const context = { risk_level: 'low', confidence_score: 0.9, note: `meeting ${draw.below(100_000)}` };
  return { action: 'calendar.read', agent_id: `reader-${draw.below(300)}`, context };
}

/** @returns the body of a right answer, null for none. */
function asker(running: RunningAssize) {
  return async (
    load: Load,
    kind: string,
    method: Method,
    path: string,
    body?: object,
    counts: Partial<Counts> = {},
  ): Promise<Body | null> => {
    const answer = await load.send(kind, send(running, method, path, body), counts);
    return answer === null ? null : JSON.parse(answer.body === '' ? 'null' : answer.body);
  };
}

const iso = (ms: number) => new Date(ms).toISOString();
const ignore = () => undefined;

/** The kinds of requests that agents, people and programs send during a soak, and the right answers. */
import type { Draw } from '../../draw.ts';
import { requestOf } from '../../fill/requests.ts';
import type { Method } from '../../http.ts';
import { escalatingRequest } from '../../question.ts';
import type { Body } from '../../servers/in-process.ts';
import { exportSome, makeAndRemove, POLICY_TEST } from './around.ts';
import type { Kind, Load } from './load.ts';
import { type Person, signInAndOut } from './person.ts';

type Run = Kind['run'];
type Simple = [name: string, perSecond: number, method: Method, path: string, body?: object];

/** The rate at which the numbers of agents' requests below are per second. */
const USUAL_RATE = 60;
const BATCH_ITEMS = 5;
const [A, B] = ['/api/v1/core/governance/evaluate', '/v1/governance/evaluate'];
const ONE = { evaluations: 1 };
const BATCH = { evaluations: BATCH_ITEMS };

/** Any answer with a status in the two hundreds is right. Their number grows with the number of evaluations. */
const READING: Simple[] = [
  ['search', 0.3, 'POST', '/api/v1/evidence/search', { verdict: 'block', limit: 20 }],
  ['search', 0.3, 'POST', '/api/v1/evidence/search', { action: 'email.read', limit: 20 }],
  ['search', 0.3, 'POST', '/api/v1/evidence/search', { artifact_type: 'action_executed', limit: 20 }],
  ['list evidence', 0.5, 'GET', '/v1/evidence?limit=50'],
  ['list approvals', 0.5, 'GET', '/v1/approvals?limit=50'],
  ['statistics', 0.1, 'GET', '/api/v1/evidence/statistics'],
  ['usage', 0.3, 'GET', '/api/v1/usage/summary'],
  ['trust', 0.3, 'GET', '/api/v1/core/trust?limit=20'],
  ['events', 0.3, 'GET', '/api/v1/events?after=0&limit=20'],
  ['latest', 0.3, 'GET', '/api/v1/evidence/latest'],
  ['halts', 0.2, 'GET', '/api/v1/core/halts'],
];
const PAGES = ['/', '/docs', '/openapi.json', '/.well-known/authzen-configuration', '/readyz', '/healthz'];

/** @param rate evaluations per second, both single ones and those in batches. */
export function kindsOf(draw: Draw, rate: number, person: Person): Kind[] {
  const often = [...evaluating(draw), ...READING.map(simple)].map(
    ({ name, perSecond, run }): Kind => ({ name, perSecond: (perSecond * rate) / USUAL_RATE, run }),
  );
  return [...often, ...governing(draw, person)];
}

function simple([name, perSecond, method, path, body]: Simple): Kind {
  return { name, perSecond, run: (load) => load.asks(name, method, path, body) };
}

const kind = (name: string, perSecond: number, run: Run): Kind => ({ name, perSecond, run });

/** 60 evaluations per second. */
function evaluating(draw: Draw): Kind[] {
  let number = 0;
  return [
    kind('single a', 18, (load, dueAt) => askMixed(load, draw, dueAt)),
    kind('single b', 18, async (load, dueAt) => {
      const body = await load.asks('single b', 'POST', B, easy(draw), ONE);
      if (body?.verdict === 'PROCEED') load.answeredEvaluation(body.evidence_id, dueAt);
      else if (body !== null) load.note('single b', `verdict ${body.verdict}`, body);
    }),
    kind('batch a', 2, (load) => askBatch(load, draw, 'batch a', A)),
    kind('batch b', 2, (load) => askBatch(load, draw, 'batch b', B)),
    kind('escalation', 0.5, (load) => escalate(load, number++)),
    kind('idempotent', 1, (load) => repeat(load, draw, `soak-${draw.below(2 ** 31)}-${number++}`)),
    kind('authzen', 1, (load) => askByAuthZen(load, draw)),
    kind('outcome', 5, (load) => {
      const path = draw.below(2) === 0 ? '/api/v1/evidence/outcomes' : '/v1/evidence';
      const outcome = draw.below(20) === 0 ? 'failure' : 'success';
      const told = { ...easy(draw), outcome, executed_at: new Date().toISOString() };
      return load.asks('outcome', 'POST', path, told, { outcomes: 1 });
    }),
    kind('simulation', 1, (load) =>
      load.asks('simulation', 'POST', '/api/v1/core/governance/simulate', easy(draw)),
    ),
    kind('record', 1, async (load) => {
      const id = load.evidenceIds[draw.below(Math.max(1, load.evidenceIds.length))];
      if (id !== undefined) await load.asks('record', 'GET', `/v1/evidence/${id}`);
    }),
  ];
}

/** People and programs, whose number does not grow with the number of agents' questions. */
function governing(draw: Draw, person: Person): Kind[] {
  const formats = ['json', 'csv', 'pdf'];
  let exported = 0;
  return [
    kind('export', 1 / 60, (load) => exportSome(load, formats[exported++ % formats.length] ?? 'json')),
    kind('verification', 1 / 60, async (load) => {
      const body = await load.asks('verification', 'GET', '/api/v1/evidence/verify');
      if (body !== null && !body.valid) load.note('verification', 'not valid', body);
    }),
    kind('truth verification', 1 / 1800, async (load) => {
      const body = await load.asks('truth verification', 'GET', '/api/v1/evidence/truth-verification');
      if (body !== null && body.gaps_detected !== 0) load.note('truth verification', 'gaps', body);
    }),
    simple(['policy test', 1 / 10, 'POST', '/api/v1/policies/test', POLICY_TEST]),
    kind('budget', 1 / 30, (load) => makeAndRemove(load, 'budget')),
    kind('mandate', 1 / 30, (load) => makeAndRemove(load, 'mandate')),
    kind('halt', 1 / 60, (load) => makeAndRemove(load, 'halt')),
    // These are read without parsing, because some are not JSON.
    kind('checkpoint', 1 / 5, (load) => load.opens('checkpoint', '/api/v1/evidence/checkpoint')),
    kind('page', 1 / 5, (load) => load.opens('page', draw.one(PAGES))),
    kind('sign-in', 1 / 60, (load) => signInAndOut(load, person)),
  ];
}

function easy(draw: Draw) {
  const context = { risk_level: 'low', confidence_score: 0.9, note: `meeting ${draw.below(100_000)}` };
  return { action: 'calendar.read', agent_id: `reader-${draw.below(300)}`, context };
}

/** The usual mix, in which people decide on the escalations. */
async function askMixed(load: Load, draw: Draw, dueAt: number): Promise<void> {
  const request = requestOf(draw);
  const verb = draw.below(3) > 0 ? 'approve' : 'reject';
  const body = await load.asks('single a', 'POST', A, request, ONE);
  if (body === null) return;
  load.answeredEvaluation(body.evidence_id, dueAt);
  if (body.verdict === 'escalate' && body.approval_id !== undefined)
    await load.asks('decision', 'POST', `/api/v1/approvals/${body.approval_id}/${verb}`, {});
}

async function askBatch(load: Load, draw: Draw, name: string, path: string): Promise<void> {
  const evaluations = Array.from({ length: BATCH_ITEMS }, () => easy(draw));
  const body = await load.asks(name, 'POST', `${path}/batch`, { evaluations }, BATCH);
  if (body === null) return;
  const right = (body.results as Body[]).filter(({ verdict }) => verdict?.toLowerCase() === 'proceed');
  if (right.length !== BATCH_ITEMS) load.note(name, 'not all proceed', body);
  for (const { evidence_id } of right) load.answeredEvaluation(evidence_id, null);
}

/** An agent waits while a person decides, and then uses the approval. */
async function escalate(load: Load, number: number): Promise<void> {
  const request = escalatingRequest(number);
  const escalated = await load.asks('escalation', 'POST', B, request, ONE);
  if (escalated === null) return;
  const { approval_id, evidence_id, verdict } = escalated;
  if (approval_id === undefined) return load.note('escalation', `verdict ${verdict}`, escalated);
  load.answeredEvaluation(evidence_id, null);
  const isRejected = number % 3 === 0;
  const waiting = load.asks('wait', 'GET', `/v1/approvals/${approval_id}?wait=20`);
  const decision = `/v1/approvals/${approval_id}/${isRejected ? 'reject' : 'approve'}`;
  await load.asks('decision', 'POST', decision, { comment: 'seen' });
  const resolved = await waiting;
  if (resolved !== null && resolved.status !== (isRejected ? 'rejected' : 'approved'))
    load.note('wait', resolved.status, resolved);
  if (isRejected) return;
  const context = { ...request.context, has_approval: true, approval_id };
  const used = await load.asks('use', 'POST', A, { ...request, context }, ONE);
  if (used !== null && used.verdict !== 'proceed') load.note('use', `verdict ${used.verdict}`, used);
}

/** A repeated idempotency key is judged only once. */
async function repeat(load: Load, draw: Draw, idempotency_key: string): Promise<void> {
  const request = { ...easy(draw), idempotency_key };
  const first = await load.asks('idempotent', 'POST', B, request, ONE);
  const second = await load.asks('idempotent', 'POST', B, request, first === null ? ONE : {});
  if (first === null || second === null || first.evidence_id === second.evidence_id) return;
  load.note('idempotent', 'judged twice', [first, second]);
}

async function askByAuthZen(load: Load, draw: Draw): Promise<void> {
  const subject = { type: 'agent', id: `reader-${draw.below(300)}` };
  const resource = { type: 'calendar', id: 'team' };
  const question = { subject, action: { name: 'calendar.read' }, resource, context: { risk_level: 'low' } };
  const body = await load.asks('authzen', 'POST', '/access/v1/evaluation', question, ONE);
  if (body !== null && body.decision !== true) load.note('authzen', 'refused', body);
}

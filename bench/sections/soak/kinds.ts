/** What the tenant's agents, people and programs ask for during a soak, and what a right answer is. */
import { type Draw, requestOf } from '../../fill/requests.ts';
import { escalatingRequest } from '../../question.ts';
import type { RunningAssize } from '../../servers/assize.ts';
import { governing, reading } from './around.ts';
import { asker, type Body, easy, ignore, iso, type Run } from './asking.ts';
import type { Counts, Kind, Load } from './load.ts';
import { type Person, signInAndOut } from './person.ts';

/** At this rate the numbers below are those of a second. */
const USUAL_RATE = 60;
const BATCH_ITEMS = 5;
const [A, B] = ['/api/v1/core/governance/evaluate', '/v1/governance/evaluate'];
const ONE: Partial<Counts> = { evaluations: 1 };

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

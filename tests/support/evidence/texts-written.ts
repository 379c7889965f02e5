/** Writes every text that a record can keep, each with its own marker. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { raiseAlarm } from '@assize/service/proof/alarms/index.ts';
import type { Service } from '@assize/service/wiring.ts';
import type { FastifyInstance } from 'fastify';
import { decide, escalated, GRAVE } from '../approvals/approvals.ts';
import { paying, together } from '../approvals/bundles.ts';
import { AGENT, type Change, changed, opened } from '../governance/mandates.ts';
import { withTools } from '../governance/plans.ts';
import { EVALUATION, EVALUATIONS, post, REQUEST } from '../http/authzen.ts';
import { type Answer, ask, evaluate } from '../http/in-process.ts';

/** Markers by the text that contains them. */
export class Markers {
  readonly of = new Map<string, string>();

  /** A marker that is also part of an address. */
  in(operation: string, field: string): string {
    const marker = `mk${randomBytes(12).toString('hex')}`;
    this.of.set(`${operation} ${field}`, marker);
    return marker;
  }

  /** The same text in another request. */
  again(marker: string, operation: string, field: string): string {
    this.of.set(`${operation} ${field}`, marker);
    return marker;
  }

  foundIn(text: string): string[] {
    return [...this.of].flatMap(([field, marker]) => (text.includes(marker) ? [field] : []));
  }
}

export interface World {
  app: FastifyInstance;
  service: Service;
  chain: number;
}

export async function writeAll(world: World, markers: Markers): Promise<void> {
  const { app, service, chain } = world;
  for (const [operation, surface, verb] of [
    ['evaluateA', 'a', 'approve'],
    ['evaluateB', 'b', 'reject'],
  ] as const) {
    const barred = { ...GRAVE, context: typeOf(markers, operation) };
    assert.equal((await evaluate(app, surface, barred)).status, 200);
    for (const by of ['a', 'b'] as const) {
      const question = by === 'a' ? questionOf(markers, operation) : GRAVE;
      const { body } = await evaluate(app, surface, question);
      assert.ok(body.approval_id, JSON.stringify(body));
      const named = `${by === 'a' ? verb : other(verb)}${surface.toUpperCase()}`;
      const words = { comment: markers.in(named, '.comment'), decided_by: markers.in(named, '.decided_by') };
      const decided = await decide(app, by === 'a' ? verb : other(verb), body.approval_id, {
        surface,
        body: words,
      });
      assert.equal(decided.status, 200, JSON.stringify(decided.body));
    }
  }
  const execution = { ...questionOf(markers, 'execute'), action: 'look.up' };
  await ok(app, '/api/v1/core/governance/execute', execution);
  await ok(app, '/api/v1/core/governance/execute', { ...GRAVE, context: typeOf(markers, 'execute') });
  await writeOutcomes(app, markers);
  await writeGoverning(world, markers);
  for (const surface of ['A', 'B'] as const) await writeMandates(app, surface, markers);
  for (const [operation, url] of [
    ['authzenEvaluation', EVALUATION],
    ['authzenEvaluations', EVALUATIONS],
  ] as const) {
    const asked = {
      ...REQUEST,
      subject: { type: markers.in(operation, '.subject.type'), id: 'ann' },
      resource: { type: markers.in(operation, '.resource.type'), id: markers.in(operation, '.resource.id') },
      context: contextOf(markers, operation),
    };
    for (const context of [asked.context, typeOf(markers, operation)]) {
      const { status, body } = await post(app, url, { ...asked, context });
      assert.equal(status, 200, JSON.stringify(body));
    }
  }
  await raiseAlarm(service, chain, { position: 1, problem: 'wrong_hash', message: 'Record 1.' });
  const comment = markers.in('acknowledgeIntegrityAlarms', '.comment');
  await ok(app, '/api/v1/evidence/verify/acknowledge', { comment });
  await writePlans(app, markers);
  await decideBundles(app, markers);
}

async function writeOutcomes(app: FastifyInstance, markers: Markers): Promise<void> {
  for (const [operation, url, surface] of [
    ['reportOutcome', '/api/v1/evidence/outcomes', 'a'],
    ['submitEvidence', '/v1/evidence', 'b'],
  ] as const) {
    const user_id = markers.in(operation, '.user_id');
    const body = {
      action: 'look.up',
      agent_id: AGENT,
      user_id,
      context: { note: user_id },
      outcome: 'success',
    };
    const answer = await ask(app, surface, url, { body: { ...body, executed_at: '2026-01-31T09:30:00Z' } });
    assert.ok(answer.status < 300, JSON.stringify(answer.body));
  }
}

/** Decides a bundle of one on each surface. */
async function decideBundles(app: FastifyInstance, markers: Markers): Promise<void> {
  await withTools(app);
  for (const surface of ['a', 'b'] as const) {
    const named = `decideTogether${surface.toUpperCase()}`;
    const approvalId = await escalated(app, paying());
    const words = { comment: markers.in(named, '.comment'), decided_by: markers.in(named, '.decided_by') };
    const { status, body } = await together(app, { approval_ids: [approvalId], ...words }, { surface });
    assert.equal(status, 200, JSON.stringify(body));
  }
}

function other(verb: 'approve' | 'reject'): 'approve' | 'reject' {
  return verb === 'approve' ? 'reject' : 'approve';
}

function contextOf(markers: Markers, operation: string): object {
  return {
    alternatives: [{ action: markers.in(operation, '.context.alternatives[].action'), risk_level: 'low' }],
  };
}

/** An unknown type is refused, and the refusal is on record. */
function typeOf(markers: Markers, operation: string): object {
  return { artifact_type: markers.in(operation, '.context.artifact_type') };
}

function questionOf(markers: Markers, operation: string): object {
  const field = (name: string) => markers.in(operation, `.${name}`);
  const isA = operation !== 'evaluateB';
  return {
    ...GRAVE,
    ...(isA ? { description: field('description') } : {}),
    user_id: field('user_id'),
    tenant_id: field('tenant_id'),
    idempotency_key: field('idempotency_key'),
    context: { ...GRAVE.context, ...contextOf(markers, operation) },
  };
}

async function writeGoverning({ app }: World, markers: Markers): Promise<void> {
  const reason = markers.in('createHalt', '.reason');
  const { halt_id } = await ok(app, '/api/v1/core/halts', { agent_id: 'agent-8', reason });
  const lifting = `/api/v1/core/halts/${halt_id}?reason=${markers.in('liftHalt', '?reason')}`;
  assert.equal((await ask(app, 'a', lifting, { method: 'DELETE' })).status, 200);
  await writeAgents(app, markers);
  await writeIncidents(app, markers);
  const value = `${markers.in('addTargets', '.targets[].value')}@example.net`;
  const name = markers.in('addTargets', '.targets[].name');
  await ok(app, '/api/v1/targets', { targets: [{ kind: 'email', value, name }] });
}

async function writeAgents(app: FastifyInstance, markers: Markers): Promise<void> {
  const described = (operation: string) => ({
    name: markers.in(operation, '.name'),
    purpose: markers.in(operation, '.purpose'),
  });
  const url = '/api/v1/agents/agent-9';
  await ok(app, '/api/v1/agents', { agent_id: 'agent-9', ...described('registerAgent') });
  const changing = { method: 'PATCH', body: described('changeAgent') } as const;
  assert.equal((await ask(app, 'a', url, changing)).status, 200);
  for (const verb of ['suspend', 'retire']) {
    await ok(app, `${url}/${verb}`, { reason: markers.in(`${verb}Agent`, '.reason') });
  }
}

async function writeIncidents(app: FastifyInstance, markers: Markers): Promise<void> {
  const told = (operation: string) => [
    {
      who: markers.in(operation, '.told[].who'),
      how: markers.in(operation, '.told[].how'),
      at: new Date().toISOString(),
    },
  ];
  const described = (operation: string) => ({
    title: markers.in(operation, '.title'),
    description: markers.in(operation, '.description'),
  });
  const opening = { ...described('openIncident'), severity: 'minor' };
  const { incident_id: id } = await ok(app, '/api/v1/incidents', opening);
  const url = `/api/v1/incidents/${id}`;
  const change = async (body: object) => {
    assert.equal((await ask(app, 'a', url, { method: 'PATCH', body })).status, 200);
  };
  await change({ ...described('changeIncident'), told: told('changeIncident') });
  await ok(app, `${url}/close`, {
    cause: markers.in('closeIncident', '.cause'),
    remedy: markers.in('closeIncident', '.remedy'),
  });
  await ok(app, `${url}/reopen`, { reason: markers.in('reopenIncident', '.reason') });
  await ok(app, '/api/v1/incidents', { title: 'x', severity: 'minor', told: told('openIncident') });
}

async function writeMandates(app: FastifyInstance, door: 'A' | 'B', markers: Markers): Promise<void> {
  const call = { surface: door === 'A' ? ('a' as const) : ('b' as const) };
  const address = (marker: string) => ({ kind: 'email', value: `${marker}@example.net` });
  const [first, task] = ['.targets[].value', '.task'].map((field) => markers.in(`openMandate${door}`, field));
  const terms = { effects: ['send', 'read'], targets: [address(first ?? '')], task };
  const { mandate_id: id } = await opened(app, terms, call);
  const change = async (verb: Change, more: object) => {
    const { status, body } = await changed(app, verb, id, more, call);
    assert.ok(status < 300, JSON.stringify(body));
    return body;
  };
  const same = markers.again(first ?? '', `narrowMandate${door}`, '.targets[].value');
  await change('narrow', { targets: [address(same)], effects: ['send'] });
  const wider = { targets: [address(same), address(markers.in(`widenMandate${door}`, '.targets[].value'))] };
  const { approval_id } = await change('widen', wider);
  assert.equal((await decide(app, 'approve', approval_id)).status, 200);
  assert.equal((await change('widen', { ...wider, approval_id })).verdict, 'proceed');
}

async function ok(app: FastifyInstance, url: string, body: object): Promise<Answer['body']> {
  const answer = await ask(app, 'a', url, { body });
  assert.ok(answer.status < 300, `${url} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** Accepting a tool changes what is judged, so this comes last. */
async function writePlans(app: FastifyInstance, markers: Markers): Promise<void> {
  const entry = { tool: 'notes.read', effect: 'read', targets: [] };
  assert.equal((await ask(app, 'a', '/api/v1/tools', { method: 'PUT', body: { entry } })).status, 200);
  for (const [door, surface] of [
    ['A', 'a'],
    ['B', 'b'],
  ] as const) {
    const named = ['model', 'prompt_hash', 'answer'].map((name) => {
      return [name, markers.in(`openMandate${door}`, `.plan.${name}`)];
    });
    const plan = { by: 'model', steps: [{ tool: 'notes.read' }], ...Object.fromEntries(named) };
    await opened(app, { plan, task: 'Read the notes' }, { surface });
  }
}

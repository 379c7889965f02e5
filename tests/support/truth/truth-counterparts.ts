/** Fills rows that have a counterpart in evidence: quorums, alarms, endpoints, exports and tools, in each state. */

import assert from 'node:assert/strict';
import { decideApproval } from '@assize/service/approvals/index.ts';
import { approveCorrected } from '@assize/service/evaluation/corrections/index.ts';
import { evaluate as evaluateFor } from '@assize/service/evaluation/index.ts';
import type { Principal } from '@assize/service/keys/index.ts';
import { membersOf } from '@assize/service/members/index.ts';
import { raiseAlarm } from '@assize/service/proof/alarms/index.ts';
import type { Service } from '@assize/service/wiring.ts';
import { toolsHistory } from '../acts/tools.ts';
import { GRAVE, withApproval } from '../approvals/approvals.ts';
import { askForExport, download } from '../evidence/exports.ts';
import { hold, lift } from '../governance/holds.ts';
import { ask, askOk, PRODUCTION_KEY, type TestService } from '../http/in-process.ts';
import { signedIn } from '../people/members.ts';
import { keyHolder } from '../people/other-tenant.ts';
import { until } from '../until.ts';
import { act, newEndpoint, WEBHOOKS, writeDelivery } from '../webhooks/webhook-endpoints.ts';
import { mailToolOf } from './truth-acts.ts';
import { channelsOf } from './truth-channels.ts';
import { untilTakenUp } from './truth-parts.ts';
import { sinksOf } from './truth-sinks.ts';

/** Fills all of it. @returns the ids of the evaluations. */
export async function counterpartsOf(open: TestService, chain: number): Promise<Record<string, string>> {
  const ids = await quorumsOf(open.service);
  await endpointsOf(open);
  await channelsOf(open);
  await sinksOf(open);
  await plannerOf(open);
  await controlOwnersOf(open);
  await exportsOf(open);
  await alarmsOf(open, chain);
  await erasuresOf(open);
  await mailToolOf(open.app);
  await toolsHistory(open.app);
  await untilTakenUp(open.service);
  return ids;
}

/** Makes an active and a lifted hold, and two erasures, one of which has found something. */
async function erasuresOf({ app }: TestService): Promise<void> {
  await hold(app, { actors: ['held'] });
  const { hold_id } = await hold(app, { actions: ['held'], from_date: '2026-01-01' });
  await lift(app, hold_id);
  await ask(app, 'b', '/v1/governance/evaluate', {
    body: { action: 'erased', context: { note: 'erased@example.com' } },
  });
  for (const subject of ['erased@example.com', 'unheard@example.com']) {
    const body = { subject, reason: 'Erasure request' };
    const { body: begun } = await ask(app, 'a', '/api/v1/evidence/erasures', { body });
    await until(async () => {
      const { body: now } = await ask(app, 'a', `/api/v1/evidence/erasures/${begun.erasure_id}`);
      return now.status === 'certified';
    });
  }
}

/** Sets a planner, changes it, removes it, and sets another. */
async function plannerOf({ app }: TestService): Promise<void> {
  const put = (body: object) => askOk(app, 'a', '/api/v1/planner', { method: 'PUT', body });
  const body = { api: 'openai', url: 'https://model.invalid/v1', model: 'a', key: 'sk-first' };
  await put(body);
  await put({ ...body, model: 'b', key: 'sk-second' });
  await askOk(app, 'a', '/api/v1/planner', { method: 'DELETE' });
  await put({ ...body, api: 'anthropic' });
}

/** Sets the owner of one control twice, and of another one. */
async function controlOwnersOf({ app, service }: TestService): Promise<void> {
  const { tenantId } = await service.authenticator.authenticate(PRODUCTION_KEY);
  const [member] = await membersOf(service.db, tenantId);
  const { memberId: owner } = member ?? (await signedIn(service, service.config.init.tenant, 'auditor'));
  const set = (control: string, to_date: string) => {
    const body = { owner, from_date: '2026-01-01', to_date };
    return askOk(app, 'a', `/api/v1/compliance/owners/soc2/${control}`, { method: 'PUT', body });
  };
  await set('CC6.1', '2026-07-01');
  await set('CC6.1', '2027-01-01');
  await set('CC8.1', '2027-01-01');
}

/** Makes approvals that need two parties: one has one, one is approved, one was corrected, one was used, one expired. */
async function quorumsOf(service: Service): Promise<Record<string, string>> {
  // A key that the first one made would be the same party.
  const { keyId: otherKeyId } = await keyHolder(service, service.config.init.tenant);
  const principal = await service.authenticator.authenticate(PRODUCTION_KEY);
  const { chain, party } = principal;
  const asked = async (name: string, lifetimeMs = 86_400_000) => {
    const approvalSettings = { ...service.approvalSettings, lifetimeMs, required: { high: 2 } };
    const request = {
      ...GRAVE,
      agent_id: 'many-eyes',
      context: { ...GRAVE.context, risk_level: 'high', name, arguments: { amount: 90 } },
    };
    const { evidenceId, escalationId = '' } = await evaluateFor(
      { ...service, approvalSettings },
      principal,
      request as never,
    );
    return { request, evidenceId, approvalId: `apr_${escalationId.slice(4)}` };
  };
  const decide = (approvalId: string, decider: string) =>
    decideApproval(service, { chain, party: decider, identity: null }, approvalId, {
      decision: 'approved',
      comment: 'seen',
    });
  const corrected = await asked('corrected');
  const correctedBy = await correct(service, principal, corrected.approvalId);
  const { resolution_evidence_id: correctedIn } = await decide(corrected.approvalId, otherKeyId);
  const whole = await asked('whole');
  const used = await asked('used');
  for (const { approvalId } of [whole, used]) {
    await decide(approvalId, party);
    await decide(approvalId, otherKeyId);
  }
  const half = await asked('half');
  await decide(half.approvalId, party);
  const { verdict, evidenceId } = await evaluateFor(
    service,
    principal,
    withApproval(used.approvalId, used.request) as never,
  );
  assert.equal(verdict, 'proceed');
  const late = await asked('late', 1);
  await until(async () => (await statusOf(service, late.approvalId)) === 'expired');
  return {
    corrected: corrected.evidenceId,
    'corrected-decided': correctedBy,
    'corrected-approved': correctedIn ?? '',
    half: half.evidenceId,
    whole: whole.evidenceId,
    'asked-twice': used.evidenceId,
    'used-once': evidenceId,
    late: late.evidenceId,
  };
}

/** Corrects the arguments of what needs two parties. @returns the record of this decision. */
async function correct(service: Service, principal: Principal, approvalId: string): Promise<string> {
  await approveCorrected(service, principal, approvalId, {}, { amount: 80 });
  const { id } = await service.db
    .selectFrom('artifacts')
    .select('id')
    .where('chain', '=', principal.chain)
    .where('action', '=', 'approval.decide')
    .orderBy('position', 'desc')
    .executeTakeFirstOrThrow();
  return id;
}

async function statusOf({ db }: Service, approvalId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('approvals')
    .select('status')
    .where('approval_id', '=', approvalId)
    .executeTakeFirst();
  return row?.status;
}

/** Makes an alarm that is gone, and one that is acknowledged. */
async function alarmsOf({ service, app }: TestService, chain: number): Promise<void> {
  for (const position of [1, 2]) {
    await raiseAlarm(service, chain, { position, problem: 'wrong_hash', message: `Record ${position}.` });
    const { body } = await ask(app, 'a', '/api/v1/evidence/verify/acknowledge', {
      body: { comment: 'known' },
    });
    assert.equal(body.acknowledged.length, 1);
    if (position > 1) continue;
    const verified = await ask(app, 'a', '/api/v1/evidence/verify?full=true');
    assert.deepEqual(
      { valid: verified.body.valid, open_alarms: verified.body.open_alarms },
      { valid: true, open_alarms: 0 },
    );
  }
}

/**
 * Makes an endpoint with everything, one that was changed and has a second secret, one switched off, one disabled
 * after failures, and one that is gone.
 */
async function endpointsOf({ service, app }: TestService): Promise<void> {
  await newEndpoint(app);
  const types = ['approval.created'];
  const { id: changed } = await newEndpoint(app, { description: 'first', types });
  await ask(app, 'a', `${WEBHOOKS}/${changed}`, {
    method: 'PATCH',
    body: { url: 'https://receiver.invalid/another?token=1', description: 'second' },
  });
  assert.equal((await act(app, changed, 'rotate-secret')).status, 200);
  const { id: off } = await newEndpoint(app, { types });
  assert.equal((await act(app, off, 'disable')).status, 200);
  const { id: gone } = await newEndpoint(app, { types });
  assert.equal((await ask(app, 'a', `${WEBHOOKS}/${gone}`, { method: 'DELETE' })).status, 200);
  const { id: fallen } = await newEndpoint(app, { types });
  const row = () => service.db.selectFrom('webhook_endpoints').selectAll().where('endpoint_id', '=', fallen);
  await writeDelivery(service, fallen, {
    status: 'failed',
    createdAt: service.clock.now(),
    attempts: [{ status: 410 }],
  });
  // As the sending thread does if the receiver says that it is gone.
  await service.db
    .updateTable('webhook_endpoints')
    .set({ disabled_at: service.clock.now(), disabled_reason: 'gone' })
    .where('endpoint_id', '=', fallen)
    .execute();
  await until(async () => (await row().executeTakeFirst())?.disabled_evidence_id != null);
}

async function exportsOf({ app }: TestService): Promise<void> {
  const asked = { format: 'csv', artifact_types: ['governance_change'], from_date: '2026-01-01' };
  const { status, body } = await askForExport(app, asked);
  assert.equal(status, 200);
  await download(app, body.download_url);
}

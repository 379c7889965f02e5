/**
 * Fills everything that acts are judged by: mandates in each state, targets that approvals taught, and evaluations by
 * them.
 */
import assert from 'node:assert/strict';
import type { Service } from '@assize/service/wiring.ts';
import { mailTo } from '../acts/acts.ts';
import { TOOLS } from '../acts/tools.ts';
import { decide } from '../approvals/approvals.ts';
import { changed, opened } from '../governance/mandates.ts';
import { read, SESSIONS } from '../governance/sessions.ts';
import { ask, askOk, evaluate, type TestService } from '../http/in-process.ts';
import { until } from '../until.ts';

/** Ids of mandates: one used up, one changed and closed, one spent from. */
export interface FilledMandates {
  spent: string;
  changed: string;
  standing: string;
}

export interface FilledActs {
  /** Ids of artifacts. */
  ids: Record<string, string>;
  mandates: FilledMandates;
}

type App = TestService['app'];

/** Runs before the other tools, because tests look for the tool that changed last. */
export async function mailToolOf(app: App): Promise<void> {
  const { status } = await ask(app, 'a', TOOLS, { method: 'PUT', body: { entry: mailTo('to') } });
  assert.equal(status, 200);
}

const mail = (to: string, context: object = {}) => ({
  action: 'mail.send',
  agent_id: 'doer',
  context: { arguments: { to }, ...context },
});

/** @param app with the mail tool in its catalogue. */
export async function actsOf({ service, app }: TestService): Promise<FilledActs> {
  const judge = async (to: string, verdict: string, context: object = {}) => {
    const { body } = await evaluate(app, 'b', mail(to, context));
    assert.equal(body.verdict, verdict, body.reasoning);
    return body;
  };
  const asked = await judge('bob@example.net', 'ESCALATE');
  assert.equal((await decide(app, 'approve', asked.approval_id)).status, 200);
  const taught = await judge('bob@example.net', 'PROCEED');
  await forgottenIn(app, judge);
  const { mandates, ids } = await mandatesOf(app, judge);
  await until(async () => (await usedUp(service, mandates.spent)) !== null);
  await sessionsOf(app, ids);
  return { mandates, ids: { ...ids, 'asked-about': asked.evidence_id, taught: taught.evidence_id } };
}

type Judge = (
  to: string,
  verdict: string,
  context?: object,
) => Promise<{ approval_id: string; evidence_id: string }>;

async function forgottenIn(app: App, judge: Judge): Promise<void> {
  const known = await judge('eve@example.net', 'ESCALATE');
  assert.equal((await decide(app, 'approve', known.approval_id)).status, 200);
  const grave = await judge('eve@example.net', 'ESCALATE', { risk_level: 'high' });
  assert.equal((await decide(app, 'reject', grave.approval_id)).status, 200);
}

async function mandatesOf(app: App, judge: Judge): Promise<FilledActs> {
  const terms = { agent_id: 'doer', effects: ['send'], targets: [{ value: 'ann@example.net' }] };
  const many = { ...terms, task: 'Write to Ann', effects: ['send', 'read'], budget_usd: 10, max_actions: 4 };
  const changing = await opened(app, many);
  const id = changing.mandate_id;
  assert.equal((await changed(app, 'narrow', id, { effects: ['send'], budget_usd: 5 })).status, 200);
  const under = await judge('ann@example.net', 'PROCEED', { mandate_id: id, estimated_cost_usd: 1 });
  const wider = { effects: ['send', 'write'], budget_usd: 6 };
  const { body: widening } = await changed(app, 'widen', id, wider);
  assert.equal((await decide(app, 'approve', widening.approval_id)).status, 200);
  const widened = await changed(app, 'widen', id, { ...wider, approval_id: widening.approval_id });
  assert.equal(widened.body.verdict, 'proceed');
  assert.equal((await changed(app, 'close', id, {})).status, 200);
  const standing = await opened(app, { ...many, max_actions: undefined, strict: true });
  await judge('ann@example.net', 'PROCEED', { mandate_id: standing.mandate_id, estimated_cost_usd: 2 });
  await judge('ann@example.net', 'PROCEED', { mandate_id: standing.mandate_id, estimated_cost_usd: 1 });
  const spent = await opened(app, { ...terms, max_actions: 1 });
  const last = await judge('ann@example.net', 'PROCEED', { mandate_id: spent.mandate_id });
  await judge('ann@example.net', 'BLOCK', { mandate_id: spent.mandate_id });
  return {
    mandates: { spent: spent.mandate_id, changed: id, standing: standing.mandate_id },
    ids: {
      'opened-changed': changing.evidence_id,
      'opened-standing': standing.evidence_id,
      'opened-spent': spent.evidence_id,
      'acted-under-it': under.evidence_id,
      'acted-last': last.evidence_id,
    },
  };
}

/** One session that is open, and one that has ended. @param ids gets those of the artifacts. */
async function sessionsOf(app: App, ids: Record<string, string>): Promise<void> {
  const act = { action: 'mail.send', agent_id: 'doer', context: { arguments: { to: 'bob@example.net' } } };
  const first = await read(app, 'open', { sent: 'ann@example.net' }, act);
  const second = await read(app, 'open', { sent: 'eve@example.net' }, act);
  const other = await read(app, 'ended', 'ann@example.net', act);
  await askOk(app, 'b', `${SESSIONS.b}/ended/end`, { body: { agent_id: 'doer' } });
  ids['read-first'] = first.evidence_id;
  ids['read-second'] = second.evidence_id;
  ids['read-and-ended'] = other.evidence_id;
}

async function usedUp({ db }: Service, mandateId: string): Promise<string | null> {
  const row = await db
    .selectFrom('mandates')
    .select('used_up_evidence_id')
    .where('mandate_id', '=', mandateId)
    .executeTakeFirstOrThrow();
  return row.used_up_evidence_id;
}

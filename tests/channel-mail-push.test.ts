/** Members who are asked hear of it by mail and push, each as they wish; the link in the mail decides. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { createChannel } from '@assize/service/channels/settings/index.ts';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import { escalated, GRAVE } from './support/approvals/approvals.ts';
import { pushBrowser, startPushService } from './support/channels/push-receiver.ts';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { ask, startTestService } from './support/http/in-process.ts';
import { askAs } from './support/people/groups.ts';
import { type SignedIn, signedIn } from './support/people/members.ts';
import { post } from './support/people/sign-in.ts';
import { until } from './support/until.ts';
import { startMailServer } from './support/webhooks/mail.ts';

const MILD = {
  ...GRAVE,
  context: {
    ...GRAVE.context,
    risk_level: 'medium',
    confidence_score: 0.3,
    arguments: { note: 'zebra', amount: 90 },
  },
};
const HOUR = 3_600_000;
const QUARTER = HOUR / 4;

async function world(t: TestContext, location: DatabaseLocation, kinds: readonly ('mail' | 'push')[]) {
  const mail = await startMailServer(t);
  const { app, service } = await startTestService(t, location, {
    ASSIZE_SMTP_URL: mail.url,
    ASSIZE_SMTP_FROM: 'assize@example.net',
    ASSIZE_WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32',
  });
  const dana = await signedIn(service, 'default', 'approver', 'dana');
  const eve = await signedIn(service, 'default', 'owner', 'eve');
  await signedIn(service, 'default', 'viewer', 'vera');
  const { chain, tenantId } = await service.db
    .selectFrom('chains')
    .select(['chain', 'tenant_id as tenantId'])
    .where('environment', '=', 'production')
    .executeTakeFirstOrThrow();
  const owner = { chain, tenantId, party: eve.memberId, environment: 'production', member: null } as const;
  const channels: Record<string, string> = {};
  for (const kind of kinds) {
    const made = await createChannel(service, owner, { kind, name: kind, options: {}, secrets: {} });
    channels[kind] = made.channel_id;
  }
  const call = async (method: 'PUT' | 'POST', path: string, { headers }: SignedIn, payload: object) => {
    const answer = await app.inject({
      method,
      url: `/api/v1/members/me/${path}`,
      headers: { ...headers },
      payload,
    });
    assert.ok(answer.statusCode < 300, answer.body);
  };
  const wish = (who: SignedIn, wishes: object) =>
    call('PUT', 'notifications', who, { mail: true, push: true, quiet: null, digest_above: null, ...wishes });
  const messages = (approvalId?: string) => {
    const all = service.db.selectFrom('channel_messages').selectAll().orderBy('next_at');
    return (approvalId === undefined ? all : all.where('approval_id', '=', approvalId)).execute();
  };
  /** When the service has made the messages of an approval. */
  const told = async (approvalId: string) => {
    await until(async () => (await messages(approvalId)).length > 0);
    return messages(approvalId);
  };
  return { app, service, mail, dana, eve, call, wish, messages, told };
}

testOnEachDatabase('mails-each-who-is-asked-a-link-of-their-own', async (location, t) => {
  const { app, mail, dana, eve } = await world(t, location, ['mail']);
  const id = await escalated(app, MILD);
  await until(async () => mail.received.length === 2);
  const letters = new Map(mail.received.map((each) => [each.envelope.to.join(), each]));
  assert.deepEqual([...letters.keys()].sort(), [dana.email, eve.email]);
  const tokens = [...letters.values()].map(
    ({ text = '' }) => /http:\/\/localhost(?::\d+)?\/decide#(\S+)/.exec(text)?.[1],
  );
  assert.equal(new Set(tokens).size, 2);
  for (const { subject, text = '', html = '', raw } of letters.values()) {
    assert.equal(subject, 'Decide: invoice.pay (default)');
    assert.match(text, /Risk: +medium/);
    assert.match(html, /See it and decide/);
    assert.doesNotMatch(raw, /zebra/);
    // The token is in the fragment, and nowhere else.
    assert.doesNotMatch(text.replaceAll(/\/decide#\S+/g, ''), new RegExp(String(tokens[0]).slice(-20)));
  }
  const token = /\/decide#(\S+)/.exec(letters.get(dana.email)?.text ?? '')?.[1];
  const decided = await post(app, '/auth/decision-link/decide', { token, decision: 'approved' });
  assert.deepEqual([decided.status, decided.body.status], [200, 'approved'], JSON.stringify(decided.body));
  const record = await ask(app, 'a', `/api/v1/evidence/${decided.body.resolution_evidence_id}`);
  assert.equal(record.body.payload.decisions[0].party, dana.memberId);
  assert.match(JSON.stringify(record.body.payload), /"decided_from":"mail"/);
  assert.equal(decided.body.approval_id, id);
});

testOnOneDatabase(
  'a-mail-that-waited-goes-only-to-who-still-wants-it-and-may-decide',
  async (location, t) => {
    const { app, service, mail, dana, eve, wish, told } = await world(t, location, ['mail']);
    const fred = await signedIn(service, 'default', 'approver', 'fred');
    const pause = (paused_until: number | null) =>
      service.db.updateTable('channels').set({ paused_until }).execute();
    await pause(service.clock.now() + HOUR);
    const id = await escalated(app, MILD);
    await told(id);
    await wish(dana, { mail: false });
    const demoted = { method: 'PATCH', body: { role: 'viewer' } } as const;
    assert.equal((await askAs(app, eve, `/api/v1/members/${fred.memberId}`, demoted)).status, 200);
    await pause(null);
    await until(async () =>
      (await told(id)).every(({ reason, status }) => reason === 'reminder' || status !== 'pending'),
    );
    assert.deepEqual(
      mail.received.map(({ envelope }) => envelope.to.join()),
      [eve.email],
    );
  },
);

testOnEachDatabase('rings-the-browsers-of-who-is-asked', async (location, t) => {
  const { app, dana, eve, call, wish, told, mail } = await world(t, location, ['push']);
  const push = await startPushService(t);
  const browser = pushBrowser();
  await call('POST', 'push-subscriptions', dana, { endpoint: push.url('/dana'), keys: browser.keys });
  await call('POST', 'push-subscriptions', eve, { endpoint: push.url('/eve'), keys: pushBrowser().keys });
  await wish(eve, { push: false });
  const id = await escalated(app, MILD);
  await until(async () => push.rung.length === 1);
  const [rung] = push.rung;
  assert.ok(rung);
  assert.equal(rung.path, '/dana');
  assert.deepEqual(browser.open(rung), { title: 'A decision waits', url: `/approvals/${id}` });
  assert.deepEqual([...new Set((await told(id)).map(({ recipient }) => recipient))], [dana.memberId]);
  assert.equal(mail.received.length, 0);
});

testOnEachDatabase('reminds-at-half-the-time-and-before-the-end-of-it', async (location, t) => {
  const { app, dana, eve, wish, told } = await world(t, location, ['mail']);
  await wish(eve, { mail: false });
  const id = await escalated(app, MILD);
  const rows = await told(id);
  const { created_at: asked, expires_at: ends } = (await ask(app, 'a', `/api/v1/approvals/${id}`)).body;
  const [start, end] = [Date.parse(asked), Date.parse(ends)];
  assert.deepEqual(
    rows.filter(({ reason }) => reason === 'reminder').map(({ recipient, next_at }) => [recipient, next_at]),
    [
      [dana.memberId, start + (end - start) / 2],
      [dana.memberId, end - HOUR / 6],
    ],
  );
});

testOnOneDatabase('waits-for-the-end-of-quiet-hours-except-for-grave-risks', async (location, t) => {
  const { app, service, dana, eve, wish, told } = await world(t, location, ['mail']);
  await wish(eve, { mail: false });
  const clock = (ms: number) => new Date(service.clock.now() + ms).toISOString().slice(11, 16);
  // Quiet from an hour ago until in two hours.
  const quiet = { from: clock(-HOUR), to: clock(2 * HOUR), time_zone: 'UTC', except_risk_at_least: 'high' };
  await wish(dana, { quiet });
  const [mild, grave] = [await escalated(app, MILD), await escalated(app, { ...GRAVE, agent_id: 'agent-8' })];
  const first = async (id: string) => (await told(id)).find(({ reason }) => reason !== 'reminder');
  const held = await first(mild);
  assert.deepEqual([held?.reason, held?.status], ['digest', 'pending']);
  assert.equal(new Date(held?.next_at ?? 0).toISOString().slice(11, 16), quiet.to);
  assert.equal((await first(grave))?.reason, 'request');
});

testOnOneDatabase('gathers-what-is-above-the-number-of-an-hour', async (location, t) => {
  const { app, eve, dana, wish, told } = await world(t, location, ['mail']);
  await wish(eve, { mail: false });
  await wish(dana, { digest_above: 2 });
  const rows = [];
  for (let place = 0; place < 4; place += 1) {
    const id = await escalated(app, { ...MILD, agent_id: `agent-${place}` });
    rows.push(...(await told(id)).filter(({ reason }) => reason !== 'reminder'));
  }
  assert.deepEqual(
    rows.map(({ reason }) => reason),
    ['request', 'request', 'digest', 'digest'],
  );
  for (const { next_at } of rows.slice(2)) assert.equal((next_at ?? 1) % QUARTER, 0);
});

/** Notices and their mail: the contact gets one mail soon after an approval is opened, and none once it is resolved. */
import assert from 'node:assert/strict';
import { writeNotice } from '@assize/service/events/index.ts';
import { changeTenant, findTenant } from '@assize/service/tenants/index.ts';
import { decide, escalated, GRAVE } from './support/approvals/approvals.ts';
import { chainIn } from './support/databases/chains.ts';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { connect } from './support/http/client.ts';
import { ask, SANDBOX_KEY, startTestService } from './support/http/in-process.ts';
import { keyHolder } from './support/people/other-tenant.ts';
import { spawnFor, spawnService } from './support/processes/service.ts';
import { until } from './support/until.ts';
import { CONTACT, handedOn, mailingService, startMailServer } from './support/webhooks/mail.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

testOnEachDatabase('mails-an-approval-that-waits-in-production-once', async (location, t) => {
  const server = await startMailServer(t);
  const { app, send } = await mailingService(t, location, server.url);
  const id = await escalated(app);
  await escalated(app, GRAVE, { key: SANDBOX_KEY });
  await send();
  await send();
  const [mail, ...more] = server.received;
  assert.ok(mail);
  assert.equal(more.length, 0);
  assert.deepEqual(mail.envelope, { from: 'assize@example.net', to: [CONTACT] });
  assert.equal(mail.subject, 'Waiting for approval: invoice.pay (default)');
  assert.deepEqual(
    { name: mail.from?.name, address: mail.from?.address },
    { name: 'Assize', address: 'assize@example.net' },
  );
  const page = `https://assize.example.org/approvals/${id}`;
  assert.ok(mail.text?.includes(`\n    ${page}\n`) && String(mail.html).includes(`<a href="${page}">`));
  const calls = `POST https://assize.example.org/v1/approvals/${id}/approve`;
  for (const body of [mail.text ?? '', mail.html ?? '']) {
    for (const said of [calls, 'invoice.pay', 'agent-7', 'high', 'set-contact default']) {
      assert.ok(body.includes(said), said);
    }
  }
});

testOnOneDatabase('gathers-what-comes-at-once-into-few-mails', async (location, t) => {
  const server = await startMailServer(t);
  const { app, service, send, move } = await mailingService(t, location, server.url);
  const first = await escalated(app);
  await send();
  const rest = await Promise.all(Array.from({ length: 200 }, () => escalated(app)));
  for (let rounds = 0; rounds < 5; rounds += 1) await send();
  assert.equal(server.received.length, 1);
  const decided = rest.slice(0, 3);
  for (const id of decided) await decide(app, 'approve', id);
  move(MINUTE_MS);
  await send();
  await send();
  assert.equal(server.received.length, 2);
  const text = server.received[1]?.text ?? '';
  assert.equal(server.received[1]?.subject, '197 actions wait for approval (default)');
  assert.match(text, /And 147 more/);
  const named = rest.filter((id) => text.includes(`/v1/approvals/${id}/approve`));
  assert.equal(named.length, 50);
  for (const id of [first, ...decided]) assert.equal(text.includes(id), false);
  const { body } = await ask(app, 'a', '/api/v1/notices?limit=1000');
  const count = (status: string) =>
    body.items.filter((notice: { status: string }) => notice.status === status).length;
  assert.deepEqual(
    { sent: count('sent'), not_needed: count('not_needed'), waiting: count('waiting') },
    { sent: 198, not_needed: 3, waiting: 0 },
  );
  assert.equal(await dueCount(service.db), 0);
});

testOnEachDatabase('sends-once-with-two-nodes-and-across-a-restart', async (location, t) => {
  const server = await startMailServer(t);
  const one = await mailingService(t, location, server.url);
  const two = await mailingService(t, location, server.url);
  await escalated(one.app);
  await handedOn(one.service);
  for (let rounds = 0; rounds < 5; rounds += 1) await Promise.all([one.send(), two.send()]);
  for (const jump of [HOUR_MS, -48 * HOUR_MS, 100 * HOUR_MS]) {
    two.move(jump);
    await Promise.all([one.send(), two.send()]);
  }
  const three = await mailingService(t, location, server.url);
  await three.send();
  assert.equal(server.received.length, 1);
});

testOnEachDatabase('is-mailed-by-one-of-two-services-within-seconds', async (location, t) => {
  const server = await startMailServer(t);
  const environment = { ASSIZE_SMTP_URL: server.url, ASSIZE_INIT_CONTACT: CONTACT };
  const services = [await spawnService(location, environment), await spawnService(location, environment)];
  t.after(() => Promise.all(services.map((service) => service.stop('SIGKILL'))));
  const clients = services.map(({ baseUrl }) => connect(baseUrl, 1));
  const ask = (place: number) => clients[place]?.ask('b', '/v1/governance/evaluate', { body: GRAVE });
  const first = await ask(0);
  // Once it is marked as sent, no node sends it again, however little time a stop leaves.
  await until(async () => (await clients[0]?.ask('a', '/api/v1/notices'))?.body.items[0]?.status === 'sent');
  assert.ok(server.received[0]?.text?.includes(first?.body.approval_id));
  const second = await ask(1);
  for (const client of clients) client.close();
  assert.deepEqual(await Promise.all(services.map((service) => service.stop('SIGTERM'))), [0, 0]);
  assert.equal(server.received.length, 1);
  // A node that runs a minute later sends the notices of that minute.
  await spawnFor(t, location, {
    ...environment,
    ASSIZE_TEST_CLOCK_OFFSET_MS: String(2 * MINUTE_MS),
  });
  await until(async () => server.received.length > 1);
  assert.ok(server.received[1]?.text?.includes(second?.body.approval_id));
});

testOnOneDatabase('does-not-wait-for-a-clock-that-was-ahead', async (location, t) => {
  const server = await startMailServer(t);
  const { app, service, send, move } = await mailingService(t, location, server.url);
  await escalated(app);
  await send();
  await escalated(app);
  await handedOn(service);
  move(-40 * HOUR_MS);
  await send();
  assert.equal(server.received.length, 2);
});

testOnOneDatabase('logs-what-cannot-be-mailed-and-settles-it', async (location, t) => {
  const server = await startMailServer(t);
  const noContact = await mailingService(t, location, server.url, { contact: null });
  const id = await escalated(noContact.app, { ...GRAVE, context: { ...GRAVE.context, secret: 'payload' } });
  await noContact.send();
  await noContact.send();
  assert.equal(server.received.length, 0);
  const [line, ...more] = noContact.logged;
  assert.deepEqual(
    { moreCount: more.length, notice: line?.notice, tenant: line?.tenant, count: line?.count },
    { moreCount: 0, notice: 'approval_pending', tenant: 'default', count: 1 },
  );
  assert.ok(JSON.stringify(line).includes(id));
  assert.doesNotMatch(JSON.stringify(line), /payload/);
  const noServer = await mailingService(t, location, null);
  await escalated(noServer.app);
  noServer.move(MINUTE_MS);
  await noServer.send();
  assert.equal(noServer.logged.length, 1);
  const { body } = await ask(noServer.app, 'a', '/api/v1/notices');
  assert.deepEqual(
    body.items.map(({ status, sent_to }: Record<string, unknown>) => ({ status, sent_to })),
    [
      { status: 'logged', sent_to: null },
      { status: 'logged', sent_to: null },
    ],
  );
});

testOnOneDatabase('sends-no-notice-of-decided-or-expired-approvals', async (location, t) => {
  const server = await startMailServer(t);
  const { app, send, move } = await mailingService(t, location, server.url);
  await decide(app, 'reject', await escalated(app));
  await send();
  await escalated(app);
  move(25 * HOUR_MS);
  await send();
  assert.equal(server.received.length, 0);
  const { body } = await ask(app, 'a', '/api/v1/notices');
  assert.deepEqual(
    body.items.map(({ status }: { status: string }) => status),
    ['not_needed', 'not_needed'],
  );
});

testOnEachDatabase('lists-the-notices-of-the-tenant-page-by-page', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  const other = await keyHolder(service, 'other');
  await changeTenant(service.db, 'other', { contact: 'other@example.org' });
  for (let number = 0; number < 5; number += 1) await escalated(app, { ...GRAVE, action: `a.${number}` });
  await escalated(app, GRAVE, { key: other.secret });
  await handedOn(service);
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page = cursor === null ? '' : `&cursor=${cursor}`;
    const { status, body } = await ask(app, 'a', `/api/v1/notices?limit=2${page}`);
    assert.equal(status, 200);
    seen.push(...body.items.map(({ title }: { title: string }) => title));
    if (cursor === null) {
      const stolen = `/api/v1/notices?limit=2&cursor=${body.next_cursor}`;
      assert.equal((await ask(app, 'a', stolen, { key: other.secret })).status, 422);
    }
    cursor = body.next_cursor;
  } while (cursor !== null);
  const wanted = [4, 3, 2, 1, 0].map((number) => `Waiting for approval: a.${number} (default)`);
  assert.deepEqual(seen.toSorted(), wanted.toSorted());
  const { body: theirs } = await ask(app, 'a', '/api/v1/notices', { key: other.secret });
  assert.equal(theirs.items.length, 1);
  assert.equal(theirs.items[0].environment, 'production');
  assert.equal((await ask(app, 'a', '/api/v1/notices?cursor=nonsense')).status, 422);
});

testOnOneDatabase('lists-to-a-key-the-notices-of-its-own-environment-only', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  for (const key of [undefined, SANDBOX_KEY]) {
    await escalated(app, { ...GRAVE, action: 'a' }, key === undefined ? {} : { key });
  }
  const at = service.clock.now();
  for (const environment of ['production', 'sandbox'] as const) {
    const chain = await chainIn(service.db, environment);
    const { tenantId } = await findTenant(service.db, 'default');
    for (const kind of ['webhook_disabled', 'key_expiring_7d', 'usage_80'] as const) {
      await writeNotice(service.db, {
        tenantId,
        chain,
        kind,
        subject: `${environment}/${kind}`,
        data: {},
        at,
      });
    }
  }
  await handedOn(service);
  const listed = async (key?: string) => {
    const { body } = await ask(app, 'a', '/api/v1/notices', key === undefined ? {} : { key });
    return body.items.map(({ environment }: { environment: string }) => environment);
  };
  assert.deepEqual(await listed(), ['production', 'production', 'production', 'production']);
  assert.deepEqual(await listed(SANDBOX_KEY), ['sandbox', 'sandbox', 'sandbox']);
  const { body } = await ask(app, 'a', '/api/v1/notices?limit=1');
  const taken = `/api/v1/notices?limit=1&cursor=${body.next_cursor}`;
  assert.equal((await ask(app, 'a', taken, { key: SANDBOX_KEY })).status, 422);
});

testOnOneDatabase('forgets-settled-notices-after-three-months', async (location, t) => {
  const { forgettingChore } = await import('@assize/service/notices/index.ts');
  const { app, service, send, clock, move } = await mailingService(t, location, null);
  await escalated(app);
  await send();
  const forget = () => forgettingChore({ db: service.db, clock }).run(new AbortController().signal);
  move(89 * 24 * HOUR_MS);
  await forget();
  assert.equal((await ask(app, 'a', '/api/v1/notices')).body.items.length, 1);
  move(2 * 24 * HOUR_MS);
  await forget();
  assert.equal((await ask(app, 'a', '/api/v1/notices')).body.items.length, 0);
});

async function dueCount(db: Parameters<typeof changeTenant>[0]): Promise<number> {
  const rows = await db.selectFrom('notices').select('subject').where('due_at', 'is not', null).execute();
  return rows.length;
}

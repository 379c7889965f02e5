/** Incidents over the API: opening, telling, reporting in time, closing with cause and remedy, and reopening. */
import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import { changesOf, eventsSent } from './support/governance/governance.ts';
import {
  closedIncident,
  INCIDENTS,
  openedIncident,
  changedIncident as patch,
} from './support/governance/incidents.ts';
import { ask, askOk, assertTrue, type Call, evaluate } from './support/http/in-process.ts';
import { signedIn } from './support/people/members.ts';
import { keyHolder } from './support/people/other-tenant.ts';
import { testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const iso = (ms: number) => new Date(ms).toISOString();
const post = (app: FastifyInstance, path: string, body: object, call: Call = {}) =>
  ask(app, 'a', `${INCIDENTS}${path}`, { ...call, method: 'POST', body });
const recorded = async (app: FastifyInstance): Promise<string> =>
  (await evaluate(app, 'b', { action: 'refund.pay', context: {} })).body.evidence_id;

testAsTenantOnEachDatabase('an-incident-goes-from-its-record-to-cause-and-remedy', async (tenant) => {
  const { app, service, key, name } = tenant;
  const record = await recorded(app);
  const owner = await signedIn(service, name, 'owner', 'Ann');
  const opened = await openedIncident(app, { records: [record], responsible: owner.memberId });
  const { created_at } = await askOk(app, 'a', `/api/v1/evidence/${record}`);
  assert.deepEqual(
    [opened.status, opened.happened_at, opened.report, opened.version],
    ['open', iso(Date.parse(created_at)), { state: 'none', due_at: null, reported_at: null }, 1],
  );
  const id = opened.incident_id;
  const told = [{ who: 'The customer', at: iso(service.clock.now()), how: 'By telephone' }];
  const changed = await patch(app, id, { told, description: 'It took the account from a mail', version: 1 });
  assert.deepEqual([changed.status, changed.body.told], [200, [{ ...told[0], authority: false }]]);
  const closing = { cause: 'The account stood in a mail', remedy: 'Refunds need a known account' };
  const closed = (await post(app, `/${id}/close`, closing)).body;
  assert.deepEqual([closed.status, closed.cause, closed.remedy], ['closed', closing.cause, closing.remedy]);
  const again = await patch(app, id, { title: 'Other' });
  assert.deepEqual([again.status, again.body.code], [409, 'incident_closed']);
  assert.equal((await post(app, `/${id}/close`, closing)).body.code, 'incident_closed');
  const reopened = (await post(app, `/${id}/reopen`, { reason: 'It happened again' })).body;
  assert.deepEqual([reopened.status, reopened.closed_at, reopened.cause], ['open', null, closing.cause]);
  assert.equal((await post(app, `/${id}/reopen`, { reason: 'Again' })).body.code, 'incident_open');
  const acts = ['incident.open', 'incident.change', 'incident.close', 'incident.reopen'];
  assert.deepEqual(
    reopened.history.map(({ action, reason }: { action: string; reason: string }) => [action, reason]),
    acts.map((action) => [action, action === 'incident.reopen' ? 'It happened again' : null]),
  );
  const records = await changesOf(service, 'incident.', key);
  assert.deepEqual(
    records.map(({ action, change }) => [action, change.status, change.version]),
    acts.map((action, place) => [action, action === 'incident.close' ? 'closed' : 'open', place + 1]),
  );
  assert.equal((await eventsSent(service, 'incident.opened', key)).length, 1);
  assert.deepEqual(await eventsSent(service, 'incident.closed', key), [
    { incident_id: id, severity: 'minor', evidence_id: closed.evidence_id },
  ]);
  await assertTrue(app);
});

testAsTenant('says-of-each-wrong-field-what-is-wrong-with-it', async ({ app, service, sandboxKey }) => {
  const now = service.clock.now();
  const elsewhere = await evaluate(app, 'b', { action: 'a', context: {} }, { key: sandboxKey });
  const foreign = elsewhere.body.evidence_id;
  const told = (at: number) => [{ who: 'a', how: 'b', at: iso(at) }];
  const table: [body: object, loc: string[], message: RegExp][] = [
    [{ severity: 'serious' }, ['body', 'harms'], /at least one harm/],
    [{ harms: ['death'] }, ['body', 'harms'], /Only a serious incident/],
    [{ severity: 'serious', harms: ['death', 'death'] }, ['body', 'harms'], /once/],
    [{ severity: 'awful' }, ['body', 'severity'], /serious/],
    [{ title: '' }, ['body', 'title'], /at least 1/],
    [{ title: 'a\u0000b' }, ['body', 'title'], /./],
    [{ title: 'x'.repeat(201) }, ['body', 'title'], /200/],
    [{ noticed_at: iso(now + DAY_MS) }, ['body', 'noticed_at'], /future/],
    [
      { happened_at: iso(now), noticed_at: iso(now - DAY_MS) },
      ['body', 'happened_at'],
      /later than noticed_at/,
    ],
    [{ happened_at: 'yesterday' }, ['body', 'happened_at'], /./],
    [{ told: told(now + DAY_MS) }, ['body', 'told', '0', 'at'], /future/],
    [
      { happened_at: iso(now - 5), noticed_at: iso(now), told: told(now - DAY_MS) },
      ['body', 'told', '0', 'at'],
      /before it happened/,
    ],
    [{ records: [foreign] }, ['body', 'records', '0'], /of this environment/],
    [{ records: ['ev_1'] }, ['body', 'records', '0'], /./],
    [{ responsible: 'mbr_000000000000000000000000' }, ['body', 'responsible'], /id of a member/],
    [{ surprise: 1 }, ['body', 'surprise'], /./],
  ];
  for (const [body, loc, message] of table) {
    const answer = await post(app, '', { title: 'x', severity: 'minor', ...body });
    assert.equal(answer.status, 422, JSON.stringify([body, answer.body]));
    const [fault] = answer.body.detail;
    assert.deepEqual(fault.loc.map(String), loc, JSON.stringify(answer.body));
    assert.match(fault.msg, message);
  }
  const { incident_id: id } = await openedIncident(app);
  for (const body of [{}, { cause: 'x' }, { cause: 'x', remedy: '' }])
    assert.equal((await post(app, `/${id}/close`, body)).status, 422, JSON.stringify(body));
  assert.equal((await patch(app, id, { version: 7, title: 'x' })).body.code, 'incident_changed');
  assert.equal((await patch(app, 'inc_000000000000000000000000', { title: 'x' })).status, 404);
  assert.equal((await ask(app, 'a', `${INCIDENTS}/%00`)).status, 404);
});

testAsTenant('takes-a-time-that-a-person-noted-to-the-minute', async ({ app, service }) => {
  const minute = Math.floor(service.clock.now() / MINUTE_MS) * MINUTE_MS - MINUTE_MS;
  const told = [{ who: 'The customer', how: 'By telephone', at: iso(minute) }];
  const times = { happened_at: iso(minute + 400), noticed_at: iso(minute), told };
  const opened = await post(app, '', { title: 'x', severity: 'minor', ...times });
  assert.equal(opened.status, 201, JSON.stringify(opened.body));
});

testAsTenantOnEachDatabase('of-many-who-close-an-incident-at-once-one-does', async ({ app }) => {
  const { incident_id: id } = await openedIncident(app);
  const closing = Array.from({ length: 8 }, (_, place) =>
    post(app, `/${id}/close`, { cause: `Cause ${place}`, remedy: 'r' }),
  );
  const telling = Array.from({ length: 4 }, (_, place) => patch(app, id, { description: `By ${place}` }));
  const statuses = (await Promise.all(closing)).map(({ status }) => status).sort();
  assert.deepEqual(statuses, [200, ...Array.from({ length: 7 }, () => 409)]);
  for (const { status } of await Promise.all(telling))
    assert.ok(status === 200 || status === 409, `${status}`);
  const { history, version } = await askOk(app, 'a', `${INCIDENTS}/${id}`);
  assert.equal(history.length, version);
  await assertTrue(app);
});

testAsTenantOnEachDatabase('lists-by-state-severity-and-record-page-by-page', async ({ app }) => {
  const [one, two] = [await recorded(app), await recorded(app)];
  const first = await openedIncident(app, { records: [one] });
  const second = await openedIncident(app, { severity: 'major', records: [one, two] });
  const third = await closedIncident(app);
  const listed = async (query: string) =>
    (await askOk(app, 'a', `${INCIDENTS}${query}`)).items.map(
      (each: { incident_id: string }) => each.incident_id,
    );
  const ids = [third, second, first].map(({ incident_id }) => incident_id);
  assert.deepEqual(await listed(''), ids);
  assert.deepEqual(await listed('?status=closed'), [ids[0]]);
  assert.deepEqual(await listed('?severity=major'), [ids[1]]);
  assert.deepEqual(await listed(`?evidence_id=${one}`), [ids[1], ids[2]]);
  assert.deepEqual(await listed(`?evidence_id=${two}`), [ids[1]]);
  const page = await askOk(app, 'a', `${INCIDENTS}?limit=2`);
  assert.deepEqual(await listed(`?limit=2&cursor=${page.next_cursor}`), [ids[2]]);
  assert.equal((await ask(app, 'a', `${INCIDENTS}?status=open&cursor=${page.next_cursor}`)).status, 422);
});

testAsTenant('another-tenant-and-the-sandbox-see-none', async ({ app, service, sandboxKey }) => {
  const { incident_id: id } = await openedIncident(app);
  const other = await keyHolder(service, `other-${id.slice(4, 20)}`);
  for (const key of [other.secret, sandboxKey]) {
    assert.deepEqual((await askOk(app, 'a', INCIDENTS, { key })).items, []);
    assert.equal((await ask(app, 'a', `${INCIDENTS}/${id}`, { key })).status, 404);
    assert.equal((await post(app, `/${id}/close`, { cause: 'c', remedy: 'r' }, { key })).status, 404);
  }
});

testAsTenant('viewers-see-no-texts-and-only-writers-change', async ({ app, service, name }) => {
  const at = iso(service.clock.now());
  const told = [{ who: 'zebra-who', how: 'zebra-how', at }];
  const { incident_id: id } = await openedIncident(app, { title: 'zebra-title', description: 'zebra', told });
  await post(app, `/${id}/close`, { cause: 'zebra-cause', remedy: 'zebra-remedy' });
  await post(app, `/${id}/reopen`, { reason: 'zebra-reason' });
  for (const role of ['viewer', 'auditor', 'approver', 'admin'] as const) {
    const { headers } = await signedIn(service, name, role);
    const call = { key: null, headers };
    const sees = role !== 'viewer';
    for (const url of [INCIDENTS, `${INCIDENTS}/${id}`]) {
      const { status, body } = await ask(app, 'a', url, call);
      assert.deepEqual([status, JSON.stringify(body).includes('zebra')], [200, sees], role);
    }
    const may = role === 'admin' ? 201 : 403;
    assert.equal((await post(app, '', { title: 't', severity: 'minor' }, call)).status, may, role);
  }
});

/** Serious incidents are due as the EU AI Act says, and the tenant's contact is told in time. */
import assert from 'node:assert/strict';
import { dueIncidentsChore } from '@assize/service/incidents/due.ts';
import { testOnEachDatabase } from './support/databases/databases.ts';
import { redactWhole } from './support/evidence/removals.ts';
import { eventsSent } from './support/governance/governance.ts';
import { INCIDENTS, openedIncident, changedIncident as patch } from './support/governance/incidents.ts';
import { askOk, assertTrue } from './support/http/in-process.ts';
import { testAsTenant } from './support/people/tenants.ts';
import { mailingService, startMailServer } from './support/webhooks/mail.ts';

const DAY_MS = 86_400_000;
const iso = (ms: number) => new Date(ms).toISOString();

testAsTenant('a-serious-incident-is-due-as-article-73-says', async ({ app, service }) => {
  const noticed = service.clock.now() - 1000;
  const at = { happened_at: iso(noticed), noticed_at: iso(noticed) };
  const table: [harms: string[], days: number][] = [
    [['health'], 15],
    [['fundamental_rights', 'property_or_environment'], 15],
    [['health', 'death'], 10],
    [['critical_infrastructure'], 2],
    [['death', 'widespread_infringement'], 2],
  ];
  for (const [harms, days] of table) {
    const { report } = await openedIncident(app, { ...at, severity: 'serious', harms });
    assert.deepEqual(
      report,
      { state: 'due', due_at: iso(noticed + days * DAY_MS), reported_at: null },
      `${harms}`,
    );
  }
  const early = iso(noticed - 11 * DAY_MS);
  const times = { happened_at: early, noticed_at: early };
  const { incident_id: id, report } = await openedIncident(app, {
    ...times,
    severity: 'serious',
    harms: ['death'],
  });
  assert.equal(report.state, 'overdue');
  const told = { who: 'The authority', how: 'By its form', authority: true };
  const late = await patch(app, id, { told: [{ ...told, at: iso(noticed) }] });
  assert.deepEqual([late.body.report.state, late.body.report.reported_at], ['late', iso(noticed)]);
  const inTime = await patch(app, id, { harms: ['health'] });
  assert.equal(inTime.body.report.state, 'in_time');
  const minor = await patch(app, id, { severity: 'minor', harms: [] });
  assert.deepEqual(minor.body.report, { state: 'none', due_at: null, reported_at: iso(noticed) });
});

testAsTenant('redaction-empties-the-texts-and-keeps-the-duty', async ({ app, service }) => {
  const at = service.clock.now() - 1000;
  const told = [{ who: 'The authority', how: 'Its form', at: iso(at), authority: true }];
  const serious = { severity: 'serious', harms: ['health'], told, happened_at: iso(at), noticed_at: iso(at) };
  const { incident_id: id, evidence_id } = await openedIncident(app, { title: 'secret', ...serious });
  await redactWhole(app, evidence_id);
  const emptied = await askOk(app, 'a', `${INCIDENTS}/${id}`);
  assert.deepEqual([emptied.title, emptied.told, emptied.report.state], ['', [], 'in_time']);
  await assertTrue(app);
  const changed = await patch(app, id, { description: 'What is left to say' });
  assert.deepEqual([changed.status, changed.body.report.state], [200, 'in_time']);
  await assertTrue(app);
});

testOnEachDatabase('warns-a-day-before-a-report-is-due-and-once-it-is-overdue', async (location, t) => {
  const server = await startMailServer(t);
  const one = await mailingService(t, location, server.url);
  const two = await mailingService(t, location, server.url);
  const { app, service } = one;
  const noticed = service.clock.now();
  const times = { happened_at: iso(noticed), noticed_at: iso(noticed) };
  const { incident_id } = await openedIncident(app, { ...times, severity: 'serious', harms: ['death'] });
  const told = await openedIncident(app, { ...times, severity: 'serious', harms: ['death'] });
  const authority = { who: 'The authority', how: 'Its form', at: iso(noticed), authority: true };
  await patch(app, told.incident_id, { told: [authority] });
  await openedIncident(app, times);
  const never = new AbortController().signal;
  const look = async (ms: number) => {
    const at = { ...service.clock, now: () => noticed + ms };
    const run = (service: typeof one.service) => dueIncidentsChore({ ...service, clock: at }).run(never);
    await Promise.all([run(one.service), run(two.service)]);
    await run(one.service);
    return (await eventsSent(service, 'incident.due')).map(({ overdue }) => overdue);
  };
  assert.deepEqual(await look(8 * DAY_MS), []);
  assert.deepEqual(await look(9 * DAY_MS), [false]);
  assert.deepEqual(await look(10 * DAY_MS), [false, true]);
  assert.deepEqual(await look(11 * DAY_MS), [false, true]);
  const due_at = iso(noticed + 10 * DAY_MS);
  for (const data of await eventsSent(service, 'incident.due'))
    assert.deepEqual(
      { ...data, overdue: null },
      { incident_id, severity: 'serious', report_due_at: due_at, overdue: null },
    );
  const { items } = await askOk(app, 'a', '/api/v1/notices');
  assert.deepEqual(items.map(({ kind }: { kind: string }) => kind).sort(), [
    'incident_due',
    'incident_overdue',
  ]);
  one.move(12 * DAY_MS);
  await one.send();
  const subjects = server.received.map(({ subject }) => subject).sort();
  assert.deepEqual(subjects, [
    'Report a serious incident within 24 hours (default)',
    'Report of a serious incident is overdue (default)',
  ]);
  for (const { text } of server.received)
    assert.match(text ?? '', new RegExp(`/incidents/${incident_id}\\s`));
});

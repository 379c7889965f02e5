/** Daily usage events: one for each day with usage, with the lines of the export, on any number of nodes. */
import assert from 'node:assert/strict';
import { monthOf, startOfMonth } from '@assize/service/foundation/month.ts';
import { findTenant } from '@assize/service/tenants/index.ts';
import { closesAt } from '@assize/service/usage/account/index.ts';
import { cloudEventOf, linesOfMonth, reportChore } from '@assize/service/usage/export/index.ts';
import type { Service } from '@assize/service/wiring.ts';
import { serviceWithClock } from './support/approvals/approvals.ts';
import { testOnEachDatabase } from './support/databases/databases.ts';
import { ask, evaluate, openWithoutHttp, SANDBOX_KEY } from './support/http/in-process.ts';
import { evaluateMany } from './support/truth/truth.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const LEASE_AND_MORE_MS = 3 * 60_000;
const PLAIN = { action: 'email.send', context: {} };

testOnEachDatabase('reports-each-day-with-usage-once', async (location, t) => {
  const moved = await serviceWithClock(t, location);
  const { service, app } = moved;
  const { service: other } = await openWithoutHttp(t, location);
  const month = monthOf(service.clock.now()) + 1;
  const moveTo = (ms: number) => moved.move(ms - service.clock.now());
  // So far ahead that it takes the other's lease: both are working.
  const ahead = { ...service.clock, now: () => service.clock.now() + LEASE_AND_MORE_MS };
  const look = async () => {
    await Promise.all([lookFrom(service), lookFrom({ ...other, clock: ahead })]);
    await service.db.deleteFrom('leases').where('name', '=', 'report usage').execute();
  };

  const eve = startOfMonth(month + 1) - 4 * DAY_MS;
  moveTo(eve + 1000);
  await look();
  assert.deepEqual(await reported(service), [], 'nothing was used');
  await evaluateMany(service, 3);
  await evaluate(app, 'a', PLAIN, { key: SANDBOX_KEY });
  await ask(app, 'a', '/api/v1/core/governance/simulate', { body: PLAIN });
  for (const ms of [2000, DAY_MS, DAY_MS + HOUR_MS - 5 * 60_000]) {
    moveTo(eve + ms);
    await look();
  }
  assert.deepEqual(await reported(service), [], 'the day is not over for an hour');
  moveTo(eve + DAY_MS + HOUR_MS);
  await look();
  await look();
  const [first, ...more] = await reported(service);
  assert.deepEqual(
    { period: first?.period, more },
    { period: new Date(eve).toISOString().slice(0, 10), more: [] },
  );
  assert.deepEqual(Object.keys(first ?? {}), ['period', 'usage']);
  await evaluateMany(service, 2);
  // Two days pass without the chore, the second without usage.
  moveTo(closesAt(month));
  await look();
  await look();
  const shown = await reported(service);
  assert.equal(shown.length, 3);
  assert.deepEqual(shown[0], first);
  const { tenantId } = await findTenant(service.db, 'default');
  const lines = await linesOfMonth(service, tenantId, month);
  assert.deepEqual(
    shown.sort((one, another) => (one.period < another.period ? -1 : 1)).flatMap(({ usage }) => usage),
    lines.map((line) => cloudEventOf(line, tenantId)),
  );
  assert.equal(lines.length, 6, 'two days of two meters, then calls and storage of the month');
  await evaluateMany(service, 1);
  moveTo(startOfMonth(month + 1) + 8 * DAY_MS + HOUR_MS);
  await look();
  assert.equal((await reported(service)).length, 3, 'it was more than a week ago');
});

/** Looks like a node that has just started. */
async function lookFrom(service: Service): Promise<void> {
  await reportChore(service).run(new AbortController().signal);
}

async function reported({ db }: Service): Promise<{ period: string; usage: object[] }[]> {
  const rows = await db
    .selectFrom('events')
    .select('data')
    .where('type', '=', 'usage.reported')
    .orderBy('event_id')
    .execute();
  return rows.map(({ data }) => JSON.parse(data));
}

/** Events of a day's usage: one for each day on which something was used, with the lines of the export, whoever looks. */
import assert from 'node:assert/strict';
import { findTenant } from '@assize/service/tenants/index.ts';
import {
  closesAt,
  cloudEventOf,
  linesOfMonth,
  monthOf,
  reportChore,
  startOf,
} from '@assize/service/usage/index.ts';
import type { House } from '@assize/service/wiring.ts';
import { houseWithClock } from './support/approvals.ts';
import { testOnEachDatabase } from './support/databases.ts';
import { ask, evaluate, openTestHouse, SANDBOX_KEY } from './support/house.ts';
import { evaluateMany } from './support/truth.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const LEASE_AND_MORE_MS = 3 * 60_000;
const PLAIN = { action: 'email.send', context: {} };

testOnEachDatabase('tells-once-of-each-day-on-which-something-was-used', async (location, t) => {
  const moved = await houseWithClock(t, location);
  const { house, app } = moved;
  const { house: other } = await openTestHouse(t, location);
  const month = monthOf(house.clock.now()) + 1;
  const moveTo = (ms: number) => moved.move(ms - house.clock.now());
  // So far ahead that it takes the lease of the other one: both are at it.
  const ahead = { ...house.clock, now: () => house.clock.now() + LEASE_AND_MORE_MS };
  const look = async () => {
    await Promise.all([lookFrom(house), lookFrom({ ...other, clock: ahead })]);
    await house.db.deleteFrom('leases').where('name', '=', 'report usage').execute();
  };

  const eve = startOf(month + 1) - 4 * DAY_MS;
  moveTo(eve + 1000);
  await look();
  assert.deepEqual(await reported(house), [], 'nothing was used');
  await evaluateMany(house, 3);
  await evaluate(app, 'a', PLAIN, { key: SANDBOX_KEY });
  await ask(app, 'a', '/api/v1/core/governance/simulate', { body: PLAIN });
  for (const ms of [2000, DAY_MS, DAY_MS + HOUR_MS - 5 * 60_000]) {
    moveTo(eve + ms);
    await look();
  }
  assert.deepEqual(await reported(house), [], 'the day is not over for an hour');
  moveTo(eve + DAY_MS + HOUR_MS);
  await look();
  await look();
  const [first, ...more] = await reported(house);
  assert.deepEqual([first?.period, more], [new Date(eve).toISOString().slice(0, 10), []]);
  assert.deepEqual(Object.keys(first ?? {}), ['period', 'usage']);
  await evaluateMany(house, 2);
  // Two days pass on which nobody looks, and nobody uses anything on the second.
  moveTo(closesAt(month));
  await look();
  await look();
  const told = await reported(house);
  assert.equal(told.length, 3);
  assert.deepEqual(told[0], first);
  const { tenantId } = await findTenant(house.db, 'default');
  const lines = await linesOfMonth(house, tenantId, month);
  assert.deepEqual(
    told.sort((one, another) => (one.period < another.period ? -1 : 1)).flatMap(({ usage }) => usage),
    lines.map((line) => cloudEventOf(line, tenantId)),
  );
  assert.equal(lines.length, 6, 'two days of two meters, then calls and storage of the month');
  await evaluateMany(house, 1);
  moveTo(startOf(month + 1) + 8 * DAY_MS + HOUR_MS);
  await look();
  assert.equal((await reported(house)).length, 3, 'it is longer ago than a week');
});

/** As a node that has just been started. */
async function lookFrom(house: House): Promise<void> {
  await reportChore(house).run(new AbortController().signal);
}

async function reported({ db }: House): Promise<{ period: string; usage: object[] }[]> {
  const rows = await db
    .selectFrom('events')
    .select('data')
    .where('type', '=', 'usage.reported')
    .orderBy('event_id')
    .execute();
  return rows.map(({ data }) => JSON.parse(data));
}

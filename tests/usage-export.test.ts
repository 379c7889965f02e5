/** Usage for a billing system: lines that add up to the counters, have stable ids, and never change. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { blockSummariser } from '@assize/service/evidence/search/index.ts';
import { Failure } from '@assize/service/foundation/failure.ts';
import { METERS } from '@assize/service/foundation/meters.ts';
import { monthName, monthOf, startOfMonth } from '@assize/service/foundation/month.ts';
import { chainOf, findTenant } from '@assize/service/tenants/index.ts';
import { closesAt } from '@assize/service/usage/account/index.ts';
import { linesOfMonth, type UsageLine } from '@assize/service/usage/export/index.ts';
import { usedIn } from '@assize/service/usage/index.ts';
import type { Service } from '@assize/service/wiring.ts';
import { serviceWithClock } from './support/approvals/approvals.ts';
import { dataDirFor, testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { ask, evaluate, openWithoutHttp, SANDBOX_KEY, startTestService } from './support/http/in-process.ts';
import { assize } from './support/processes/command.ts';
import { evaluateMany } from './support/truth/truth.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const PLAIN = { action: 'email.send', context: {} };
const SIMULATE = '/api/v1/core/governance/simulate';

testOnEachDatabase('exports-lines-that-add-up-to-the-counters', async (location, t) => {
  const moved = await serviceWithClock(t, location);
  const { service, app } = moved;
  const month = monthOf(service.clock.now()) + 1;
  const moveTo = (ms: number) => moved.move(ms - service.clock.now());
  const { tenantId } = await findTenant(service.db, 'default');
  const chain = await chainOf(service.db, tenantId, 'production');
  const taken: UsageLine[] = [];
  const take = async () => {
    const lines = await linesOfMonth(service, tenantId, month);
    for (const line of taken) {
      const found = lines.find(({ id }) => id === line.id);
      assert.deepEqual(found, line, 'everything that was taken is still there');
    }
    taken.push(...lines.filter(({ id }) => !taken.some((line) => line.id === id)));
    return lines;
  };

  moveTo(startOfMonth(month) - HOUR_MS);
  await evaluateMany(service, 30);
  moveTo(startOfMonth(month) + 1000);
  await evaluateMany(service, 2000);
  assert.deepEqual(await take(), [], 'no day is over');
  // One block of 2,048 has artifacts of two months and two days.
  moveTo(startOfMonth(month) + DAY_MS + 1000);
  await evaluateMany(service, 300);
  assert.deepEqual(await take(), [], 'not all of the first day need be counted yet');
  moveTo(startOfMonth(month) + DAY_MS + HOUR_MS);
  await appendCheck(service, chain);
  await evaluate(app, 'a', PLAIN, { key: SANDBOX_KEY });
  for (let asked = 0; asked < 3; asked += 1) await ask(app, 'a', SIMULATE, { body: PLAIN });
  assert.deepEqual(
    (await take()).map(({ id }) => id.slice('chn_012345678901/'.length)),
    ['governance_evaluations', 'evidence_emissions'].map((meter) => `${meter}/${monthName(month)}-01`),
  );
  moveTo(startOfMonth(month + 1) - HOUR_MS);
  await evaluateMany(service, 7);
  moveTo(startOfMonth(month + 1));
  await evaluateMany(service, 5);
  await take();
  assert.equal(taken.length, 5, 'of the last day, and of calls and storage, nothing is final yet');

  moveTo(closesAt(month));
  const lines = await take();
  await blockSummariser(service.db)();
  assert.deepEqual(await take(), lines, 'a summary says the same as its artifacts');
  const used = await usedIn(service.db, chain, month);
  for (const meter of METERS) {
    const sum = lines.reduce((so, line) => so + (line.meter === meter ? line.value : 0), 0);
    assert.equal(sum, used[meter], meter);
  }
  assert.equal(used.governance_evaluations, 2307);
  assert.equal(used.compliance_checks, 1);
  assert.equal(used.core_api_calls, 3);
  assert.deepEqual(daysOf(lines), await daysOnRecord(service, chain, month));
  assert.equal(new Set(lines.map(({ id }) => id)).size, lines.length);
  assert.ok(lines.every(({ id, value }) => id.length <= 100 && Number.isSafeInteger(value) && value > 0));
  assert.equal((await linesOfMonth(service, tenantId, month - 1))[0]?.value, 30);
});

testOnOneDatabase('refuses-lines-that-would-not-add-up-to-the-invoice', async (location, t) => {
  const moved = await serviceWithClock(t, location);
  const { service } = moved;
  await evaluateMany(service, 3);
  const { tenantId } = await findTenant(service.db, 'default');
  await service.db.updateTable('usage_counters').set({ evaluations: 4 }).execute();
  const month = monthOf(service.clock.now());
  moved.move(closesAt(month) - service.clock.now());
  await assert.rejects(
    () => linesOfMonth(service, tenantId, month),
    (error) => error instanceof Failure && /4 governance evaluations are invoiced, and 3/.test(error.message),
  );
});

testOnOneDatabase('writes-usage-as-cloud-events', async (location, t) => {
  const { service, app } = await startTestService(t, location);
  await evaluateMany(service, 4);
  await ask(app, 'a', SIMULATE, { body: PLAIN });
  const { tenantId } = await findTenant(service.db, 'default');
  const month = monthOf(service.clock.now());
  const offset = closesAt(month) + HOUR_MS - service.clock.now();
  const closed = { ASSIZE_TEST_CLOCK_OFFSET_MS: String(offset) };
  const words = ['usage', 'export', 'default'];

  const { code, stdout, stderr } = await assize(location, words, closed);
  assert.equal(stderr, `Wrote 4 lines of ${monthName(month)}: all of the month.\n`);
  assert.equal(code, 0);
  const events = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const bytes = events.at(-1)?.data.value;
  assert.ok(Number.isSafeInteger(bytes) && bytes > 0);
  const chain = `chn_${(await chainOf(service.db, tenantId, 'production')).toString(16).padStart(12, '0')}`;
  const today = Math.floor(service.clock.now() / DAY_MS) * DAY_MS;
  const day = { name: new Date(today).toISOString().slice(0, 10), from: today, to: today + DAY_MS };
  const whole = { name: monthName(month), from: startOfMonth(month), to: startOfMonth(month + 1) };
  const expected = [
    { type: 'governance_evaluations', period: day, value: 4, unit: 'evaluation' },
    { type: 'evidence_emissions', period: day, value: 4, unit: 'emission' },
    { type: 'core_api_calls', period: whole, value: 1, unit: 'call' },
    { type: 'evidence_storage', period: whole, value: bytes, unit: 'byte' },
  ];
  assert.deepEqual(
    events,
    expected.map((line) => eventOf(chain, tenantId, line)),
  );

  const file = path.join(dataDirFor(location), 'usage.jsonl');
  const toFile = [...words, '--month', monthName(month), '--format', 'cloudevents', '--output', file];
  assert.deepEqual(await assize(location, toFile, closed), {
    code: 0,
    stdout: '',
    stderr: `Wrote 4 lines of ${monthName(month)} to ${file}: all of the month.\n`,
  });
  assert.equal(readFileSync(file, 'utf8'), stdout, 'the same, whenever it is asked for');
  const again = await assize(location, toFile, closed);
  assert.equal(again.stderr, `${file} already exists: name another with --output, or pass --overwrite.\n`);
  assert.equal(again.code, 1);
  assert.equal((await assize(location, [...toFile, '--overwrite'], closed)).code, 0);
  assert.equal(readFileSync(file, 'utf8'), stdout);
});

testOnOneDatabase('names-the-usage-that-cannot-be-exported', async (location, t) => {
  const { service } = await openWithoutHttp(t, location);
  await evaluateMany(service, 1);
  const month = monthOf(service.clock.now());
  const name = monthName(month);
  const exportOf = async (words: string) => {
    const { code, stdout, stderr } = await assize(location, ['usage', 'export', ...words.split(' ')]);
    assert.equal(stdout, '');
    return { code, words: stderr.trimEnd() };
  };
  for (const bad of ['2026-13', '26-01', '2026-01-01']) {
    const { code, words } = await exportOf(`default --month ${bad}`);
    assert.equal(code, 2, bad);
    assert.match(words, /Write a month as 2026-10/);
  }
  assert.equal((await exportOf('default --format csv')).code, 2);
  assert.deepEqual(await exportOf('unknown'), { code: 1, words: 'There is no tenant named unknown.' });
  assert.deepEqual(await exportOf(`default --month ${monthName(month + 1)}`), {
    code: 1,
    words: `${monthName(month + 1)} has not begun.`,
  });
  for (const early of ['0000-01', monthName(month - 1)]) {
    assert.deepEqual(await exportOf(`default --month ${early}`), {
      code: 1,
      words: `This account began in ${name}.`,
    });
  }
  const closes = new Date(closesAt(month)).toISOString();
  assert.deepEqual(await exportOf(`default --month ${name}`), {
    code: 0,
    words: `Wrote 0 lines of ${name}, for the days that are over. From ${closes} on, the month is closed, and calls and storage are included.`,
  });
});

interface ExpectedLine {
  type: string;
  period: { name: string; from: number; to: number };
  value: number;
  unit: string;
}

function eventOf(chain: string, subject: string, { type, period, value, unit }: ExpectedLine) {
  const [from, to, time] = [period.from, period.to, period.to - 1].map((ms) => new Date(ms).toISOString());
  return {
    specversion: '1.0',
    id: `${chain}/${type === 'evidence_storage' ? 'evidence_storage_gb' : type}/${period.name}`,
    source: `assize/${chain}`,
    type: `assize.usage.${type}`,
    subject,
    time,
    datacontenttype: 'application/json',
    data: { value, unit, from, to },
  };
}

/** Appends one directly, because nothing makes one yet. */
async function appendCheck({ appender, ids, clock }: Service, chain: number): Promise<void> {
  const created_at = clock.now();
  const id = ids.ordered('ev', created_at);
  const artifact = { id, action: null, verdict: null, actor: 'test', created_at, payload: '{}' };
  await appender.append({ chain, artifact: { ...artifact, artifact_type: 'compliance_check' } });
}

/** The number per meter of evidence, by day. */
type ByDay = Record<string, number>;

function daysOf(lines: readonly UsageLine[]): ByDay {
  const daily = lines.filter(({ from, to }) => to - from === DAY_MS);
  return Object.fromEntries(daily.map(({ meter, from, value }) => [`${meter} ${from}`, value]));
}

async function daysOnRecord({ db }: Service, chain: number, month: number): Promise<ByDay> {
  const rows = await db
    .selectFrom('artifacts')
    .select(['created_at', 'artifact_type'])
    .where('chain', '=', chain)
    .where('created_at', '>=', startOfMonth(month))
    .where('created_at', '<', startOfMonth(month + 1))
    .execute();
  const days: ByDay = {};
  const add = (meter: string, ms: number) => {
    const key = `${meter} ${Math.floor(ms / DAY_MS) * DAY_MS}`;
    days[key] = (days[key] ?? 0) + 1;
  };
  for (const { created_at, artifact_type } of rows) {
    add('evidence_emissions', created_at);
    if (artifact_type === 'governance_eval') add('governance_evaluations', created_at);
    if (artifact_type === 'compliance_check') add('compliance_checks', created_at);
  }
  return days;
}

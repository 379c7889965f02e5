/** Uses a service with two more meters, and prints its answers. The argument is the path of the database. */
import type { TestContext } from 'node:test';
import { meteredByDay } from '@assize/service/evidence/statistics/index.ts';
import { dayOf } from '@assize/service/foundation/clock.ts';
import type { Failure } from '@assize/service/foundation/failure.ts';
import { type CallMeter, METERS, type Meter } from '@assize/service/foundation/meters.ts';
import { readAccount, runningOf } from '@assize/service/usage/account/index.ts';
import { cloudEventOf } from '@assize/service/usage/export/index.ts';
import { countCall, usedIn } from '@assize/service/usage/index.ts';
import { invoiceCsv } from '@assize/service/usage/invoices/index.ts';
import { ask, evaluate, startTestService } from '../../support/http/in-process.ts';
import { untilTakenUp } from '../../support/truth/truth-parts.ts';

const [, , path = ''] = process.argv;
const ending: (() => unknown)[] = [];
const t = { after: (end: () => unknown) => void ending.unshift(end) } as unknown as TestContext;
const { service, app } = await startTestService(t, { kind: 'sqlite', path }, { ASSIZE_INIT_TIER: 'free' });
const { chain, tenant_id } = await service.db
  .selectFrom('chains')
  .select(['chain', 'tenant_id'])
  .where('environment', '=', 'production')
  .executeTakeFirstOrThrow();

const answers: { status: number; type: unknown; detail: unknown }[] = [];
for (let place = 0; place < 3; place += 1) {
  const { body: evaluated } = await evaluate(app, 'a', { action: 'invoice.read', context: {} });
  const executed_at = new Date(service.clock.now()).toISOString();
  const outcome = { action: 'invoice.read', context: {}, outcome: 'success', executed_at };
  const body = { ...outcome, evaluation_id: evaluated.evidence_id };
  const { status, headers, body: answer } = await ask(app, 'a', '/api/v1/evidence/outcomes', { body });
  answers.push({ status, type: headers['x-usage-type'], detail: answer.detail });
}
const quota = await service.quotas.of({ environment: 'production', tenantId: tenant_id, chain });
const count = () => countCall(service, { chain, member: null } as never, 'dry_runs' as CallMeter, quota);
await count();
const refused = await count().catch((error: unknown) => (error as Failure).publicMessage);

await untilTakenUp(service);
const nowMs = service.clock.now();
const statement = runningOf(await readAccount(service.db, tenant_id, nowMs));
const invoice = { number: 'n', tenant: { id: tenant_id, name: 'acme' }, closedAt: nowMs, statement };
const [day] = (
  await meteredByDay(service.db, chain, { from: dayOf(nowMs) - 1, to: dayOf(nowMs) + 1 })
).values();
const { gaps } = await service.truth.verify(chain);
const { body: description } = await ask(app, 'a', '/openapi.json', { key: null });
const line = { id: `${chain}/x`, meter: 'outcome_reports' as Meter, value: 2, from: 0, to: 1 };
console.log(
  JSON.stringify({
    meters: METERS,
    answers,
    refused,
    summary: (await ask(app, 'a', '/api/v1/usage/summary')).body.usage,
    used: await usedIn(service.db, chain, statement.month),
    day,
    csv: (await invoiceCsv(invoice)).split('\r\n').filter((row) => /outcome_reports|dry_runs/.test(row)),
    event: cloudEventOf(line, tenant_id),
    gaps,
    described: ['outcome_report', 'outcome_reports', 'dry_run', 'dry_runs'].filter((name) =>
      JSON.stringify(description).includes(`"${name}"`),
    ),
  }),
);
for (const end of ending) await end();

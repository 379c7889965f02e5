/**
 * Runs in a copy of the sources with the recipes of CONTRIBUTING.md applied: uses each thing that they add, and
 * prints what a user sees. The argument is the path of the database.
 */
import type { TestContext } from 'node:test';
import type { NoticeKind } from '@assize/service/events/index.ts';
import { letterOf } from '@assize/service/notices/letters/texts.ts';
import { sql } from 'kysely';
import { ask, evaluate, startTestService } from '../../support/http/in-process.ts';

const [, , path = ''] = process.argv;
const ending: (() => unknown)[] = [];
const t = { after: (end: () => unknown) => void ending.unshift(end) } as unknown as TestContext;
const { service, app } = await startTestService(t, { kind: 'sqlite', path });
const { db, ids, clock } = service;
const { chain, tenant_id: tenantId } = await db
  .selectFrom('chains')
  .select(['chain', 'tenant_id'])
  .where('environment', '=', 'production')
  .executeTakeFirstOrThrow();

const night = { action: 'payment.send', context: { is_night: true } };
const answers = [(await evaluate(app, 'a', night)).body, (await evaluate(app, 'b', night)).body];
const [judged] = answers;
const executed_at = new Date(clock.now()).toISOString();
const outcome = { ...night, outcome: 'success', executed_at, evaluation_id: judged.evidence_id };
await ask(app, 'a', '/api/v1/evidence/outcomes', { body: outcome });
const sound = await service.truth.verify(chain);

const drill = { chain, drill_id: 'drl_1', evidence_id: 'ev', at: clock.now() };
const written = (module: string) => import(`@assize/service/notices/${module}.ts`);
await (await written('drill-held')).tellOfDrill(db, ids, drill);
const { remindOfDrill } = await written('drill-due');
const { at, drill_id } = drill;
const isNew = [
  await remindOfDrill(db, { tenantId, chain, drill_id, at }),
  await remindOfDrill(db, { tenantId, chain, drill_id, at }),
];
await sql`INSERT INTO drills (chain, drill_id, evidence_id) VALUES (${chain}, 'drl_1', 'ev_none')`.execute(
  db,
);
const { gaps } = await service.truth.verify(chain);

const kinds = (await ask(app, 'a', '/api/v1/notices')).body.items as { kind: string }[];
const notices = kinds.map(({ kind }) => kind);
// An event is listed once a chore has numbered it.
let events: unknown[] = [];
for (let tries = 0; tries < 200 && events.length === 0; tries += 1) {
  await new Promise((resolve) => setTimeout(resolve, 50));
  const { items } = (await ask(app, 'a', '/api/v1/events?after=0&types=drill.held')).body;
  events = items.map(({ data }: { data: unknown }) => data);
}

const addressee = { tenant: 'acme', environment: 'production', baseUrl: 'http://localhost', nowMs: 0 };
console.log(
  JSON.stringify({
    verdicts: answers.map(({ verdict }) => verdict.toLowerCase()),
    remedies: judged.remedies.map(({ law_id }: { law_id: string }) => law_id),
    tiers: await ask(app, 'a', '/api/v1/tiers').then(({ status, body }) => ({ status, body })),
    used: (await ask(app, 'a', '/api/v1/usage/summary')).body.usage.outcome_reports?.used,
    events,
    isNew,
    notices: notices.filter((kind) => kind === 'drill_due'),
    subject: letterOf('drill_due' as NoticeKind, addressee, [{ drill_id }]).subject,
    sound: sound.gaps.map(({ what }) => what),
    gaps: gaps.map(({ what }) => what),
  }),
);
for (const end of ending) await end();

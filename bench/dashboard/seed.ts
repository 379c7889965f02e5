/**
 * Fills an empty data folder with sixty days of a believable tenant, through the service's own HTTP application:
 * `node bench/dashboard/seed.ts --data ./seeded --artifacts 20000`. It prints the keys. The same number of artifacts gives
 * the same story.
 */
import { parseArgs } from 'node:util';
import { drawFrom } from '../fill/requests.ts';
import { ACTS } from './governing.ts';
import { moveTime } from './moved-time.ts';
import { openService, type SeededService } from './service.ts';
import { Traffic } from './traffic.ts';

const DAYS = 60;
const DAY_MS = 86_400_000;
const SEED = 16_2026;
/** Of a day. Each asks its questions at once. */
const LEAST_STEPS = 12;
const MOST_AT_ONCE = 100;
const SANDBOX_QUESTIONS = 40;
/** So that events, webhooks, trust and expiries keep up with a day that takes a second. */
const BREATH_MS = 20;
const LAST_BREATH_MS = 2000;

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: './seeded' },
    artifacts: { type: 'string', default: '20000' },
    database: { type: 'string' },
  },
});

async function seed(
  service: SeededService,
  artifacts: number,
  startsAt: number,
  moveTo: (at: number) => void,
) {
  const draw = drawFrom(SEED);
  const traffic = new Traffic(service, draw, { approvers: await approvers(service) });
  // A question brings more than its own record: outcomes, decisions, trust.
  let perQuestion = 1.5;
  let before = await service.artifacts();
  for (let day = 0; day < DAYS; day += 1) {
    for (const [when, act] of ACTS) if (when === day) await act(service);
    const questions = Math.round((artifacts - before) / (DAYS - day) / perQuestion);
    const steps = Math.max(LEAST_STEPS, Math.ceil(questions / MOST_AT_ONCE));
    for (let step = 0; step < steps; step += 1) {
      const at = startsAt + (day + (step + 0.5) / steps) * DAY_MS;
      moveTo(at);
      // Those who ask become fewer at night.
      const busy = 1 + 0.6 * Math.sin((2 * Math.PI * (at % DAY_MS)) / DAY_MS - Math.PI / 2);
      await traffic.step(Math.round((questions / steps) * busy), at);
      if (step % 6 === 0) await new Promise((resolve) => setTimeout(resolve, BREATH_MS));
    }
    const after = await service.artifacts();
    if (questions > 0) perQuestion = Math.max(1, (after - before) / questions);
    before = after;
    if (process.stderr.isTTY) process.stderr.write(`\rday ${day + 1} of ${DAYS}, ${after} artifacts`);
  }
  if (process.stderr.isTTY) process.stderr.write('\n');
}

async function approvers(service: SeededService): Promise<[string, string]> {
  const make = (name: string, more: object = {}) =>
    service.ask('POST', '/api/v1/api-keys', {
      name,
      environment: 'production',
      expires_in_days: null,
      ...more,
    });
  const scopes = ['evidence:read', 'evidence:write'];
  const [first, second] = [await make('Dana, on call', { scopes }), await make('Marek, finance', { scopes })];
  // Its end is near today, so there is a notice of it.
  await make('nightly export', { scopes: ['evidence:read'], expires_in_days: DAYS + 5 });
  const gone = await make('<b>old gateway</b>');
  await service.ask('DELETE', `/api/v1/api-keys/${gone.id}`);
  return [first.key, second.key];
}

async function sandbox(service: SeededService): Promise<void> {
  for (let place = 0; place < SANDBOX_QUESTIONS; place += 1) {
    const context = { risk_level: place % 4 === 0 ? 'high' : 'low' };
    const question = { action: 'email.send', agent_id: 'first-try', context };
    await service.ask('POST', '/sandbox/api/v1/core/governance/evaluate', question, service.sandbox);
  }
}

const startedAt = performance.now();
const endsAt = Date.now();
const startsAt = endsAt - DAYS * DAY_MS;
const time = moveTime(startsAt);
const service = await openService(values.data, values.database);
await seed(service, Number(values.artifacts), startsAt, time.moveTo);
time.moveTo(endsAt);
await sandbox(service);
// Failed deliveries are tried for the first time.
await new Promise((resolve) => setTimeout(resolve, LAST_BREATH_MS));
await service.close();
time.end();
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
console.log(`Seeded ${values.data} in ${seconds} s.`);
console.log(`production  ${service.production}`);
console.log(`sandbox     ${service.sandbox}`);
console.log(`Start it with: ASSIZE_DATA_DIR=${values.data} npm start`);

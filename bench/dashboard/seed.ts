/**
 * Fills an empty data folder with sixty days of a believable tenant, through the service's own HTTP application:
 * `node bench/dashboard/seed.ts --data ./seeded --artifacts 20000`. It prints the keys. The same number of artifacts gives
 * the same story.
 */
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { drawFrom } from '../draw.ts';
import { newKey } from '../servers/assize.ts';
import { type Ask, type InProcess, withInProcess } from '../servers/in-process.ts';
import { moveTime } from '../servers/moved-time.ts';
import { actOn } from './acts.ts';
import { Traffic } from './traffic.ts';

const DAYS = 60;
const DAY_MS = 86_400_000;
const SEED = 16_2026;
/** The steps of a day. Each asks its questions at once. */
const LEAST_STEPS = 12;
const MOST_AT_ONCE = 100;
const SANDBOX_QUESTIONS = 40;
/** A pause, so that events, webhooks, trust and expiries keep up with a day that takes a second. */
const BREATH_MS = 20;
const LAST_BREATH_MS = 2000;

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: './seeded' },
    artifacts: { type: 'string', default: '20000' },
    database: { type: 'string' },
  },
});
const folder = path.resolve(values.data);
if (existsSync(folder) && readdirSync(folder).length > 0) throw new Error(`${folder} is not empty`);
mkdirSync(folder, { recursive: true });

const startedAt = performance.now();
const endsAt = Date.now();
const startsAt = endsAt - DAYS * DAY_MS;
const time = moveTime(startsAt);
const [production, sandbox] = [newKey(), newKey()];
const environment = {
  ASSIZE_DATA_DIR: folder,
  ASSIZE_INIT_PRODUCTION_KEY: production,
  ASSIZE_INIT_SANDBOX_KEY: sandbox,
  ASSIZE_INIT_TENANT: 'northwind',
  ASSIZE_INIT_TIER: 'enterprise',
  ...(values.database !== undefined && { ASSIZE_DATABASE_URL: values.database }),
};
await withInProcess(environment, async (own) => {
  await seed(own, Number(values.artifacts));
  time.moveTo(endsAt);
  await askInSandbox(own.asking(sandbox));
  // Leaves time for the first attempts of the last deliveries.
  await sleep(LAST_BREATH_MS);
});
time.end();
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
console.log(`Seeded ${values.data} in ${seconds} s.
production  ${production}
sandbox     ${sandbox}
Start it with: ASSIZE_DATA_DIR=${values.data} npm start`);

async function seed({ service, asking }: InProcess, artifacts: number): Promise<void> {
  const draw = drawFrom(SEED);
  const ask = asking(production);
  const traffic = new Traffic(ask, draw, (await approverKeys(ask)).map(asking));
  const kept = new Map<string, string>();
  const { chain } = await service.authenticator.authenticate(production);
  const chains = service.db.selectFrom('chains').select('size').where('chain', '=', chain);
  const artifactsNow = async () => (await chains.executeTakeFirst())?.size ?? 0;
  // A question causes more than its own record: outcomes, decisions, trust.
  let perQuestion = 1.5;
  let before = await artifactsNow();
  for (let day = 0; day < DAYS; day += 1) {
    await actOn(day, ask, kept);
    const questions = Math.round((artifacts - before) / (DAYS - day) / perQuestion);
    const steps = Math.max(LEAST_STEPS, Math.ceil(questions / MOST_AT_ONCE));
    for (let step = 0; step < steps; step += 1) {
      const at = startsAt + (day + (step + 0.5) / steps) * DAY_MS;
      time.moveTo(at);
      // Agents ask less at night.
      const busy = 1 + 0.6 * Math.sin((2 * Math.PI * (at % DAY_MS)) / DAY_MS - Math.PI / 2);
      await traffic.step(Math.round((questions / steps) * busy), at);
      if (step % 6 === 0) await sleep(BREATH_MS);
    }
    const after = await artifactsNow();
    if (questions > 0) perQuestion = Math.max(1, (after - before) / questions);
    before = after;
    if (process.stderr.isTTY) process.stderr.write(`\rday ${day + 1} of ${DAYS}, ${after} artifacts`);
  }
  if (process.stderr.isTTY) process.stderr.write('\n');
}

async function approverKeys(ask: Ask): Promise<string[]> {
  const make = (name: string, more: object = {}) =>
    ask('POST', '/api/v1/api-keys', { name, environment: 'production', expires_in_days: null, ...more });
  const scopes = ['evidence:read', 'evidence:write'];
  const approvers = [await make('Dana, on call', { scopes }), await make('Marek, finance', { scopes })];
  // It expires soon after today, so there is a notice of that.
  await make('nightly export', { scopes: ['evidence:read'], expires_in_days: DAYS + 5 });
  const gone = await make('<b>old gateway</b>');
  await ask('DELETE', `/api/v1/api-keys/${gone.id}`);
  return approvers.map(({ key }) => key);
}

async function askInSandbox(ask: Ask): Promise<void> {
  for (let place = 0; place < SANDBOX_QUESTIONS; place += 1) {
    const context = { risk_level: place % 4 === 0 ? 'high' : 'low' };
    const question = { action: 'email.send', agent_id: 'first-try', context };
    await ask('POST', '/sandbox/api/v1/core/governance/evaluate', question);
  }
}

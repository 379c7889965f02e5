/** What the documentation shows as a session at a terminal is run, and prints what the documentation says. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { EVENT_TYPES, TEST_EVENT } from '@assize/service/events/index.ts';
import { METER, METERS } from '@assize/service/foundation/meters.ts';
import {
  BASE_MICRO_USD,
  MICRO_USD,
  ORCHESTRATION_RUN_MICRO_USD,
} from '@assize/service/usage/terms/prices.ts';
import { newDatabase, temporaryFolder } from './support/databases.ts';
import { PRODUCTION_KEY } from './support/in-process.ts';
import { environmentFor, spawnService } from './support/service.ts';

/** By what they need: nothing, or a service that nothing was asked of yet. */
const PAGES = {
  'docs/evidence.md': 'nothing',
  'docs/approvals.md': 'service',
  'docs/laws.md': 'service',
  'docs/policies.md': 'service',
  'docs/policy-language.md': 'nothing',
  'docs/policy-packs.md': 'service',
  'docs/webhooks.md': 'nothing',
  'docs/usage.md': 'service of a free tenant',
  'docs/restore.md': 'service',
} as const;
const SETTINGS = { service: {}, 'service of a free tenant': { ASSIZE_INIT_TIER: 'free' } };
/** Where the documentation says that it listens. */
const SAID_ADDRESS = 'http://localhost:8080';
const PACKS = path.join(import.meta.dirname, '../policy-packs');
const SESSION = /^```console\n([\s\S]*?)^```$/gm;

/** A command, with what it reads from lines below it, and what it is said to print. */
interface Step {
  command: string;
  printed: string;
}

for (const [page, need] of Object.entries(PAGES)) {
  test(`shows-in-${path.basename(page, '.md')}-what-really-happens`, async (t) => {
    const text = readFileSync(path.join(import.meta.dirname, '..', page), 'utf8');
    const steps = [...text.matchAll(SESSION)].flatMap(([, session = '']) => stepsOf(session));
    assert.ok(steps.length > 0);
    const folder = temporaryFolder();
    t.after(folder.remove);
    const mark = '--- end of step ---';
    symlinkSync(PACKS, path.join(folder.path, 'policy-packs'));
    const service = need === 'nothing' ? null : await startedService(t, SETTINGS[need]);
    const address = service?.baseUrl ?? SAID_ADDRESS;
    const script = steps.map(({ command }) => `${command}\necho '${mark}'`).join('\n');
    const run = spawnSync('bash', ['-c', script.replaceAll(SAID_ADDRESS, address)], {
      cwd: folder.path,
      encoding: 'utf8',
      env: { ...process.env, ...service?.environment, KEY: PRODUCTION_KEY },
    });
    const printed = run.stdout.split(`${mark}\n`);
    steps.forEach(({ command, printed: expected }, place) => {
      assert.equal(printed[place], expected, `${command}\n${run.stderr}`);
    });
  });
}

test('says-of-each-type-of-event-when-it-is-told', () => {
  const text = readFileSync(path.join(import.meta.dirname, '../docs/webhooks.md'), 'utf8');
  for (const type of [...EVENT_TYPES, TEST_EVENT]) assert.ok(text.includes(`\`${type}\``), type);
});

test('says-of-each-meter-but-storage-what-is-refused-once-it-is-used-up', () => {
  const text = readFileSync(path.join(import.meta.dirname, '../docs/usage.md'), 'utf8');
  for (const meter of METERS) {
    assert.equal(
      new RegExp(`^\\| \`\\w+\` \\| \`${meter}\` \\|`, 'm').test(text),
      meter !== 'evidence_storage_gb',
      meter,
    );
  }
});

test('says-every-published-price', () => {
  const text = readFileSync(path.join(import.meta.dirname, '../docs/usage.md'), 'utf8');
  const prices = text.slice(text.indexOf('## Prices'), text.indexOf('## Using up'));
  const usd = (microUsd: number) => String(microUsd / MICRO_USD).replace(/^0\.1$/, '0.10');
  const rates = METERS.map((meter) => METER[meter].rateMicroUsd);
  for (const rate of [...rates, ORCHESTRATION_RUN_MICRO_USD]) {
    assert.ok(prices.includes(`| ${usd(rate)} |`), usd(rate));
  }
  const { free, team, business } = BASE_MICRO_USD;
  const row = (of: 'month' | 'perUser') =>
    [free, team, business].map((base) => usd(base?.[of] ?? -1)).join(' | ');
  assert.ok(prices.includes(`| a month | ${row('month')} |`));
  assert.ok(prices.includes(`| a month of each user | ${row('perUser')} |`));
});

test('tells-of-every-ready-pack', () => {
  const text = readFileSync(path.join(import.meta.dirname, '../docs/policy-packs.md'), 'utf8');
  for (const pack of readdirSync(PACKS)) assert.ok(text.includes(`| \`${pack}\` |`), pack);
});

/** Where it listens, and what it takes to use its database on the command line. */
async function startedService(t: TestContext, settings: Record<string, string>) {
  const { location, remove } = await newDatabase('sqlite');
  t.after(remove);
  const { baseUrl, stop } = await spawnService(location, settings);
  t.after(() => stop('SIGTERM'));
  return { baseUrl, environment: environmentFor(location) };
}

function stepsOf(session: string): Step[] {
  const steps: Step[] = [];
  let document: string | null = null;
  for (const line of session.split('\n').slice(0, -1)) {
    const last = steps.at(-1);
    if (document !== null && last !== undefined) {
      last.command += `\n${line}`;
      if (line === document) document = null;
    } else if (line.startsWith('$ ')) {
      steps.push({ command: line.slice(2), printed: '' });
      document = /<<'?(\w+)'?/.exec(line)?.[1] ?? null;
    } else if (last !== undefined) last.printed += `${line}\n`;
  }
  return steps;
}

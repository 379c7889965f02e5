/**
 * A law is one file and one line in the list. Every other place that names the laws derives them from the list, or is
 * checked here. A threshold is read only by its own law, which is checked here too.
 */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { LAW_IDS, lawName } from '@assize/service/evaluation/index.ts';
import { DEFAULT_SETTINGS } from '@assize/service/governance/settings/terms/index.ts';
import { moneyOf, newBudget, verdictOn } from './support/governance/budgets.ts';
import { change } from './support/governance/settings.ts';
import { testAsTenant } from './support/people/tenants.ts';

const ROOT = path.join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const fileOf = (id: string) => `${id.replaceAll('_', '-')}.ts`;

test('the-list-of-laws-is-in-the-order-of-a-canonical-record', () => {
  assert.deepEqual([...LAW_IDS], [...new Set(LAW_IDS)].sort());
});

test('the-name-of-each-law-is-its-identifier-in-words', () => {
  for (const id of LAW_IDS) {
    const words = id.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
    assert.equal(lawName(id), words.join(' '));
  }
});

test('each-law-has-a-file-and-each-file-its-line-in-the-list', () => {
  const files = globSync('*.ts', { cwd: path.join(ROOT, 'service/evaluation/laws') });
  const laws = files.filter((name) => read(`service/evaluation/laws/${name}`).includes(': Law = {'));
  assert.deepEqual(laws.sort(), LAW_IDS.map(fileOf).sort());
});

test('the-api-description-names-exactly-the-laws-of-the-list', () => {
  const lists: unknown[] = [];
  JSON.parse(read('docs/openapi.json'), (key, value) => {
    if (key === 'enum' && Array.isArray(value) && value.some((one) => LAW_IDS.includes(one)))
      lists.push(value);
    return value;
  });
  assert.ok(lists.length > 0, 'docs/openapi.json names no law');
  for (const list of lists) assert.deepEqual(list, LAW_IDS, 'run npm run generate');
});

test('readme-and-docs-have-each-law', () => {
  for (const name of LAW_IDS.map(lawName)) {
    assert.ok(read('README.md').includes(`| ${name} |`), `README.md has no row on ${name}`);
    const page = `docs/laws/${name.toLowerCase().replaceAll(' ', '-')}.md`;
    assert.ok(read(page).startsWith(`# ${name}\n`), `${page} is not the page on ${name}`);
  }
});

const THRESHOLDS: Record<string, string> = {
  warn_share: 'budget_conservation',
  irreversible_step_share: 'least_action_path',
};

for (const [threshold, law] of Object.entries(THRESHOLDS)) {
  test(`${threshold}-is-read-in-one-file`, () => {
    const sources = globSync('service/{evaluation,approvals,budgets,outcomes,trust}/**/*.ts', { cwd: ROOT });
    const reading = sources.filter(
      (file) => !/\.test\.ts$|\/cases\//.test(file) && read(file).includes(threshold),
    );
    assert.deepEqual(reading, [`service/evaluation/laws/${fileOf(law)}`]);
  });
}

/** One more than the budget can pay, so that earlier spending does not round the limits. */
const LIMIT_USD = 10;
const COST_USD = 1;
const MICRO = 1_000_000;
/** A node reads a budget again that it has not asked about for this long. */
const FORGOTTEN_MS = 900;

interface NearItsEnd {
  budget: Partial<typeof DEFAULT_SETTINGS.budget>;
  irreversible?: boolean;
  remaining: number;
  verdict: 'PROCEED' | 'ESCALATE';
}

/** A cost of 1 needs 1 divided by the share. Each setting is changed, and moves the limit between two amounts. */
const NEAR_ITS_END: NearItsEnd[] = [
  { budget: { warn_share: 0.8 }, remaining: 1.24, verdict: 'ESCALATE' },
  { budget: { warn_share: 0.8 }, remaining: 1.26, verdict: 'PROCEED' },
  { budget: { warn_share: 0.5 }, remaining: 1.26, verdict: 'ESCALATE' },
  { budget: { warn_share: 0.5 }, remaining: 2.01, verdict: 'PROCEED' },
  { budget: { irreversible_step_share: 0.5 }, irreversible: true, remaining: 1.99, verdict: 'ESCALATE' },
  { budget: { irreversible_step_share: 0.5 }, irreversible: true, remaining: 2.01, verdict: 'PROCEED' },
  { budget: { irreversible_step_share: 0.4 }, irreversible: true, remaining: 2.01, verdict: 'ESCALATE' },
  { budget: { irreversible_step_share: 0.4 }, irreversible: true, remaining: 2.51, verdict: 'PROCEED' },
  { budget: { irreversible_step_share: 0.4 }, remaining: 2.01, verdict: 'PROCEED' },
];

for (const known of [true, false]) {
  const promise = known
    ? 'moves-the-verdict'
    : 'moves-the-reservation-that-holds-what-others-spent-meanwhile';
  testAsTenant(`each-threshold-of-a-budget-${promise}`, async ({ app, service }) => {
    for (const [number, { budget, irreversible = false, remaining, verdict }] of NEAR_ITS_END.entries()) {
      await change(app, () => ({ ...DEFAULT_SETTINGS, budget: { ...DEFAULT_SETTINGS.budget, ...budget } }));
      const action = `pay-${number}`;
      const { budget_id } = await newBudget(app, { limit_usd: LIMIT_USD, action_pattern: action });
      const context = { risk_level: 'low', is_irreversible: irreversible };
      // This node knows the budget now, and relies on that for a while.
      assert.equal(await verdictOn(app, 0.01, { action }), 'PROCEED');
      const [, , reserved = 0] = await moneyOf(app, budget_id);
      await service.db
        .updateTable('budget_periods')
        .set({ spent_micro_usd: Math.round((LIMIT_USD - reserved - remaining) * MICRO) })
        .where('budget_id', '=', budget_id)
        .execute();
      if (known) await new Promise((resolve) => setTimeout(resolve, FORGOTTEN_MS));
      assert.equal(
        await verdictOn(app, COST_USD, { action, context }),
        verdict,
        JSON.stringify({ number, known }),
      );
    }
  });
}

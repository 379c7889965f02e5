/** An operator's scripts set and read tiers, limits, agreed terms and an account. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { monthName, monthOf, startOfMonth } from '@assize/service/foundation/month.ts';
import { newFolder, testOnOneDatabase } from './support/databases/databases.ts';
import { assize } from './support/processes/command.ts';

testOnOneDatabase('sets-what-a-tenant-may-use-and-shows-what-it-owes', async (location, t) => {
  const folder = newFolder(t);
  const file = path.join(folder, 'agreed.json');
  const run = (words: string) => assize(location, words.split(' '));
  const outputOf = async (words: string) => {
    const { code, stdout, stderr } = await run(words);
    assert.equal(code, 0, stderr);
    return stdout;
  };
  const month = monthOf((await made(await outputOf('tenants create acme --tier team --json'))).at);
  const [start, next] = [startOfMonth(month), startOfMonth(month + 1)].map((ms) =>
    new Date(ms).toISOString(),
  );

  assert.equal(
    await outputOf('tenants set-tier acme enterprise'),
    `acme  tier enterprise  plan team  holds from ${start}\n`,
  );
  writeFileSync(file, '{"base_usd":1999.5,"allowances":{"core_api_calls":7}}');
  assert.match(
    await outputOf(`tenants set-agreed acme --file ${file}`),
    /^acme {2}agreed, from this month on\n$/,
  );
  const shown = JSON.parse(await outputOf('usage show acme --json'));
  assert.deepEqual(
    { tier: shown.tier, amount_due_usd: shown.amount_due_usd, limit: shown.usage.core_api_calls.limit },
    { tier: 'enterprise', amount_due_usd: 1999.5, limit: 7 },
  );
  const table = await outputOf(`usage show acme --month ${monthName(month)}`);
  assert.match(table, /\nCore API calls +0 +7 +0 +0\.00\n/);
  assert.match(table, /base 1,999\.50, overage 0\.00, paid from credit 0\.00: due 1,999\.50 USD\n/);

  const lowered = JSON.parse(await outputOf('tenants set-tier acme free --json'));
  assert.deepEqual(
    { tier: lowered.tier, holds_from: lowered.holds_from, beyond: lowered.beyond },
    { tier: 'free', holds_from: next, beyond: [] },
  );
  assert.match(await outputOf('tenants set-hard-limit acme on'), /^acme {2}stops at its allowances\n$/);

  writeFileSync(file, '{"base_usd":-1,"credit":5}');
  await assertRefused(
    run(`tenants set-agreed acme --file ${file}`),
    1,
    /^Put acme on the|^base_usd should be/,
  );
  await assertRefused(run('tenants set-agreed acme'), 2, /Pass either --file or --none/);
  await assertRefused(run('tenants set-hard-limit acme maybe'), 2, /on, off/);
  await assertRefused(
    run('usage show acme --month 2019-01'),
    1,
    /^acme has months from \d{4}-\d\d to \d{4}-\d\d/,
  );
  await assertRefused(run('usage show unknown'), 1, /There is no tenant named unknown/);
});

async function made(json: string): Promise<{ at: number }> {
  return { at: Date.parse(JSON.parse(json).created_at) };
}

async function assertRefused(ended: ReturnType<typeof assize>, code: number, message: RegExp): Promise<void> {
  const { code: actual, stderr } = await ended;
  assert.equal(actual, code, stderr);
  assert.match(stderr, message);
}

/** How back-tests run: what they read, how they report progress, what else can run meanwhile, and what they refuse. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { BLOCK_POSITIONS, blockSummariser } from '@assize/service/evidence/search/blocks.ts';
import {
  DEFAULT_APPROVAL_SETTINGS,
  standardDocument,
} from '@assize/service/governance/settings/terms/index.ts';
import { chainOf } from '@assize/service/tenants/index.ts';
import { backtest, paid } from './support/acts/backtests.ts';
import { newFolder, testOnOneDatabase } from './support/databases/databases.ts';
import { inForce, rule } from './support/governance/policies.ts';
import { openWithoutHttp, PRODUCTION_KEY, startTestService } from './support/http/in-process.ts';
import { keyHolder } from './support/people/other-tenant.ts';
import { testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';
import { assize } from './support/processes/command.ts';
import { evaluateMany } from './support/truth/truth.ts';
import { until } from './support/until.ts';

const FULL_RULE = { id: 'every', description: '', message: '', when: 'true', effect: 'block' } as const;
const IS_LARGE = 'action == "payment.send" && has(context.amount) && context.amount > ';

testAsTenantOnEachDatabase(
  'reads-no-more-of-the-chain-than-the-period-takes',
  async ({ app, service, key, chain }) => {
    await evaluateMany(service, BLOCK_POSITIONS, key);
    await blockSummariser(service.db)();
    const from = service.clock.now() + 1;
    await until(() => service.clock.now() > from);
    const ids = [await paid(app, 5), await paid(app, 6)];
    const totals: number[] = [];
    const policy = { name: 'any', document: { description: '', rules: [FULL_RULE] } };
    const question = {
      chain,
      environment: 'production',
      policy,
      settings: null,
      fields: [],
      act: null,
      to: null,
      examples: 20,
    };
    const onProgress = (_done: number, total: number) => void totals.push(total);
    const some = await service.backtests.run({ ...question, from }, { onProgress });
    assert.deepEqual(
      some.changed[0]?.examples.map(({ evidenceId }) => evidenceId),
      ids,
    );
    assert.ok((totals[0] ?? 0) < BLOCK_POSITIONS, String(totals[0]));
    const all = await service.backtests.run({ ...question, from: from - 600_000 });
    assert.equal(all.evaluations, BLOCK_POSITIONS + ids.length);
  },
);

testAsTenant('reports-its-progress-line-by-line', async ({ app, key }) => {
  for (const amount of [5, 500]) await paid(app, amount);
  const policy = { rules: [rule(`${IS_LARGE}100.0`)] };
  const { status, headers, body } = await backtest(app, 'any', { policy }, key, {
    accept: 'application/x-ndjson',
  });
  assert.deepEqual(
    { status, contentType: headers['content-type'] },
    { status: 200, contentType: 'application/x-ndjson; charset=utf-8' },
  );
  const lines = String(body)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const { result } = lines.at(-1);
  assert.deepEqual(
    { evaluations: result.evaluations, changed_count: result.changed_count },
    { evaluations: 2, changed_count: 1 },
  );
  const progress = lines.slice(0, -1).map((line) => line.progress);
  assert.deepEqual(
    { progress0Done: progress[0].done, progressDone: progress.at(-1).done },
    { progress0Done: 0, progressDone: progress.at(-1).total },
  );
  // Refusals have not changed.
  const refused = await backtest(app, 'any', {}, key, { accept: 'application/x-ndjson' });
  assert.deepEqual(
    { status: refused.status, detail: refused.body.detail },
    { status: 404, detail: 'There is no such policy.' },
  );
});

/** Faults of the terms, with their places. */
const REFUSED: [terms: Record<string, unknown>, where: string][] = [
  [{ policy: { rules: [rule('action ==')] } }, 'body.policy.rules.0.when'],
  [{ policy: { rules: [] } }, 'body.policy.rules'],
  [{ policy: { rules: [rule('true')] }, version: 1 }, 'body.version'],
  [{ settings_version: 0, settings: standardDocument(DEFAULT_APPROVAL_SETTINGS) }, 'body.settings_version'],
  [{ examples: 21 }, 'body.examples'],
  [{ from_date: 'yesterday' }, 'body.from_date'],
  [{ form_date: '2026-10-01' }, 'body.form_date'],
];

testAsTenant('refuses-terms-that-make-no-sense', async ({ app }) => {
  await inForce(app, 'spending', [rule('true')]);
  for (const [terms, where] of REFUSED) {
    const { status, body } = await backtest(app, 'spending', terms);
    const places = body.detail.map(({ loc }: { loc: string[] }) => loc.join('.'));
    assert.equal(status, 422, `${where}: ${JSON.stringify(body)}`);
    assert.equal(places.includes(where), true, `${where}: ${JSON.stringify(body)}`);
  }
  assert.equal((await backtest(app, 'spending', { version: 9 })).status, 404);
  assert.equal((await backtest(app, 'spending', { settings_version: 9 })).status, 404);
  const named = await backtest(app, 'Not%20a%20name', { policy: { rules: [rule('true')] } });
  assert.deepEqual(
    { status: named.status, loc: named.body.detail[0].loc },
    { status: 422, loc: ['path', 'name'] },
  );
});

testOnOneDatabase('runs-one-at-a-time-and-stops-where-the-caller-is-gone', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  await paid(app, 5);
  const policy = { rules: [rule('true')] };
  const answers = await Promise.all([1, 2].map(() => backtest(app, 'any', { policy })));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);

  const base = await app.listen({ port: 0, host: '127.0.0.1' });
  const leaving = new AbortController();
  const left = fetch(`${base}/api/v1/policies/any/backtest`, {
    method: 'POST',
    headers: { 'x-api-key': PRODUCTION_KEY, 'content-type': 'application/json' },
    body: JSON.stringify({ policy }),
    signal: leaving.signal,
  });
  leaving.abort();
  await assert.rejects(left);
  await until(async () => (await backtest(app, 'any', { policy })).status === 200);

  const { chain } = await service.authenticator.authenticate(PRODUCTION_KEY);
  const question = {
    chain,
    environment: 'production',
    policy: null,
    settings: null,
    fields: [],
    act: null,

    from: null,
    to: null,
  };
  const broken = service.backtests.run({ ...question, examples: 0 });
  const closing = service.backtests.close();
  await assert.rejects(broken, { code: 'unavailable' });
  await closing;
  assert.equal((await backtest(app, 'any', { policy })).status, 503);
});

testOnOneDatabase('leaves-room-beside-it', async (location, t) => {
  const { service } = await openWithoutHttp(t, location);
  const chains: number[] = [];
  for (const name of ['one', 'two', 'three', 'four', 'five']) {
    const { tenant } = await keyHolder(service, name);
    chains.push(await chainOf(service.db, tenant.tenantId, 'production'));
  }
  const rest = {
    environment: 'production',
    policy: null,
    settings: null,
    fields: [],
    act: null,

    from: null,
    to: null,
    examples: 0,
  };
  const runs = await Promise.allSettled(chains.map((chain) => service.backtests.run({ ...rest, chain })));
  const refused = runs.flatMap((run) => (run.status === 'rejected' ? [run.reason.code] : []));
  assert.deepEqual(refused, ['rate_limited']);
  assert.equal((await service.backtests.run({ ...rest, chain: chains[4] ?? 0 })).evaluations, 0);
});

testOnOneDatabase('shows-the-operator-the-same', async (location, t) => {
  const { app } = await startTestService(t, location);
  await inForce(app, 'spending', [rule(`${IS_LARGE}100.0`, 'escalate', 'large')]);
  for (const amount of [50, 500]) await paid(app, amount);
  const folder = newFolder(t);
  const file = path.join(folder, 'spending.yaml');
  writeFileSync(file, `rules: [{id: larger, when: '${IS_LARGE}300.0', effect: block}]`);
  const { code, stdout, stderr } = await assize(location, ['policies', 'backtest', file]);
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
  assert.match(stdout, /^spending \(draft\) on 2 evaluations of default\/production\.\n/);
  assert.match(stdout, /\nlarger +1 +0\n/);
  assert.match(stdout, /\nescalate +block +1\n/);
  assert.match(stdout, /\nescalate > block +ev_[0-9a-f]{24} +payment\.send +spending\/larger/);
  const json = await assize(location, ['policies', 'backtest', 'spending', '--json', '--to', '2026-01-01']);
  assert.deepEqual(
    { version: JSON.parse(json.stdout).version, evaluations: JSON.parse(json.stdout).evaluations },
    { version: 1, evaluations: 0 },
  );
  const same = await assize(location, ['policies', 'backtest', 'spending']);
  assert.match(same.stdout, /\nNo verdict would change\.\n$/);
  const wrong = await assize(location, ['policies', 'backtest', 'spending', '--from', 'monday']);
  assert.equal(wrong.code, 2);
});

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { configure, FIXTURE_LIST, fixtureOf, runHook, temporaryHome } from '../../tests/support/hooks.ts';
import { PROCEED, scriptedService } from '../../tests/support/http/clients.ts';
import { PRODUCTION_KEY } from '../../tests/support/http/in-process.ts';
import { mandateService } from '../../tests/support/http/opening-mandates.ts';

const CODEX = fixtureOf('codex', 'PreToolUse').input;
const AFTER = fixtureOf('codex', 'PostToolUse').input;

test('reports-the-result-that-each-event-carries', async (t) => {
  const service = await mandateService(t);
  const fixtures = FIXTURE_LIST.filter(({ outcome }) => typeof outcome === 'string');
  for (const { agent, name, input, after = '', outcome, result } of fixtures) {
    const run = { home: temporaryHome(t), url: service.url };
    await runHook([agent], fixtureOf(agent, after).input, run);
    assert.equal((await runHook([agent], input, run)).stderr, '');
    const reported = service.outcomes.at(-1);
    assert.deepEqual([reported.outcome, reported.result], [outcome, result], `${agent}/${name}`);
  }
});

test('reports-only-the-beginning-of-a-long-result', async (t) => {
  const service = await mandateService(t);
  const run = { home: temporaryHome(t), url: service.url };
  await runHook(['codex'], CODEX, run);
  await runHook(['codex'], { ...AFTER, tool_response: 'x'.repeat(1024 * 1024) }, run);
  const [reported] = service.outcomes;
  assert.ok(JSON.stringify(reported).length < 256 * 1024);
  assert.equal(reported.result_incomplete, true);
});

test('keeps-results-to-itself-where-it-is-told-to', async (t) => {
  const service = await mandateService(t);
  const home = temporaryHome(t);
  configure(home, { url: service.url, key: PRODUCTION_KEY, reportResults: false });
  await runHook(['codex'], CODEX, { home });
  await runHook(['codex'], AFTER, { home });
  assert.deepEqual([service.outcomes.length, 'result' in service.outcomes[0]], [1, false]);
});

test('reports-the-outcome-to-a-service-that-takes-no-results', async (t) => {
  const service = await mandateService(t, { isOld: true });
  const run = { home: temporaryHome(t), url: service.url };
  await runHook(['codex'], CODEX, run);
  assert.equal((await runHook(['codex'], AFTER, run)).stderr, '');
  assert.deepEqual(
    service.outcomes.map((outcome) => 'result' in outcome),
    [true, false],
  );
});

test('keeps-no-result-on-this-machine', async (t) => {
  const away = { status: 503, headers: { 'retry-after': '0' }, body: { detail: 'Away.' } };
  const { url } = await scriptedService(t, PROCEED, away);
  const home = temporaryHome(t);
  await runHook(['codex'], CODEX, { home, url });
  await runHook(['codex'], AFTER, { home, url });
  const folder = path.join(home, '.assize/hook-state');
  const kept = readdirSync(folder).filter((name) => name.startsWith('report-'));
  assert.equal(kept.length, 1);
  assert.doesNotMatch(readFileSync(path.join(folder, kept[0] ?? ''), 'utf8'), /passed|result/);
});

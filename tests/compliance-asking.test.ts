/**
 * Requests for compliance: what is refused and how, what a check counts and where it stops, the report, the command
 * line.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { CHECK_IDS, CHECKS, FRAMEWORK_IDS, FRAMEWORKS } from '@assize/service/compliance/index.ts';
import { monthOf } from '@assize/service/foundation/month.ts';
import { chainOf } from '@assize/service/tenants/index.ts';
import type { FastifyInstance } from 'fastify';
import { behaveWell, COMPLIANCE, checkCompliance, checked } from './support/compliance/compliance.ts';
import { temporaryFolder, testOnOneDatabase } from './support/databases/databases.ts';
import { redactWhole } from './support/evidence/removals.ts';
import { ask, evaluate, PRODUCTION_KEY, SANDBOX_KEY, startTestService } from './support/http/in-process.ts';
import { testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';
import { assize } from './support/processes/command.ts';

const HANDS = { agent: PRODUCTION_KEY, officer: PRODUCTION_KEY };
const HOUR_MS = 3_600_000;
const TOOLS = ['pdftotext', 'pdffonts', 'pdfinfo', 'qpdf'];
const missing = TOOLS.filter((tool) => spawnSync(tool, ['--version']).error !== undefined);

testAsTenant('refuses-invalid-checks', async ({ app, service }) => {
  const ahead = new Date(service.clock.now() + HOUR_MS).toISOString();
  const REFUSED: [body: unknown, faults: [loc: string[], type: string][]][] = [
    [{}, [[['body', 'framework'], 'missing']]],
    [{ framework: 'gdpr' }, [[['body', 'framework'], 'literal_error']]],
    [{ framework: 'EU_AI_ACT' }, [[['body', 'framework'], 'literal_error']]],
    [{ framework: null }, [[['body', 'framework'], 'literal_error']]],
    [{ framework: 'soc2', period: 7 }, [[['body', 'period'], 'extra_forbidden']]],
    [
      { framework: 'soc2', from_date: '2026-02-01', to_date: '2026-01-01' },
      [[['body', 'to_date'], 'value_error']],
    ],
    [
      { framework: 'soc2', from_date: '2026-02-01', to_date: '2026-02-01' },
      [[['body', 'to_date'], 'value_error']],
    ],
    [{ framework: 'soc2', to_date: ahead }, [[['body', 'to_date'], 'datetime_past']]],
    [
      { framework: 'soc2', from_date: ahead, to_date: ahead },
      [
        [['body', 'from_date'], 'datetime_past'],
        [['body', 'to_date'], 'datetime_past'],
      ],
    ],
  ];
  for (const [body, faults] of REFUSED) {
    const answer = await checkCompliance(app, body as object);
    assert.equal(answer.status, 422, JSON.stringify(body));
    const given = answer.body.detail.map(({ loc, type }: { loc: string[]; type: string }) => [loc, type]);
    assert.deepEqual(given, faults, JSON.stringify(body));
  }
  for (const from_date of ['yesterday', 7, '2026-02-30']) {
    assert.equal(
      (await checkCompliance(app, { framework: 'soc2', from_date })).status,
      422,
      String(from_date),
    );
  }
  const { body: found } = await ask(app, 'a', '/api/v1/evidence/search', {
    body: { artifact_type: 'compliance_check' },
  });
  assert.equal(found.total, 0, 'refused requests left nothing');
});

testAsTenant('shows-the-frameworks-and-counts-that-as-calls', async ({ app }) => {
  const { body: listed } = await ask(app, 'a', `${COMPLIANCE}/frameworks`);
  assert.deepEqual(
    listed.items.map(({ id, controls }: { id: string; controls: number }) => ({ id, controls })),
    FRAMEWORK_IDS.map((id) => ({ id, controls: FRAMEWORKS[id].controls.length })),
  );
  for (const id of FRAMEWORK_IDS) {
    const { status, body } = await ask(app, 'a', `${COMPLIANCE}/frameworks/${id}`);
    assert.equal(status, 200);
    const { checks, ...framework } = body;
    assert.deepEqual(framework, FRAMEWORKS[id]);
    for (const { id: name, title, rule } of checks) {
      const { [name as keyof typeof CHECKS]: known } = CHECKS;
      assert.deepEqual({ title, rule }, { title: known.title, rule: known.rule });
    }
  }
  for (const unknown of ['gdpr', 'EU_AI_ACT', '%00', 'constructor']) {
    assert.equal((await ask(app, 'a', `${COMPLIANCE}/frameworks/${unknown}`)).status, 404);
  }
  const { body: summary } = await ask(app, 'a', '/api/v1/usage/summary');
  assert.equal(summary.usage.core_api_calls.used, 6);
});

testAsTenantOnEachDatabase('counts-a-check-once-and-as-nothing-else', async ({ app, sandboxKey }) => {
  const { evidence_id: id } = await checked(app, { framework: 'soc2' });
  await checkCompliance(app, { framework: 'gdpr' });
  await checked(app, { framework: 'soc2' }, { key: sandboxKey });
  await ask(app, 'a', `${COMPLIANCE}/checks/${id}`);
  const { body: summary } = await ask(app, 'a', '/api/v1/usage/summary');
  const { compliance_checks: checks, core_api_calls: calls, evidence_emissions: emissions } = summary.usage;
  assert.equal(checks.used, 1);
  assert.equal(calls.used, 0);
  assert.equal(emissions.used, 1);
  const { body: truth } = await ask(app, 'a', '/api/v1/evidence/truth-verification');
  assert.deepEqual(truth.gaps, []);
  assert.equal(truth.overall_valid, true);
});

testOnOneDatabase('stops-at-the-allowance-of-checks', async (location, t) => {
  const { app, service } = await startTestService(t, location, { ASSIZE_INIT_TIER: 'free' });
  const { tenant_id } = await service.db.selectFrom('tenants').select('tenant_id').executeTakeFirstOrThrow();
  const row = {
    chain: await chainOf(service.db, tenant_id, 'production'),
    month: monthOf(service.clock.now()),
    evaluations: 0,
    emissions: 499,
    compliance_checks: 499,
    payload_bytes: 0,
    removed_bytes: 0,
  };
  await service.db.insertInto('usage_counters').values(row).execute();
  await checked(app, { framework: 'soc2' });
  const over = await checkCompliance(app, { framework: 'soc2' });
  assert.equal(over.status, 429);
  assert.deepEqual(over.body, { detail: 'The monthly allowance of 500 compliance checks is used up.' });
  const { headers } = over;
  assert.equal(headers['x-usage-type'], 'compliance_check');
  assert.equal(headers['x-usage-limit'], '500');
  assert.equal(headers['x-usage-current'], '500');
  assert.ok(Number(headers['retry-after']) > 0);
  assert.equal((await checkCompliance(app, { framework: 'soc2' }, { key: SANDBOX_KEY })).status, 200);
  assert.equal(
    (await evaluate(app, 'a', { action: 'email.send' })).status,
    200,
    'nothing else stops with it',
  );
});

testOnOneDatabase('prints-a-report-from-the-record', async (location, t) => {
  const { app } = await startTestService(t, location);
  await behaveWell(app, HANDS);
  const answered = await checked(app, { framework: 'owasp_agentic' });
  const first = await reportOf(app, answered.evidence_id);
  assert.equal(first.statusCode, 200);
  assert.equal(first.headers['content-type'], 'application/pdf');
  assert.equal(
    first.headers['content-disposition'],
    `attachment; filename="assize-compliance-owasp_agentic-${answered.evidence_id}.pdf"`,
  );
  await checked(app, { framework: 'owasp_agentic' });
  const again = await reportOf(app, answered.evidence_id);
  assert.ok(first.rawPayload.equals(again.rawPayload), 'the same bytes each time');
  if (missing.length === 0) requireShown(first.rawPayload, answered);
  else t.diagnostic(`not looked into: no ${missing.join(', ')} on this machine`);

  assert.equal((await redactWhole(app, answered.evidence_id)).status, 200);
  for (const { statusCode, body } of [await reportOf(app, answered.evidence_id)]) {
    assert.equal(statusCode, 404);
    assert.equal(JSON.parse(body).detail, 'The result of this compliance check was removed.');
  }
});

function reportOf(app: FastifyInstance, id: string) {
  return app.inject({ url: `${COMPLIANCE}/checks/${id}/report`, headers: { 'x-api-key': PRODUCTION_KEY } });
}

/** The document shows the whole answer, in embedded fonts, on numbered pages. */
function requireShown(pdf: Buffer, answered: Awaited<ReturnType<typeof checked>>): void {
  const folder = temporaryFolder();
  try {
    const file = path.join(folder.path, 'report.pdf');
    writeFileSync(file, pdf);
    const outputOf = (tool: string, words: string[], behind: string[] = []) => {
      const { status, stdout, stderr } = spawnSync(tool, [...words, file, ...behind], { encoding: 'utf8' });
      assert.deepEqual({ status, stderr }, { status: 0, stderr: '' }, tool);
      return stdout;
    };
    outputOf('qpdf', ['--check']);
    const text = outputOf('pdftotext', ['-enc', 'UTF-8'], ['-']).replaceAll(/\s+/g, ' ');
    const { evidence, controls, checks, framework, period, tenant, inventory } = answered;
    const all = [
      ...[
        framework.edition,
        tenant.id,
        evidence.chain_id,
        evidence.checkpoint.root_hash,
        answered.evidence_id,
      ],
      ...[period.from, period.to].map((time: string) => time.slice(0, 10)),
      ...controls.flatMap(({ id, title, asks, outside }: Record<string, string>) => [
        id,
        title,
        asks,
        outside,
      ]),
      ...checks.flatMap(({ title, rule, finding, evidence_ids: ids }: Record<string, string>) => [
        ...[title, rule, finding],
        ...(ids ?? []),
      ]),
      `${inventory.authenticated} of the newest ${inventory.evaluations} evaluations are of authenticated agents`,
      ...inventory.agents.map(({ agent_id: id }: { agent_id: string }) => id),
      ...['It is not a certificate, an attestation', 'It is not legal advice.', 'Not assessed: outside'],
    ];
    for (const shown of all) assert.ok(text.includes(shown), `${shown} is not in the report`);
    const pages = Number(/Pages:\s+(\d+)/.exec(outputOf('pdfinfo', []))?.[1]);
    for (let page = 1; page <= pages; page += 1) assert.ok(text.includes(`Page ${page} of ${pages}`));
    const fonts = outputOf('pdffonts', []).split('\n').slice(2).filter(Boolean);
    for (const font of fonts)
      assert.match(font, /\byes yes yes\b/, 'embedded, a subset, and readable as text');
  } finally {
    folder.remove();
  }
}

testOnOneDatabase('checks-and-prints-from-the-command-line', async (location, t) => {
  const folder = temporaryFolder();
  t.after(folder.remove);
  const file = path.join(folder.path, 'report.pdf');
  const { app, service } = await startTestService(t, location);
  await evaluate(app, 'a', { action: 'email.send' });
  await app.close();
  await service.close();
  const run = async (words: string, code = 0) => {
    const ended = await assize(location, words.split(' '));
    assert.equal(ended.code, code, ended.stderr);
    return code === 0 ? ended.stdout : ended.stderr;
  };
  assert.match(await run('compliance frameworks'), /\neu_ai_act +\d+ +Regulation \(EU\) 2024\/1689/);
  const json = JSON.parse(await run('compliance check soc2 --json'));
  assert.equal(json.checked_by, 'operator');
  assert.equal(json.framework.id, 'soc2');
  const printed = await run(`compliance check eu_ai_act --tenant default --out ${file}`);
  assert.match(printed, /\nArticle 4 +outside +- +AI literacy\n/);
  assert.match(printed, /Recorded as ev_[0-9a-f]{24}\.\nWrote the report to /);
  assert.equal(readFileSync(file).subarray(0, 8).toString(), '%PDF-1.7');
  assert.match(await run(`compliance check soc2 --out ${file}`, 1), /already exists/);
  await run(`compliance check soc2 --out ${file} --overwrite`);
  assert.match(await run('compliance check gdpr', 2), /gdpr/);
  assert.match(await run('compliance check soc2 --tenant unknown', 1), /There is no tenant named unknown/);
  assert.match(await run('compliance check soc2 --to 2999-01-01', 1), /should not lie in the future/);
});

test('the-documentation-describes-each-check', () => {
  const page = (name: string) => readFileSync(path.join(import.meta.dirname, '../docs', name), 'utf8');
  const checks = page('compliance-checks.md');
  for (const id of CHECK_IDS) {
    assert.ok(checks.includes(`| \`${id}\` | ${CHECKS[id].title} | ${CHECKS[id].rule} |`), id);
  }
  for (const id of FRAMEWORK_IDS) assert.ok(page('compliance.md').includes(`\`${id}\``), id);
});

/**
 * The published package: the test packs it, installs it in an empty folder without a network, and uses it there as
 * programs do: with an old and a new compiler, by import and by require, and in a bundle for browsers.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { build } from 'rolldown';
import { temporaryFolder } from '../tests/support/databases/databases.ts';

const CLIENT = import.meta.dirname;
const ROOT = path.join(CLIENT, '..');
const MAX_GZIPPED_BYTES = 10 * 1024;
const folder = temporaryFolder();

before(() => {
  const built = path.join(folder.path, 'built');
  execFileSync(process.execPath, [path.join(CLIENT, 'build.ts'), built]);
  npm('pack', '--silent', '--pack-destination', folder.path, built);
  const [tarball = ''] = globSync('*.tgz', { cwd: folder.path });
  writeFileSync(path.join(folder.path, 'package.json'), '{"private":true}');
  npm('install', '--silent', '--offline', path.join(folder.path, tarball));
});
after(() => folder.remove());

function npm(...words: string[]): void {
  execFileSync('npm', words, { cwd: folder.path, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Uses the types of every method. It is compiled, but never run. */
const PROGRAM = `
import { ActionBlocked, ApprovalRequired, Assize, RateLimitError, ValidationError, type Evaluation } from '@assize/client';
import { planWith } from '@assize/client/planning';
import { checkProof } from '@assize/client/proof';
import { verifyWebhook } from '@assize/client/webhooks';

export async function all(assize: Assize, signal: AbortSignal): Promise<void> {
  const evaluation: Evaluation = await assize.evaluate({ action: 'a', context: { risk_level: 'low', own: 1 } }, { signal });
  const verdict: 'proceed' | 'escalate' | 'block' = evaluation.verdict;
  for (const item of await assize.evaluateBatch([{ action: 'a' }])) if ('status' in item) item.detail;
  await assize.simulate({ action: verdict });
  await assize.execute({ action: 'a' });
  await assize.reportOutcome({ action: 'a', context: {}, outcome: 'success', executed_at: '' });
  const send = assize.guard('mail.send', async (mail: { to: string }) => mail.to.length, { waitMs: 1 });
  const length: number = await send({ to: 'ann' }, { approvalId: 'apr_1', signal });
  const judged = await assize.judge({ server: 'mail', name: 'send', arguments: { length } });
  await judged.report({ outcome: 'success', result: { length } });
  await judged.report({ outcome: 'failure', error: new Error(judged.message) });
  const sum: number = await assize.run({ name: 'add', arguments: {} }, () => 1 + 1, { isFailure: (result) => result > 2 });
  const permitted = await assize.permit({ name: 'add', arguments: {} }, { waitMs: 1_000, signal });
  await permitted.report({ outcome: 'success' });
  for await (const { payload } of assize.evidence.list({ verdict: 'block' })) payload?.request;
  await assize.evidence.search({ limit: sum });
  const artifact = await assize.evidence.find('ev_1');
  const { keys } = await assize.evidence.verifierKeys();
  checkProof(await assize.evidence.proof('ev_1'), artifact, keys.map(({ vkey }) => vkey)).size.toFixed();
  (await assize.evidence.export({ format: 'json' })).getReader();
  await assize.evidence.verify({ full: true, trusted_checkpoint: await assize.evidence.checkpoint() });
  await assize.approvals.wait('apr_1', { timeoutMs: 1, signal });
  await assize.approvals.approve('apr_1', { comment: '' });
  await assize.approvals.reject('apr_1');
  (await assize.approvals.list({ status: 'pending' })).items[0]?.decisions[0]?.decided_by;
  (await assize.approvals.find('apr_1')).status;
  const { mandate_id } = await assize.mandates.open({ agent_id: 'a', task: 'Read the mail' });
  const planned = await planWith(assize, { task: 't', tools: [], complete: ({ user }, schema) => [user, schema] });
  await assize.mandates.open({ agent_id: 'a', task: planned.mandate_id, plan: true });
  (await assize.mandates.plan({ task: 't' })).dropped[0]?.reason;
  await assize.approvals.approve('apr_1', { for: 'task' });
  await assize.sessions.report({ sessionId: 's', evaluationId: 'ev_1', result: sum });
  (await assize.sessions.find('s')).calls[0]?.result?.source;
  (await assize.sessions.list({ agent_id: 'a' })).items[0]?.status;
  await assize.sessions.end('s');
  await assize.mandates.narrow(mandate_id, { effects: ['read'] });
  await assize.mandates.widen(mandate_id, { effects: ['send'] });
  await assize.mandates.close((await assize.mandates.find(mandate_id)).mandate_id);
  (await assize.mandates.list({ agent_id: 'a' })).next_cursor;
  await assize.tools.import({ source: { tools: [] }, server: 'mail' });
  await assize.tools.put({ tool: 'bank.pay', effect: 'pay' });
  for await (const tool of assize.tools.all({ server: 'mail' })) await assize.tools.remove(tool.tool_id);
  (await assize.tools.list()).items;
  await assize.targets.add([{ kind: 'domain', value: 'acme.example' }]);
  (await assize.targets.list({ kind: 'domain' })).items;
  (await assize.trust.of('a')).score.toFixed();
  (await assize.trust.history('a')).items;
  (await assize.usage.summary()).tier;
  (await assize.usage.billing()).amount_due_usd.toFixed();
  (await assize.usage.history()).items;
  await assize.keys.revoke((await assize.keys.create({ name: 'n', environment: 'sandbox' })).id);
  (await assize.keys.list()).total.toFixed();
  (await verifyWebhook('', new Headers(), 'whsec_')).data;
  const waiting: number = await assize.flush();
  waiting.toFixed();
}

export function told(error: unknown): string {
  if (error instanceof ApprovalRequired) return error.approvalId;
  if (error instanceof ActionBlocked) return error.remedies[0]?.note ?? '';
  if (error instanceof ValidationError) return error.faults[0]?.msg ?? '';
  return error instanceof RateLimitError ? String(error.retryAfter) : '';
}
new Assize({ url: 'https://assize.example', key: 'k', agentId: 'a', onUnavailable: { allow: ['a'] } });
`;

const COMPILERS = {
  'of-the-days-of-node-20': path.join(CLIENT, 'node_modules/typescript/bin/tsc'),
  'of-today': path.join(ROOT, 'node_modules/typescript/bin/tsc'),
};

const COMPILER_OPTIONS = {
  strict: true,
  noEmit: true,
  module: 'nodenext',
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'],
  types: [],
};

for (const [when, compiler] of Object.entries(COMPILERS)) {
  test(`each-method-has-its-types-for-a-compiler-${when}`, () => {
    const files = ['program.mts', 'program.cts'];
    for (const file of files) writeFileSync(path.join(folder.path, file), PROGRAM);
    const configuration = JSON.stringify({ compilerOptions: COMPILER_OPTIONS, files });
    writeFileSync(path.join(folder.path, 'tsconfig.json'), configuration);
    const { status, stdout } = spawnSync(process.execPath, [compiler, '-p', folder.path], {
      encoding: 'utf8',
    });
    assert.equal(status, 0, stdout);
  });
}

test('can-be-imported-and-required', () => {
  const imported = "import('@assize/client').then(({ Assize }) => print(new Assize({ key: 'k' })))";
  const required = "print(new (require('@assize/client').Assize)({ key: 'k' }));";
  for (const program of [imported, required]) {
    const print = 'const print = ({ approvals }) => console.log(typeof approvals.wait);';
    const words = ['--input-type=commonjs', '-e', `${print}${program}`];
    assert.equal(
      execFileSync(process.execPath, words, { cwd: folder.path, encoding: 'utf8' }).trim(),
      'function',
    );
  }
});

test('one-failure-is-one-class-in-all-entries', () => {
  const program = `
    const { AssizeError } = require('@assize/client');
    const { ProofError } = require('@assize/client/proof');
    console.log(new ProofError('x') instanceof AssizeError);`;
  const words = ['--input-type=commonjs', '-e', program];
  assert.equal(execFileSync(process.execPath, words, { cwd: folder.path, encoding: 'utf8' }).trim(), 'true');
});

test('a-browser-can-run-it-and-it-is-small', async () => {
  const entry = path.join(folder.path, 'browser.mjs');
  writeFileSync(entry, "export * from '@assize/client';\n");
  const { output } = await build({
    input: entry,
    platform: 'browser',
    write: false,
    output: { format: 'esm', minify: true },
  });
  const [{ code }] = output;
  assert.doesNotMatch(code, /\bnode:|require\(|\bBuffer\b/);
  const { length } = gzipSync(code);
  assert.ok(length <= MAX_GZIPPED_BYTES, `${length} bytes`);
});

test('needs-no-other-package', () => {
  const manifest = JSON.parse(
    readFileSync(path.join(folder.path, 'node_modules/@assize/client/package.json'), 'utf8'),
  );
  assert.deepEqual(
    [manifest.dependencies, manifest.private, manifest.scripts],
    [undefined, undefined, undefined],
  );
});

